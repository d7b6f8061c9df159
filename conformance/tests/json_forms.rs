//! `--json` is documented: every command prints just the keys that its page shows, and all of them somewhere.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use md5::{Digest, Md5};
use offload_bundle_conformance::program::{run, told};
use serde_json::Value;

const ID: &str = "hip-amdgcn-amd-amdhsa--gfx906";

/// The keys that the generated page of the command line shows, by command.
fn documented() -> BTreeMap<String, BTreeSet<String>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated/docs/command-line.md");
    let page = fs::read_to_string(page).unwrap();
    let sections = page.split("\n## `").skip(1).filter_map(|section| {
        let (name, rest) = section.split_once('`')?;
        let (_, table) = rest.split_once("\nAs JSON: ")?;
        let rows = table.lines().skip(1).skip_while(|line| line.is_empty());
        let rows = rows.take_while(|line| line.starts_with('|')).skip(2);
        let keys = rows.map(|row| row.split('`').nth(1).unwrap().to_owned());
        Some((name.to_owned(), keys.collect()))
    });
    sections.collect()
}

/// The keys of `value`, each behind those it is in. What a `*` in `known` stands for is not looked at.
fn keys(value: &Value, outer: &str, known: &BTreeSet<String>, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| keys(item, outer, known, found)),
        Value::Object(entries) => {
            let any = format!("{outer}*");
            if known.contains(&any) {
                found.insert(any);
                return;
            }
            for (key, inner) in entries {
                let key = format!("{outer}{key}");
                keys(inner, &format!("{key}."), known, found);
                found.insert(key);
            }
        }
        _ => {}
    }
}

/// The bytes in a compressed bundle of version 2, whatever they are.
fn wrapped(bytes: &[u8]) -> Vec<u8> {
    let data = zstd::encode_all(bytes, 3).unwrap();
    let digest = Md5::digest(bytes);
    let number = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
    let head: [&[u8]; 3] = [b"CCOB\x02\0\x01\0", &number(24 + data.len()), &number(bytes.len())];
    [&head.concat(), &digest[..8], &data].concat()
}

/// `library` with the section of the bundles as one without bytes. ELF of 64 bits, least byte first.
fn without_bytes(library: &[u8]) -> Vec<u8> {
    let number = |at: u64, len: usize| {
        let at = usize::try_from(at).unwrap();
        let bytes = library[at..at + len].iter().rev();
        bytes.fold(0, |number, byte| number << 8 | u64::from(*byte))
    };
    let header = |index: u64| number(40, 8) + index * number(58, 2);
    let names = number(header(number(62, 2)) + 24, 8);
    let named = |index: u64| {
        let at = usize::try_from(names + number(header(index), 4)).unwrap();
        library[at..].starts_with(b".hip_fatbin\0")
    };
    let index = (0..number(60, 2)).find(|index| named(*index)).unwrap();
    let mut changed = library.to_vec();
    changed[usize::try_from(header(index) + 4).unwrap()] = 8;
    // Another section says where they are.
    let (old, new) = (b".hipFatBinSegment\0", b".rocm_kpack_ref\0\0\0");
    let at = changed.windows(old.len()).position(|window| window == old).unwrap();
    changed[at..at + new.len()].copy_from_slice(new);
    changed
}

/// Files for every form of answer.
fn files(folder: &Path) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let read = |name: &str| fs::read(fixtures.join(name)).unwrap();
    let packed = read("compressed/device.22.hipfb");
    let mut flipped = packed.clone();
    flipped[24] ^= 1;
    let mut plain = read("hip/device.22.hipfb");
    // The last code object is cut.
    plain.truncate(plain.len() - 1);
    let library = read("objects/hip.22.so");
    let elsewhere = without_bytes(&library);
    for (name, bytes) in [
        ("packed", packed.as_slice()),
        ("flipped", &flipped),
        ("cut", &plain),
        ("cut inside", &wrapped(&plain)),
        ("library", &library),
        ("elsewhere", &elsewhere),
        ("none", b"no bundle"),
        ("code", b"code"),
    ] {
        fs::write(folder.join(name), bytes).unwrap();
    }
}

#[test]
fn every_command_prints_the_keys_of_its_page() {
    let documented = documented();
    let folder = tempfile::tempdir().unwrap();
    files(folder.path());
    let entry = format!("{ID}=code");
    let wanted = format!("{ID}=out2");
    let runs: &[(&str, &[&str])] = &[
        ("bundle", &["-t", "bc", "--compress", "-o", "out", &entry]),
        ("unbundle", &["packed", "--explain", &wanted]),
        ("extract", &["packed", "library", "-d", "parts"]),
        ("compress", &["packed", "-o", "out"]),
        ("decompress", &["packed", "-o", "out"]),
        (
            "list",
            &["--lenient", "packed", "cut inside", "library", "elsewhere", "none"],
        ),
        ("inspect", &["packed", "flipped", "cut inside", "library", "none"]),
        ("verify", &["packed", "flipped", "library", "elsewhere", "none"]),
        ("target parse", &[ID]),
        ("target canonical", &[ID]),
        ("target compat", &[ID, ID]),
        ("formats", &[]),
        ("completions", &["bash"]),
        ("man", &[]),
    ];
    let ran: BTreeSet<&str> = runs.iter().map(|(command, _)| *command).collect();
    assert_eq!(
        ran,
        documented.keys().map(String::as_str).collect(),
        "every command is run"
    );
    for (command, words) in runs {
        let words: Vec<&str> = command
            .split(' ')
            .chain(["--json"])
            .chain(words.iter().copied())
            .collect();
        let output = run(folder.path(), &words);
        let value: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{words:?}: {error}: {}", told(&output)));
        let known = &documented[*command];
        let mut found = BTreeSet::new();
        keys(&value, "", known, &mut found);
        let unknown: Vec<_> = found.difference(known).collect();
        let unseen: Vec<_> = known.difference(&found).collect();
        assert!(
            unknown.is_empty(),
            "{words:?} prints what `json:` does not tell: {unknown:?}"
        );
        assert!(
            unseen.is_empty(),
            "{words:?} does not print what `json:` tells: {unseen:?}\n{}",
            told(&output)
        );
    }
}
