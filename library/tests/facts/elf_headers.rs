//! Numbers in ELF headers against LLVM's reader.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use offload_bundle_core::ids::tables::Processor;
use offload_bundle_testing::tools::{self, present};

use crate::interpreted::GRAMMAR;

/// The newest release, and a release with processors that the newest lacks.
const READERS: [&str; 2] = ["llvm-readobj-22", "llvm-readobj-19"];

#[derive(Debug, Clone, Copy)]
struct Header {
    machine: u16,
    os_abi: u8,
    abi_version: u8,
    flags: u32,
    wide: bool,
    big: bool,
}

impl Header {
    fn bytes(self) -> Vec<u8> {
        let (class, data) = (if self.wide { 2 } else { 1 }, if self.big { 2 } else { 1 });
        let mut file = b"\x7fELF".to_vec();
        file.extend([class, data, 1, self.os_abi, self.abi_version]);
        file.resize(16, 0);
        let mut put = |number: u64, len: usize| {
            let bytes = number.to_be_bytes();
            let bytes = &bytes[8 - len..];
            match self.big {
                true => file.extend(bytes),
                false => file.extend(bytes.iter().rev()),
            }
        };
        let (word, size) = if self.wide { (8, 64) } else { (4, 52) };
        for (number, len) in [(2, 2), (self.machine.into(), 2), (1, 4), (0, word), (0, word), (0, word)] {
            put(number, len);
        }
        for (number, len) in [(self.flags.into(), 4), (size, 2), (0, 2), (0, 2), (0, 2), (0, 2), (0, 2)] {
            put(number, len);
        }
        file
    }
}

fn read(reader: &str, headers: &[Header]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let names: Vec<String> = (0..headers.len()).map(|index| format!("{index}.elf")).collect();
    for (name, header) in names.iter().zip(headers) {
        fs::write(folder.path().join(name), header.bytes()).expect("a file");
    }
    let words: Vec<&str> = ["--file-headers"]
        .into_iter()
        .chain(names.iter().map(String::as_str))
        .collect();
    let out = tools::run(folder.path(), reader, &words);
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let said: Vec<String> = text.split("\nFile: ").skip(1).map(str::to_owned).collect();
    assert_eq!(said.len(), headers.len(), "{}", String::from_utf8_lossy(&out.stderr));
    said
}

fn value<'t>(said: &'t str, label: &str) -> Option<&'t str> {
    said.lines().find_map(|line| line.trim().strip_prefix(label))
}

/// Returns the processors that the reader prints as `PREFIX…`, in lower case.
fn numbers(reader: &str, prefix: &str) -> BTreeMap<String, u32> {
    let header = |flags| Header { machine: 224, os_abi: 64, abi_version: 2, flags, wide: true, big: false };
    let said = read(reader, &(0..=255).map(header).collect::<Vec<_>>());
    let name = |said: &str| Some(value(said, prefix)?.split(' ').next()?.to_lowercase());
    let numbered = (0..).zip(&said);
    numbered
        .filter_map(|(number, said)| Some((name(said)?, number)))
        .collect()
}

fn processors(architecture: &str) -> impl Iterator<Item = &'static Processor<'static>> {
    let groups = GRAMMAR.processors.iter();
    let groups = groups.filter(move |group| group.architectures == [architecture]);
    groups.flat_map(|group| group.processors)
}

#[test]
fn amd_processor_numbers_match_llvm() {
    if !READERS.iter().all(|reader| present(reader)) {
        return;
    }
    for (architecture, prefix) in [("amdgcn", "EF_AMDGPU_MACH_AMDGCN_"), ("r600", "EF_AMDGPU_MACH_R600_")] {
        let theirs: BTreeMap<String, u32> = READERS.iter().flat_map(|reader| numbers(reader, prefix)).collect();
        assert!(theirs.len() > 10, "{theirs:?}");
        let known = |processor: &&Processor<'_>| ["19", "22"].iter().any(|release| processor.is_known_to(release));
        for processor in processors(architecture).filter(known) {
            let name = processor.name.replace('-', "_");
            assert_eq!(processor.elf_machine, theirs.get(&name).copied(), "{name}");
        }
        let ours: BTreeSet<String> = processors(architecture)
            .map(|processor| processor.name.replace('-', "_"))
            .collect();
        let missing: Vec<&String> = theirs.keys().filter(|name| !ours.contains(*name)).collect();
        assert_eq!(missing, [""; 0], "{architecture}");
    }
}

const MACHINES: &[u16] = &[3, 20, 21, 22, 40, 62, 183, 190, 205, 224, 243, 251, 258];

#[test]
fn elf_machines_match_llvm_architectures() {
    let listed: BTreeSet<u16> = GRAMMAR.machines.iter().map(|machine| machine.number).collect();
    assert_eq!(listed, MACHINES.iter().copied().collect());
    let [reader, _] = READERS;
    if !present(reader) {
        return;
    }
    for (wide, big) in [(false, false), (false, true), (true, false), (true, true)] {
        let header = |machine| Header { machine, os_abi: 0, abi_version: 0, flags: 0x20, wide, big };
        let said = read(
            reader,
            &MACHINES.iter().map(|machine| header(*machine)).collect::<Vec<_>>(),
        );
        for (number, said) in MACHINES.iter().zip(&said) {
            let architecture = value(said, "Arch: ").expect("an architecture");
            let machine = GRAMMAR
                .machines
                .iter()
                .find(|machine| machine.number == *number)
                .expect("it is listed");
            let known = machine.architectures.contains(&architecture);
            assert!(
                known || architecture == "unknown",
                "{number}: {architecture} is none of {machine:?}"
            );
            let name = value(said, "Machine: EM_")
                .expect("a machine")
                .split(' ')
                .next()
                .unwrap_or_default();
            assert_eq!(plain(machine.name), plain(name), "{number}");
        }
    }
}

fn plain(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let name = letters.collect::<String>().to_lowercase().replace("powerpc", "ppc");
    if name == "i386" { "386".to_owned() } else { name }
}
