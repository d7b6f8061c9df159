//! Checks that `docs/guides/write-a-schema.md` shows the output of the generator for its schemas.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::{Problem, Source, generate, warnings};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn guide() -> String {
    fs::read_to_string(root().join("docs/guides/write-a-schema.md")).unwrap()
}

fn blocks(guide: &str, language: &str) -> Vec<String> {
    let mark = format!("```{language}\n");
    let blocks = guide.split("```").skip(1).step_by(2).map(|block| format!("```{block}"));
    blocks
        .filter_map(|block| block.strip_prefix(&mark).map(str::to_owned))
        .collect()
}

fn generated(new: Option<&str>) -> Result<BTreeMap<String, String>, Vec<Problem>> {
    let names = fs::read_dir(root().join("schemas"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let schemas = names.filter(|path| path.extension().is_some_and(|end| end == "ksy" || end == "yaml"));
    let mut sources: Vec<Source> = schemas
        .map(|path| Source {
            name: format!("schemas/{}", path.file_name().unwrap().to_str().unwrap()),
            text: fs::read_to_string(&path).unwrap(),
        })
        .collect();
    sources.extend(new.map(|text| Source { name: "schemas/kernel_cache.ksy".to_owned(), text: text.to_owned() }));
    let files = generate(&sources)?;
    Ok(files.into_iter().map(|file| (file.path, file.text)).collect())
}

#[test]
fn first_schema_gives_shown_reader() {
    let guide = guide();
    let first = &blocks(&guide, "yaml")[0];
    let source = Source { name: "schemas/kernel_cache.ksy".to_owned(), text: first.clone() };
    let warnings = warnings(&[source]);
    let [Problem { span, expected, found, hint, .. }] = warnings.as_slice() else {
        panic!("{warnings:?}");
    };
    for shown in [
        format!("warning: expected {expected}, found {found}\n"),
        format!("--> schemas/kernel_cache.ksy:{}:{}\n", span.line, span.column),
        format!("= help: {hint}\n"),
        format!(" {}\n", span.path),
        written(None, first),
    ] {
        assert!(guide.contains(&shown), "{shown}");
    }
}

/// Returns the output of `cargo xtask codegen` after a schema is added or changed.
fn written(before: Option<&str>, after: &str) -> String {
    let (before, after) = (generated(before).unwrap(), generated(Some(after)).unwrap());
    let changed = after.iter().filter(|(path, text)| before.get(*path) != Some(text));
    let lines: String = changed.map(|(path, _)| format!("wrote generated/{path}\n")).collect();
    format!("\n{lines}```")
}

#[test]
fn second_schema_writes_the_shown_files() {
    let guide = guide();
    let schemas = blocks(&guide, "yaml");
    let written = written(Some(&schemas[0]), &schemas[1]);
    assert!(guide.contains(&format!("$ cargo xtask codegen{written}")), "{written}");
}

#[test]
fn programs_use_names_that_are_generated() {
    let guide = guide();
    let files = generated(Some(&blocks(&guide, "yaml")[1])).unwrap();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words = |text: &str| -> Vec<String> { text.split(|c| !is_word(c)).map(str::to_owned).collect() };
    let header = words(&files["c/offload_bundle_formats.h"]);
    let c = words(&blocks(&guide, "c")[0]);
    let c: Vec<_> = c
        .iter()
        .filter(|word| word.starts_with("ob_") || word.starts_with("OB_"))
        .collect();
    assert!(c.len() > 10 && c.iter().all(|word| header.contains(word)), "{c:?}");
    let rust = blocks(&guide, "rust").concat();
    let (_, used) = rust.split_once("kernel_cache::{").unwrap();
    let module = files
        .iter()
        .filter(|(path, _)| path.starts_with("formats/src/kernel_cache/"));
    let module: String = module.map(|(_, text)| text.as_str()).collect();
    for name in used.split('}').next().unwrap().split(", ") {
        assert!(module.contains(&format!("pub struct {name}<")), "{name}");
    }
    for call in ["entries", "id", "ofs_code", "write", "read"] {
        assert!(
            rust.contains(&format!("{call}(")) && module.contains(&format!("pub fn {call}(")),
            "{call}"
        );
    }
}
