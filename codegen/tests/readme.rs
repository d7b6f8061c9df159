//! `schemas/README.md` tells the truth: its tables hold exactly the keys that schemas may have, and its example is what is generated.
//! `BLESS=1` rewrites the example.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::yaml::{Node, Value};
use offload_bundle_codegen::{Source, generate};

/// A key that no mapping takes, and nothing is near to.
const UNKNOWN: &str = "zzzzzzzzzzzzzzzzzzzz";

fn schemas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas")
}

fn sources(keep: impl Fn(&str) -> bool) -> Vec<Source> {
    let mut sources: Vec<Source> = fs::read_dir(schemas())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path))
        .filter(|(name, _)| (name.ends_with(".ksy") || name.ends_with(".yaml")) && keep(name))
        .map(|(name, path)| Source { text: fs::read_to_string(path).unwrap(), name: format!("schemas/{name}") })
        .collect();
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    sources
}

/// Binary layouts that use what the project's own schemas do not.
fn binary_features() -> Vec<Source> {
    let features = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/features");
    let folders = fs::read_dir(features).unwrap().map(|entry| entry.unwrap().path());
    let schemas = folders
        .map(|folder| folder.join("schema.ksy"))
        .filter(|path| path.exists());
    schemas
        .map(|path| Source { name: "schemas/feature.ksy".to_owned(), text: fs::read_to_string(path).unwrap() })
        .collect()
}

/// The places (line, column) of the first keys of all mappings below `node`, and whether the mapping is written in braces.
fn mappings(node: &Node, found: &mut Vec<(usize, usize)>) {
    match &node.value {
        Value::Map(entries) => {
            if let Some((key, _)) = entries.first() {
                found.push((key.line as usize, key.column as usize));
            }
            entries.iter().for_each(|(_, child)| mappings(child, found));
        }
        Value::List(items) => items.iter().for_each(|item| mappings(item, found)),
        _ => {}
    }
}

/// The schema with an unknown key in front of every mapping.
fn with_unknown_keys(text: &str) -> String {
    let mut places = Vec::new();
    mappings(&Node::parse("x", text).unwrap(), &mut places);
    places.sort();
    places.dedup();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (line, column) in places.into_iter().rev() {
        let line = &mut lines[line - 1];
        let at = line.char_indices().nth(column - 1).map_or(line.len(), |(at, _)| at);
        let (before, after) = line.split_at(at);
        let braces = before.trim_end().ends_with('{');
        let separator = if braces {
            ", ".to_owned()
        } else {
            format!("\n{}", " ".repeat(column - 1))
        };
        *line = format!("{before}{UNKNOWN}: 0{separator}{after}");
    }
    lines.join("\n") + "\n"
}

/// Every mapping that the schemas have, with the keys that it takes: (the words problems call it, key). Asked of the generator
/// itself, which answers an unknown key with the known ones.
fn known_keys(source: &Source) -> BTreeSet<(String, String)> {
    let asked = Source { name: source.name.clone(), text: with_unknown_keys(&source.text) };
    let problems = generate(&[asked]).err().unwrap_or_default();
    let answers = problems
        .iter()
        .filter(|problem| problem.found == format!("`{UNKNOWN}`"));
    let answers = answers.filter_map(|problem| problem.hint.split_once(" takes: "));
    answers
        .flat_map(|(what, keys)| keys.split(", ").map(|key| (what.to_owned(), key.to_owned())))
        .collect()
}

/// The rows of the README's tables in the section of `file`: (on, key).
fn rows(readme: &str, file: &str) -> BTreeSet<(String, String)> {
    let Some((_, section)) = readme.split_once(&format!("## Keys of `{file}`")) else {
        return BTreeSet::new();
    };
    let section = section.split("\n## ").next().unwrap();
    let cells = section.lines().filter(|line| line.starts_with("| `")).map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        (cells[2].to_owned(), cells[1].trim_matches('`').to_owned())
    });
    cells.collect()
}

#[test]
fn the_tables_hold_exactly_the_keys_that_schemas_take() {
    let readme = fs::read_to_string(schemas().join("README.md")).unwrap();
    let mut wrong = String::new();
    let mut known: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for source in sources(|_| true).iter().chain(&binary_features()) {
        let name = source.name.trim_start_matches("schemas/");
        // All binary layouts are of one dialect; every other dialect has one schema.
        let file = if name.ends_with(".ksy") { "NAME.ksy" } else { name };
        known.entry(file.to_owned()).or_default().extend(known_keys(source));
    }
    for (file, wanted) in known {
        let shown = rows(&readme, &file);
        for (on, key) in wanted.difference(&shown) {
            wrong.push_str(&format!("{file}: missing: | `{key}` | {on} |\n"));
        }
        for (on, key) in shown.difference(&wanted) {
            wrong.push_str(&format!("{file}: no such key: | `{key}` | {on} |\n"));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// The lines of `text` from the one that begins with `first` up to the one that begins with `last`.
fn excerpt(text: &str, first: &str, last: &str) -> String {
    let lines = text.lines().skip_while(|line| !line.starts_with(first));
    let mut taken: Vec<&str> = lines.clone().take_while(|line| !line.starts_with(last)).collect();
    assert!(!taken.is_empty(), "no line begins with {first:?}");
    while taken.last().is_some_and(|line| line.is_empty()) {
        taken.pop();
    }
    let indent = taken
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min();
    let lines = taken
        .iter()
        .map(|line| format!("{}\n", line.get(indent.unwrap_or(0)..).unwrap_or("")));
    lines.collect()
}

#[test]
fn the_example_is_what_is_generated() {
    let path = schemas().join("README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let (before, rest) = readme.split_once("<!-- example: begin").unwrap();
    let (old, after) = rest.split_once("<!-- example: end -->").unwrap();
    let (note, _) = old.split_once("-->\n").unwrap();
    let schema = fs::read_to_string(schemas().join("text_bundle.yaml")).unwrap();
    let generated = fs::read_to_string(schemas().join("../generated/src/text_bundle/mod.rs")).unwrap();
    let new = format!(
        "{note}-->\nFrom `text_bundle.yaml`:\n\n```yaml\n{}```\n\nFrom `generated/src/text_bundle/mod.rs`:\n\n```rust\n{}```\n",
        excerpt(&schema, "    - id: start", "    - id: code_object"),
        excerpt(&generated, "impl Marks", "/// Why"),
    );
    let readme_now = format!("{before}<!-- example: begin{new}<!-- example: end -->{after}");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &readme_now).unwrap();
    } else {
        assert!(
            readme == readme_now,
            "the example of schemas/README.md is stale: BLESS=1 cargo test -p offload-bundle-codegen --test readme"
        );
    }
}
