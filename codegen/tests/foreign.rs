//! Schemas in plain Kaitai Struct, in the style of public ones, and as hard: what is read of the sample files beside them, and that no
//! damage does harm. The expected values are those of the official reader: `cargo xtask kaitai --foreign codegen/tests/foreign` compares.
//! `BLESS=1` writes what is read now.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::Source;
use offload_bundle_codegen::foreign::{self, Foreign};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign")
}

fn source(name: &str) -> Source {
    let name = format!("{name}.ksy");
    Source { text: fs::read_to_string(folder().join(&name)).unwrap(), name }
}

/// Every schema by its name, with its samples.
fn all() -> BTreeMap<String, (Foreign, Vec<PathBuf>)> {
    let paths = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.collect();
    paths.sort();
    let stem = |path: &Path| {
        path.file_name()
            .unwrap()
            .to_string_lossy()
            .split('.')
            .next()
            .unwrap()
            .to_owned()
    };
    let names = paths
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "ksy"));
    let read = names.map(|path| {
        let name = stem(path);
        let mut sources = vec![source(&name)];
        let imports = foreign::imports(&sources[0]);
        sources.extend(imports.iter().map(|import| source(import)));
        let samples = paths
            .iter()
            .filter(|path| stem(path) == name && path.extension().is_some_and(|end| end == "bin"));
        let samples: Vec<PathBuf> = samples.cloned().collect();
        let foreign = foreign::read(&sources).unwrap_or_else(|problems| panic!("{name}: {problems:#?}"));
        (name, (foreign, samples))
    });
    read.collect()
}

#[test]
fn samples_are_read_as_the_official_reader_reads_them() {
    let mut found = serde_json::Map::new();
    for (name, (foreign, samples)) in all() {
        assert!(!samples.is_empty(), "{name}");
        for sample in samples {
            let value = foreign.value(&fs::read(&sample).unwrap());
            let value = value.unwrap_or_else(|error| panic!("{}: {error}", sample.display()));
            found.insert(sample.file_name().unwrap().to_string_lossy().into_owned(), value);
        }
    }
    let path = folder().join("expected.json");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, serde_json::to_string_pretty(&found).unwrap() + "\n").unwrap();
    }
    let expected: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    for (name, value) in &found {
        assert_eq!(Some(value), expected.get(name), "{name}");
    }
    assert_eq!(found.len(), expected.as_object().unwrap().len());
}

#[test]
fn damaged_files_are_refused_or_read_and_errors_have_a_place() {
    for (name, (foreign, samples)) in all() {
        for sample in samples {
            let whole = fs::read(&sample).unwrap();
            for len in 0..whole.len() {
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
