//! Every rule of the schema language has a schema that breaks it: its first lines, `# problem: …`, are the problems exactly as shown.
//! A folder `project_…` is a project of several schemas. `BLESS=1` rewrites those lines; read what it wrote.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::{Source, generate};

const MARK: &str = "# problem: ";

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    found.sort();
    found
}

fn source(path: &Path) -> Source {
    Source { name: path.file_name().unwrap().to_string_lossy().into_owned(), text: fs::read_to_string(path).unwrap() }
}

fn expected(text: &str) -> impl Iterator<Item = String> {
    text.lines()
        .map_while(|line| line.strip_prefix(MARK))
        .map(str::to_owned)
}

/// The problems of the sources, by file. Without the lines that say what they are: those would move all the others.
fn found(sources: &[Source]) -> BTreeSet<String> {
    let problems = generate(sources).err().unwrap_or_default();
    problems.iter().map(ToString::to_string).collect()
}

/// Rewrites the expectations of the files at `paths`.
fn bless(paths: &[PathBuf]) {
    loop {
        let sources: Vec<Source> = paths.iter().map(|path| source(path)).collect();
        let problems = found(&sources);
        let mut changed = false;
        for (path, source) in paths.iter().zip(&sources) {
            let body: String = source
                .text
                .lines()
                .filter(|line| !line.starts_with(MARK))
                .map(|line| format!("{line}\n"))
                .collect();
            let own = problems
                .iter()
                .filter(|problem| problem.starts_with(&format!("{}:", source.name)));
            let head: String = own.map(|problem| format!("{MARK}{problem}\n")).collect();
            changed |= head.clone() + &body != source.text;
            fs::write(path, head + &body).unwrap();
        }
        if !changed {
            return;
        }
    }
}

#[test]
fn every_rule_is_broken_by_a_schema_that_says_what_is_reported() {
    let mut wrong = String::new();
    for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems")) {
        let paths = if path.is_dir() {
            files(&path)
        } else {
            vec![path.clone()]
        };
        if std::env::var_os("BLESS").is_some() {
            bless(&paths);
        }
        let sources: Vec<Source> = paths.iter().map(|path| source(path)).collect();
        let wanted: BTreeSet<String> = sources.iter().flat_map(|source| expected(&source.text)).collect();
        let found = found(&sources);
        if wanted.is_empty() {
            wrong.push_str(&format!("{}: says no problem\n", path.display()));
        }
        for missing in wanted.difference(&found) {
            wrong.push_str(&format!("{}: not reported: {missing}\n", path.display()));
        }
        for extra in found.difference(&wanted) {
            wrong.push_str(&format!("{}: reported: {extra}\n", path.display()));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// A mistake that has nothing to do with any other, as the last line of a schema.
const ANOTHER: &str = "doc-ref: 7\n";

#[test]
fn every_mistake_is_told_beside_another() {
    let mut wrong = String::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems");
    for path in files(&folder) {
        let mut sources: Vec<Source> = match path.is_dir() {
            true => files(&path).iter().map(|path| source(path)).collect(),
            false => vec![source(&path)],
        };
        let mut wanted: BTreeSet<String> = sources.iter().flat_map(|source| expected(&source.text)).collect();
        // Where a schema can have it: one that is a mapping of a known dialect, in lines, with room for the key.
        let takes = |source: &&mut Source| -> bool {
            let body = source.text.lines().filter(|line| !line.starts_with('#'));
            let top: Vec<&str> = body.filter(|line| !line.starts_with([' ', '-'])).collect();
            let known = source.name.ends_with(".ksy")
                || top
                    .iter()
                    .any(|line| matches!(*line, "dialect: text" | "dialect: ids" | "dialect: placement"));
            known && source.text.ends_with('\n') && !top.iter().any(|line| line.starts_with("doc-ref:"))
        };
        let Some(changed) = sources.iter_mut().find(|source| takes(source)) else {
            continue;
        };
        let line = changed.text.lines().count() + 1;
        changed.text.push_str(ANOTHER);
        wanted.insert(format!(
            "{}:{line}:10: /doc-ref: expected text, found the number 7; put it in quotes if it is meant as text",
            changed.name
        ));
        let found = found(&sources);
        for missing in wanted.difference(&found) {
            wrong.push_str(&format!("{}: not reported beside another: {missing}\n", path.display()));
        }
        for extra in found.difference(&wanted) {
            wrong.push_str(&format!("{}: reported beside another only: {extra}\n", path.display()));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
