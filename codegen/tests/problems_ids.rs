//! Every rule for ID grammars has a schema that breaks it: its first lines, `# problem: …`, are the problems exactly as shown.
//! `BLESS=1` rewrites those lines; read what it wrote.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use offload_bundle_codegen::{Source, generate};

const MARK: &str = "# problem: ";

fn found(name: &str, text: &str) -> BTreeSet<String> {
    let source = Source {
        name: name.to_owned(),
        text: text.to_owned(),
    };
    let problems = generate(&[source]).err().unwrap_or_default();
    problems.iter().map(ToString::to_string).collect()
}

/// The text with the problems that it then has; the lines that say them move the others.
fn blessed(name: &str, text: &str) -> String {
    let body: String = text
        .lines()
        .filter(|line| !line.starts_with(MARK))
        .map(|line| format!("{line}\n"))
        .collect();
    let count = found(name, &body).len();
    let moved = format!("{}{body}", format!("{MARK}\n").repeat(count));
    let head: String = found(name, &moved)
        .iter()
        .map(|problem| format!("{MARK}{problem}\n"))
        .collect();
    head + &body
}

#[test]
fn every_rule_is_broken_by_a_schema_that_says_what_is_reported() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems");
    let mut wrong = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.starts_with("ids_") {
            continue;
        }
        let mut text = fs::read_to_string(&path).unwrap();
        if std::env::var_os("BLESS").is_some() {
            text = blessed(&name, &text);
            fs::write(&path, &text).unwrap();
        }
        let wanted: BTreeSet<String> = text
            .lines()
            .map_while(|line| line.strip_prefix(MARK))
            .map(str::to_owned)
            .collect();
        let found = found(&name, &text);
        if wanted.is_empty() || wanted != found {
            wrong.push_str(&format!("{name}:\n wanted {wanted:#?}\n found {found:#?}\n"));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
