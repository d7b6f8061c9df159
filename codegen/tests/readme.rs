//! `schemas/README.md` tells the truth: its tables hold exactly the keys that schemas may have, and its example is what is generated.
//! `BLESS=1` rewrites the example.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::{Source, keys};

fn schemas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas")
}

/// The schemas in `folder`.
fn sources(folder: &Path) -> Vec<Source> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = paths.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path));
    let schemas = named.filter(|(name, _)| name.ends_with(".yaml") || name.ends_with(".ksy"));
    schemas
        .map(|(name, path)| Source { name, text: fs::read_to_string(path).unwrap() })
        .collect()
}

/// What the section of binary layouts is called that are only read.
const READER_ONLY: &str = "NAME.ksy` with `-reader-only";

/// The dialect of a schema. Binary layouts do not say theirs.
fn dialect(source: &Source) -> &str {
    if source.text.contains("\n-reader-only: ") {
        return READER_ONLY;
    }
    let mut said = source.text.lines().filter_map(|line| line.strip_prefix("dialect: "));
    said.next().unwrap_or("binary")
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
    let project = sources(&schemas());
    // What the project itself does not say, the schemas of the tests do.
    let features = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/features");
    let features = fs::read_dir(features).unwrap();
    let features = features.flat_map(|folder| sources(&folder.unwrap().path()));
    let mut taken: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for source in features.chain(project.iter().cloned()) {
        let known = taken.entry(dialect(&source).to_owned()).or_default();
        known.extend(keys(&source));
    }
    let mut wrong = String::new();
    for (of, wanted) in taken {
        // Every other dialect has one schema.
        let says = |source: &&Source| source.name.ends_with(".yaml") && dialect(source) == of;
        let of_layouts = if of == READER_ONLY { READER_ONLY } else { "NAME.ksy" };
        let file = project.iter().find(says).map_or(of_layouts, |source| &source.name);
        let shown = rows(&readme, file);
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
    let generated = fs::read_to_string(schemas().join("../generated/formats/src/text_bundle/table.rs")).unwrap();
    let new = format!(
        "{note}-->\nFrom `text_bundle.yaml`:\n\n```yaml\n{}```\n\nFrom `generated/formats/src/text_bundle/table.rs`:\n\n```rust\n{}```\n",
        excerpt(&schema, "  start:", "  content:"),
        excerpt(&generated, "    start: Marker", "    content:"),
    );
    let readme_now = format!("{before}<!-- example: begin{new}<!-- example: end -->{after}");
    if std::env::var_os("BLESS").is_some() && readme != readme_now {
        fs::write(&path, &readme_now).unwrap();
    } else {
        assert!(
            readme == readme_now,
            "the example of schemas/README.md is stale: BLESS=1 cargo test -p offload-bundle-codegen --test readme"
        );
    }
}
