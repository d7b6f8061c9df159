//! Declared sizes, counts and offsets far beyond the file, and truncated files, in every container: readers do not allocate declared sizes,
//! and writers leave no files.

use crate::support::program::{told, within};

use crate::judge::{Bench, LITTLE_FOR_MANY};
use crate::packed::{Packed, ZSTD, bundle, small};
use crate::support::command_table::{all_have_a_line, reading, writing};

/// Declared values.
const HUGE: [u64; 5] = [1 << 32, 1 << 40, 1 << 63, u64::MAX - 7, u64::MAX];

/// Every command that reads or writes files.
const COMMANDS: [&str; 29] = [
    "list bad",
    "list --json bad",
    "inspect bad",
    "verify bad",
    "supports gfx906 bad",
    "size --by kernel bad",
    "diff bad bad",
    "extract --dir folder bad",
    "unbundle bad hip-amdgcn-amd-amdhsa--gfx906=out",
    "unbundle bad --all -d folder",
    "compress bad --output out",
    "decompress bad --output out",
    "compress --dry-run bad",
    "decompress --in-place bad",
    "unpack bad --image file=out,arch=gfx906",
    "unpack bad -d folder",
    "convert --to offload-binary --lossy bad --output out",
    "convert --to bundle --lossy bad --output out",
    "embed bad --symbol code --output out",
    "prune --keep gfx906 bad --output out",
    "replace bad hip-amdgcn-amd-amdhsa--gfx906=bad --output out",
    "clang-offload-bundler -list -type=bc -input=bad",
    "clang-offload-bundler -unbundle -type=bc -targets=hip-amdgcn-amd-amdhsa--gfx906 -input=bad -output=out",
    "clang-offload-bundler -unbundle -type=a -targets=hip-amdgcn-amd-amdhsa--gfx906 -input=bad -output=out",
    "clang-offload-packager bad --image=file=out,arch=gfx906",
    "bundle -t bc --output out hip-amdgcn-amd-amdhsa--gfx906=bad",
    "bundle -t o --output out host-x86_64-unknown-linux-gnu-=bad hip-amdgcn-amd-amdhsa--gfx906=bad",
    "pack --output out --image file=bad,triple=amdgcn-amd-amdhsa,arch=gfx906,kind=hip",
    "man --dir folder",
];

fn each_with(sound: &[u8], places: &[usize]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for place in places {
        for huge in HUGE {
            let mut bytes = sound.to_vec();
            bytes[*place..place + 8].copy_from_slice(&huge.to_le_bytes());
            all.push(bytes);
        }
    }
    all
}

const BLIND: [&str; 3] = ["bundle ", "pack ", "man "];

fn all(name: &str, files: &[Vec<u8>]) {
    within(LITTLE_FOR_MANY, || all_within(name, files));
}

fn all_within(name: &str, files: &[Vec<u8>]) {
    let bench = Bench::new();
    let mut refused = 0;
    for (at, bytes) in files.iter().enumerate() {
        let sound = bench
            .on(name, bytes, "verify bad --allow unknown-content")
            .status
            .success();
        refused += usize::from(!sound);
        for words in COMMANDS {
            let what = format!("{name} {at}: {words}");
            let output = bench.on(&what, bytes, words);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(
                !said.contains("memory allocation") && !said.contains("panicked"),
                "{what}: {}",
                told(&output)
            );
            let written = bench.take_outputs();
            let blind = BLIND.iter().any(|blind| words.starts_with(blind));
            assert!(
                written.is_empty() || output.status.success() && (sound || blind),
                "{what}: {written:?} appears: {}",
                told(&output)
            );
        }
    }
    assert!(refused > 0, "{name}: nothing is wrong with any of them");
}

#[test]
fn all_commands_are_tested() {
    all_have_a_line(&writing().union(&reading()).copied().collect(), COMMANDS);
}

fn offload_binary() -> Vec<u8> {
    let bench = Bench::new();
    bench.put("in1", b"code of a device");
    let words = ["pack", "-o", "out", "--image", "file=in1,triple=amdgcn-amd-amdhsa,arch=gfx906,kind=hip"];
    let output = bench.run(&words);
    assert!(output.status.success(), "{}", told(&output));
    std::fs::read(bench.path().join("out")).unwrap()
}

fn archive(size: &str, member: &[u8]) -> Vec<u8> {
    let header = format!("{:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`\n", "member.o/", 0, 0, 0, 644);
    [b"!<arch>\n", header.as_bytes(), member].concat()
}

#[test]
fn declared_sizes_in_bundle() {
    // The number of entries, then offset, size and ID length of the entry.
    all("bundle", &each_with(&small(), &[24, 32, 40, 48]));
}

#[test]
fn declared_sizes_in_offload_binary() {
    // Size, then offset and size of the entry, then offsets, counts and sizes of its strings and image.
    all(
        "offload binary",
        &each_with(&offload_binary(), &[8, 16, 24, 40, 48, 56, 64]),
    );
}

#[test]
fn declared_sizes_in_archives() {
    let nested = bundle(&Packed::of(3, ZSTD, &each_with(&small(), &[40])[1]).bytes());
    let mut files = vec![nested.clone(), archive(&nested.len().to_string(), &nested)];
    for size in ["9999999999", "4294967296", "4294967295", "-1"] {
        files.push(archive(size, &small()));
    }
    all("archive", &files);
}

#[test]
fn declared_sizes_in_objects_and_bitcode() {
    let elf = std::fs::read(offload_bundle_testing::fixtures().join("objects/hip.22.o")).unwrap();
    assert_eq!(&elf[..6], b"\x7fELF\x02\x01");
    let sections = usize::try_from(u64::from_le_bytes(elf[40..48].try_into().unwrap())).unwrap();
    // The section table, then offset and size of the first sections.
    let places = [40, sections + 64 + 24, sections + 64 + 32, sections + 128 + 24, sections + 128 + 32];
    let mut files = each_with(&elf, &places);
    // Bitcode with a wrapper and blocks longer than the file.
    let wrapper = [0xde, 0xc0, 0x17, 0x0b, 0, 0, 0, 0, 20, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 7, 0, 0, 1];
    let block = [b"BC\xc0\xde\x35\x14\0\0".as_slice(), &[0xff; 24]].concat();
    files.extend([[&wrapper[..], &block].concat(), block]);
    all("object file", &files);
}

#[test]
fn truncated_files_of_every_kind() {
    let host = "host-x86_64-unknown-linux-gnu-";
    let marker = |word: &str| format!("\n# __CLANG_OFFLOAD_BUNDLE__{word}__ {host}\n");
    let text = [marker("__START"), "host".to_owned(), marker("__END")]
        .concat()
        .into_bytes();
    let elf = std::fs::read(offload_bundle_testing::fixtures().join("objects/hip.22.o")).unwrap();
    let packed = Packed::of(3, ZSTD, &small()).bytes();
    let member = archive(&small().len().to_string(), &small());
    let mut files = vec![Vec::new(), b"no bundle\n".to_vec()];
    for whole in [small(), packed, offload_binary(), member, elf, text] {
        files.extend([1, whole.len() / 2, whole.len() - 2].map(|len| whole[..len].to_vec()));
    }
    all("cut", &files);
}
