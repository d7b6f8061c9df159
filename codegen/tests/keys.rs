//! Checks that a key of a grammar, placement schema or command line is a single field, named in at most four files.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The files that name a key: the model, the table, a check and a use.
const MOST: usize = 4;

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        match path.is_dir() {
            true if !["tests", "testing"].contains(&name) => sources(&path, found),
            false if name.ends_with(".rs") && !["tests.rs", "tiny.rs"].contains(&name) => found.push(path),
            _ => {}
        }
    }
}

fn words(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let lines = code.lines().map(|line| line.split("//").next().unwrap());
    let words = lines.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    words.map(str::to_owned).collect()
}

/// The fields of mappings that fill a table of `core` directly, with the number of mappings.
fn keys(model: &Path) -> BTreeMap<String, usize> {
    let (mut filling, mut all) = (BTreeSet::new(), BTreeMap::new());
    let mut files = Vec::new();
    sources(model, &mut files);
    for file in files {
        let (text, mut fills) = (fs::read_to_string(file).unwrap(), false);
        for line in text.lines() {
            if line.ends_with('{') {
                fills = line.starts_with("    for<'a> core::");
            }
            let said = line
                .strip_prefix("        ")
                .filter(|_| fills || line.contains(" pub "));
            for field in said.unwrap_or_default().split(", ") {
                let field = field
                    .trim_start_matches("pub ")
                    .split([':', ',', ';', ' '])
                    .next()
                    .unwrap();
                if field.starts_with(|first: char| first.is_ascii_lowercase()) {
                    *all.entry(field.to_owned()).or_insert(0) += 1;
                    filling.extend(fills.then(|| field.to_owned()));
                }
            }
        }
    }
    all.retain(|field, _| filling.contains(field));
    all
}

#[test]
fn key_is_named_in_few_files() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&crate_folder.join("src"), &mut files);
    sources(&crate_folder.join("../core/src"), &mut files);
    // Exclude the second target language, and pages.
    let is_page = |file: &Path| {
        file.file_name()
            .is_some_and(|name| name.to_string_lossy().ends_with("_page.rs"))
    };
    files.retain(|file| !file.starts_with(crate_folder.join("src/c")) && !is_page(file));
    let files: Vec<_> = files.iter().map(|file| (file, words(file))).collect();
    // Words with several meanings cannot be counted.
    let keys = keys(&crate_folder.join("src/model"));
    let told = keys.iter().filter(|(key, count)| {
        **count == 1
            && key.contains('_')
            && !["at_least", "at_most", "code_object", "file_type"].contains(&key.as_str())
    });
    let told: Vec<&String> = told.map(|(key, _)| key).filter(|key| !key.starts_with('_')).collect();
    assert!(told.len() > 10, "{told:?}");
    for key in told {
        let named: Vec<_> = files.iter().filter(|(_, words)| words.contains(key)).collect();
        let named: Vec<_> = named.iter().map(|(file, _)| file).collect();
        assert!(named.len() <= MOST, "`{key}` is in {} files: {named:?}", named.len());
    }
}
