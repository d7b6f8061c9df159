//! Every rule of the schema language has a case that breaks it: an edit of a valid schema, with the exact problems.
//! `cases` describes the file format in `problems/`. `BLESS=1` rewrites the problems; review the difference.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::panic)]

mod cases;

use std::collections::BTreeSet;
use std::fs;

use cases::{Case, cases};
use offload_bundle_codegen::{Source, generate};

fn found(sources: &[Source]) -> BTreeSet<String> {
    let problems = generate(sources).err().unwrap_or_default();
    problems.iter().map(ToString::to_string).collect()
}

fn bless() {
    for path in cases::files() {
        let text = fs::read_to_string(&path).unwrap();
        let mut cases = cases::read(&text).into_iter();
        let of_case = |piece: &str| {
            let lines = piece.lines().filter(|line| !line.starts_with('!'));
            let edit: String = lines.map(|line| format!("{line}\n")).collect();
            let problems = found(&cases.next().unwrap().sources);
            let problems: String = problems.iter().map(|problem| format!("! {problem}\n")).collect();
            format!("\n== {}\n{problems}", edit.trim_end_matches('\n'))
        };
        let (head, body) = text.split_at(text.find("== ").unwrap());
        let pieces = format!("\n{body}");
        let written: String = pieces.split("\n== ").skip(1).map(of_case).collect();
        fs::write(&path, format!("{}{}", head, written.trim_start_matches('\n'))).unwrap();
    }
}

fn compare(name: &str, sources: &[Source], wanted: &BTreeSet<String>) -> String {
    let found = found(sources);
    let missing = wanted
        .difference(&found)
        .map(|problem| format!("{name}: not reported: {problem}\n"));
    let extra = found
        .difference(wanted)
        .map(|problem| format!("{name}: reported: {problem}\n"));
    missing.chain(extra).collect()
}

#[test]
fn cases_report_expected_problems() {
    if std::env::var_os("BLESS").is_some() {
        bless();
    }
    let mut names = BTreeSet::new();
    let wrong = cases().into_iter().map(|Case { name, sources, problems }| {
        assert!(names.insert(name.clone()), "two cases are called {name}");
        assert!(!problems.is_empty(), "{name} says no problem");
        compare(&name, &sources, &problems)
    });
    let wrong: String = wrong.collect();
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn bases_are_valid() {
    let wrong = cases::bases()
        .into_iter()
        .map(|base| compare(&base.name, &base.sources, &BTreeSet::new()));
    let wrong: String = wrong.collect();
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// An unrelated mistake, for the last line of a schema.
const ANOTHER: &str = "doc-ref: 7\n";

#[test]
fn mistakes_are_reported_next_to_another() {
    let mut wrong = String::new();
    for Case { name, mut sources, mut problems } in cases() {
        // Only mappings of a known dialect in block style, without this key, can have the mistake.
        let takes = |source: &&mut Source| -> bool {
            let body = source.text.lines().filter(|line| !line.starts_with('#'));
            let top: Vec<&str> = body.filter(|line| !line.starts_with([' ', '-'])).collect();
            let known = source.name.ends_with(".ksy")
                || top
                    .iter()
                    .any(|line| matches!(*line, "dialect: text" | "dialect: ids" | "dialect: placement"));
            known && !top.iter().any(|line| line.starts_with("doc-ref:"))
        };
        let Some(changed) = sources.iter_mut().find(|source| takes(source)) else {
            continue;
        };
        let line = changed.text.lines().count() + 1;
        changed.text.push_str(ANOTHER);
        problems.insert(format!(
            "{}:{line}:10: /doc-ref: expected text, found the number 7; put it in quotes if it is meant as text",
            changed.name
        ));
        wrong.push_str(&compare(&format!("{name} beside another"), &sources, &problems));
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
