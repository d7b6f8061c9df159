//! `docs/reference/findings.md`: every kind of finding, from the docs of the types, the rules of the schema, and real output of `verify`.
//! `BLESS=1` writes the page.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle::request::FindingCode;
use offload_bundle_conformance::embedded;
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_testing::fixtures;

use crate::support::program::run;

/// A kind of finding.
#[derive(Debug)]
struct Kind {
    meaning: String,
    fix: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// `WrongDigest` as `wrong-digest`.
fn kebab(name: &str) -> String {
    let mut word = String::new();
    for (index, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && index > 0 {
            word.push('-');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

/// The docs of the variants of an enum, by their words.
fn variants(file: &str, name: &str) -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(root().join(file)).unwrap();
    let body = text.split(&format!("pub enum {name} {{\n")).nth(1).unwrap();
    let body = body.split("\n}\n").next().unwrap();
    let (mut docs, mut word, mut found) = (Vec::new(), None, BTreeMap::new());
    for line in body.lines() {
        let Some(line) = line.strip_prefix("    ").filter(|line| !line.starts_with(' ')) else {
            continue;
        };
        if let Some(doc) = line.strip_prefix("///") {
            docs.push(doc.trim().to_owned());
        } else if let Some(attribute) = line.strip_prefix("#[strum(serialize = \"") {
            word = attribute.split('"').next().map(str::to_owned);
        } else if line.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            let variant: String = line.chars().take_while(char::is_ascii_alphanumeric).collect();
            found.insert(
                word.take().unwrap_or_else(|| kebab(&variant)),
                std::mem::take(&mut docs),
            );
        }
    }
    found
}

/// Every kind with its meaning and fix: from the docs of the types, and from the rules of the schema.
fn kinds() -> BTreeMap<String, Kind> {
    let mut kinds = BTreeMap::new();
    for (file, name) in [
        ("core/src/error/problem.rs", "Problem"),
        ("core/src/ids/code_objects.rs", "HeaderPart"),
        ("library/src/anomaly.rs", "Anomaly"),
        ("library/src/code_fault.rs", "CodeFault"),
    ] {
        for (word, docs) in variants(file, name) {
            let docs = docs.join("\n");
            let Some((meaning, fix)) = docs.split_once("\n\nFix: ") else {
                continue;
            };
            let (meaning, fix) = (meaning.replace('\n', " "), fix.replace('\n', " "));
            // Variants may share a word.
            let known: &mut Kind = kinds
                .entry(word)
                .or_insert_with(|| Kind { meaning: String::new(), fix });
            known.meaning = format!("{} {meaning}", known.meaning).trim().to_owned();
        }
    }
    let checks = variants("core/src/ids/tables/loading.rs", "LoaderCheck");
    for rule in REGISTRY.ids.machines.iter().flat_map(|machine| machine.loaders) {
        let check = checks[&kebab(&format!("{:?}", rule.checks))].join(" ");
        let meaning = format!("Rule: {check} Otherwise {}.", rule.because);
        let fix = "Build the code object again with a current compiler.".to_owned();
        kinds.insert(rule.id.to_owned(), Kind { meaning, fix });
    }
    for rule in REGISTRY.ids.composition {
        let meaning = format!("Conflict between entries of a bundle: {}.", rule.because);
        let fix = "Change, move or remove one of the two entries.".to_owned();
        kinds.insert(rule.id.to_owned(), Kind { meaning, fix });
    }
    kinds
}

/// Every word that `--allow` takes.
fn words() -> BTreeSet<String> {
    let error = FindingCode::parse(&REGISTRY, "?").unwrap_err();
    let words = error.rsplit_once(": ").unwrap().1;
    words.split(", ").map(str::to_owned).collect()
}

/// Real lines of `verify` by code, the shortest of each: of the fixtures and of the inputs of the conformance cases.
fn examples() -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let mut examples: BTreeMap<String, String> = BTreeMap::new();
    let mut add = |bytes: &[u8]| {
        fs::write(folder.path().join("file"), bytes).unwrap();
        let output = run(folder.path(), &["verify", "file"]);
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let severity = ["error[", "warning[", "note["].iter().find(|word| line.contains(*word));
            let code = severity.and_then(|word| line.split_once(word)?.1.split_once("]: "));
            let Some((code, _)) = code.filter(|_| line.is_ascii() && line.len() < 240) else {
                continue;
            };
            let known: &mut String = examples.entry(code.to_owned()).or_insert_with(|| line.to_owned());
            if line.len() < known.len() {
                line.clone_into(known);
            }
        }
    };
    let collection = embedded::cases().unwrap();
    let known = RefCell::new(BTreeSet::new());
    for case in collection.cases() {
        let inputs = RefCell::new(Vec::new());
        let resolved = case.ask.try_map(|bytes| {
            let bytes = bytes.resolve(&embedded::fixture)?;
            inputs.borrow_mut().push(bytes);
            Ok::<_, offload_bundle_conformance::case::BytesError>(())
        });
        resolved.unwrap();
        for bytes in inputs.into_inner() {
            if bytes.len() < 100_000 && known.borrow_mut().insert(bytes.clone()) {
                add(&bytes);
            }
        }
    }
    for path in ["hip/device.22.hipfb", "objects/hip.22.so"] {
        add(&fs::read(fixtures().join(path)).unwrap());
    }
    examples
}

fn page() -> String {
    let (kinds, examples) = (kinds(), examples());
    let mut page = String::from(
        "<!-- Generated by `BLESS=1 cargo test -p offload-bundle-cli --test commands findings`. Do not edit. -->\n\n\
         # Findings of `verify`\n\n\
         Each finding has a stable code in brackets, which `verify --allow CODE` suppresses. An `error` breaks the format, or a loader \
         refuses the code. A `warning` can cause trouble. A `note` is information.\n",
    );
    for (code, Kind { meaning, fix }) in &kinds {
        page.push_str(&format!("\n## `{code}`\n\n{meaning}\n"));
        if let Some(example) = examples.get(code) {
            page.push_str(&format!("\n```text\n{example}\n```\n"));
        }
        page.push_str(&format!("\nFix: {fix}\n"));
    }
    page
}

#[test]
fn every_finding_is_explained() {
    let explained: BTreeSet<String> = kinds().into_keys().collect();
    assert_eq!(explained, words());
}

#[test]
fn findings_page_is_fresh() {
    let path = root().join("docs/reference/findings.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, page).unwrap();
    } else {
        let written = fs::read_to_string(&path).unwrap();
        assert!(written == page, "{} is stale: write it with BLESS=1", path.display());
    }
}
