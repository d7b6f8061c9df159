//! Schemas in plain Kaitai Struct, in the style of public ones and as complex: all are accepted, sample files are read
//! as expected, and damaged files do no harm. `BLESS=1` rewrites `expected.json`; `cargo xtask kaitai --foreign
//! codegen/tests/foreign --all` compares with the official reader.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::foreign::{self, Foreign};
use offload_bundle_core::bytes::{Bytes, length};
use offload_bundle_core::describe::NullDescriber;
use offload_bundle_core::error::Stop;
use serde_json::{Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign")
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

type Sample = (String, Vec<u8>);

fn all() -> Vec<(Foreign, Vec<Sample>)> {
    let mut imported = BTreeSet::new();
    let mut without = Vec::new();
    let names = names(&folder())
        .into_iter()
        .filter_map(|name| Some(name.strip_suffix(".ksy")?.to_owned()));
    let read = names.map(|name| {
        let sources = foreign::sources(&format!("{name}.ksy"), |name| {
            fs::read_to_string(folder().join(name)).ok()
        });
        imported.extend(sources.iter().skip(1).map(|source| source.name.clone()));
        let foreign = foreign::read(&sources).unwrap_or_else(|problems| panic!("{name}: {problems:#?}"));
        let beside = folder().join("samples").join(&name);
        let samples = self::names(&beside).into_iter().map(|sample| {
            let bytes = fs::read(beside.join(&sample)).unwrap();
            (format!("{name}/{sample}"), bytes)
        });
        let samples: Vec<_> = samples.collect();
        if samples.is_empty() {
            without.push(format!("{name}.ksy"));
        }
        (foreign, samples)
    });
    let read = read.collect();
    // Imported schemas are covered by samples of their users.
    assert!(
        without.iter().all(|name| imported.contains(name)),
        "{without:?} have no samples"
    );
    read
}

#[test]
fn samples_match_expected_values() {
    let mut found = serde_json::Map::new();
    for (foreign, samples) in all() {
        let read = samples.into_iter().map(|(name, bytes)| {
            let value = foreign.value(&bytes);
            (
                name,
                value.unwrap_or_else(|error| json!({ "refused": error.problem.code() })),
            )
        });
        let read: Vec<_> = read.collect();
        let is_sound = |(_, value): &(String, Value)| value.get("refused").is_none();
        assert!(read.is_empty() || read.iter().any(is_sound), "{read:?}");
        found.extend(read);
    }
    let path = folder().join("expected.json");
    if std::env::var_os("BLESS").is_some() {
        let lines = found.iter().map(|(name, value)| format!("{}: {value}", json!(name)));
        fs::write(&path, format!("{{\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n"))).unwrap();
    }
    let expected: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    for (name, value) in &found {
        assert_eq!(Some(value), expected.get(name), "{name}");
    }
    assert_eq!(found.len(), expected.as_object().unwrap().len());
}

/// The maximum number of damaged places in a sample.
const DAMAGED: usize = 100;

#[test]
fn damaged_files_are_read_or_refused() {
    for (foreign, samples) in all() {
        for (name, whole) in samples {
            for len in (0..whole.len()).step_by(whole.len().div_ceil(DAMAGED).max(1)) {
                if let Err(error) = foreign.value(&whole[..len]) {
                    assert!(!error.path.is_empty(), "{name}: {error}");
                    assert!(error.offset <= u64::try_from(len).unwrap(), "{name}: {error}");
                }
                for number in [0_u8, 0x7f, 0xff] {
                    let mut copy = whole.clone();
                    copy[len..].iter_mut().take(4).for_each(|byte| *byte = number);
                    let _ = foreign.value(&copy);
                }
            }
        }
    }
}

#[test]
fn window_reads_like_file_or_requests_more() {
    for (foreign, samples) in all() {
        for (name, whole) in samples {
            let fault = |bytes| foreign.tree().describe(bytes, &mut NullDescriber).err();
            let of_whole = fault(Bytes::new(&whole));
            for len in (0..whole.len()).step_by(whole.len().div_ceil(DAMAGED).max(1)) {
                let error = fault(Bytes::windowed(&whole[..len], length(&whole)));
                match error.clone().map(Stop::from).and_then(|stop| stop.needs()) {
                    Some(upto) => {
                        let len = u64::try_from(len).unwrap();
                        assert!(upto > len && upto <= length(&whole), "{name}: {upto} of {len}");
                    }
                    None => assert_eq!(error, of_whole, "{name}: the first {len}"),
                }
            }
        }
    }
}
