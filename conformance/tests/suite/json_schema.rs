//! The published JSON Schemas match the types and accept the files that they describe. `BLESS=1` writes them.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use jsonschema::Validator;
use offload_bundle_conformance::case::{Case, OPERATIONS};
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::json_schema::json_schemas;
use offload_bundle_conformance::protocol::{describe_line, question_line};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_offload-bundle-conformance");

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn validator(name: &str) -> Validator {
    let text = std::fs::read_to_string(folder("json-schema").join(format!("{name}.json"))).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

fn check(schema: &Validator, value: &Value, what: &dyn std::fmt::Display) {
    let wrong: Vec<String> = schema
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path))
        .collect();
    let wrong: String = wrong.join("\n").chars().take(2000).collect();
    assert!(wrong.is_empty(), "{what}: {wrong}");
}

#[test]
fn published_schemas_match_types() {
    for (name, schema) in json_schemas() {
        let path = folder("json-schema").join(format!("{name}.json"));
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("BLESS").is_some() {
            std::fs::create_dir_all(folder("json-schema")).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let published = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            published == text,
            "{} is stale: BLESS=1 cargo test -p offload-bundle-conformance --test suite json_schema",
            path.display()
        );
    }
    let files = std::fs::read_dir(folder("json-schema")).unwrap().count();
    assert_eq!(files, json_schemas().len(), "a schema belongs to no type");
}

#[test]
fn case_files_match_schemas() {
    let schema = validator("cases");
    let mut folders = vec![folder("cases")];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "json") {
                let text = std::fs::read_to_string(&path).unwrap();
                check(&schema, &serde_json::from_str(&text).unwrap(), &path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 10);
    let yaml = std::fs::read_to_string(folder("requirements.yaml")).unwrap();
    check(
        &validator("requirements"),
        &serde_yaml::from_str(&yaml).unwrap(),
        &"requirements.yaml",
    );
    let schema = validator("violators");
    for entry in std::fs::read_dir(folder("violators")).unwrap() {
        let path = entry.unwrap().path();
        if !path.ends_with("open.yaml") {
            let yaml = std::fs::read_to_string(&path).unwrap();
            check(&schema, &serde_yaml::from_str(&yaml).unwrap(), &path.display());
        }
    }
}

#[test]
fn schemas_refuse_invalid_files() {
    let case = |ask: Value| {
        json!({ "$schema": "cases.json", "about": "a", "cases": [
            { "id": "g/a", "why": "w", "level": "observed", "ask": ask, "expect": { "reject": "r" } }] })
    };
    let schema = validator("cases");
    let input = |chunk: Value| case(json!({ "op": "decompress", "input": [chunk] }));
    assert!(schema.is_valid(&input(json!({ "hex": "00", "note": "n" }))));
    assert!(!schema.is_valid(&input(json!({ "note": "n" }))));
    assert!(!schema.is_valid(&input(json!({ "hex": "00", "text": "n" }))));
    assert!(!schema.is_valid(&input(json!({ "octal": "00" }))));
    assert!(!schema.is_valid(&case(json!({ "op": "guess", "input": [] }))));
    let answer = validator("answer");
    assert!(answer.is_valid(&json!({ "id": "1", "rejected": "no" })));
    assert!(!answer.is_valid(&json!({ "id": "1" })));
    assert!(!answer.is_valid(&json!({ "rejected": "no" })));
}

#[test]
fn protocol_lines_match_schemas() {
    let collection = embedded::cases().unwrap();
    let resolved = |case: &Case| case.ask.try_map(|bytes| bytes.resolve(&embedded::fixture)).unwrap();
    let cases: Vec<&Case> = collection.cases().collect();
    let mut lines = vec![describe_line()];
    lines.extend(cases.iter().map(|case| question_line(&case.id, &resolved(case))));
    let schema = validator("question");
    for line in &lines {
        let shown: String = line.chars().take(100).collect();
        check(&schema, &serde_json::from_str(line).unwrap(), &shown);
    }
    let mut child = Command::new(PROGRAM)
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let text = lines.join("\n") + "\n";
    let writer = std::thread::spawn(move || questions.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let schema = validator("answer");
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), lines.len());
    let values = validator("values");
    let mut seen = BTreeSet::new();
    for (number, line) in answers.lines().enumerate() {
        let shown: String = line.chars().take(100).collect();
        let answer: Value = serde_json::from_str(line).unwrap();
        check(&schema, &answer, &shown);
        if let Some(value) = answer.get("value") {
            let op = cases[number - 1].ask.op();
            check(&values, &json!({ op: value }), &shown);
            seen.insert(op);
        }
    }
    assert_eq!(seen, BTreeSet::from(OPERATIONS));
}

#[test]
fn protocol_page_shows_an_answer_to_each_operation() {
    let page = std::fs::read_to_string(folder("../docs/reference/protocol.md")).unwrap();
    let values = validator("values");
    let mut shown = BTreeSet::new();
    for line in page.lines() {
        let cells: Vec<&str> = line.split(" | ").collect();
        let (Some(op), Some(example)) = (cells[0].strip_prefix("| `"), cells.last()) else {
            continue;
        };
        let Some(op) = OPERATIONS.iter().find(|known| op == format!("{known}`")) else {
            continue;
        };
        let Some(example) = example
            .strip_prefix("`{")
            .and_then(|example| Some(example.rsplit_once("}`")?.0))
        else {
            continue;
        };
        let value: Value = serde_json::from_str(&format!("{{{example}}}")).unwrap();
        check(&values, &json!({ *op: value }), op);
        shown.insert(*op);
    }
    assert_eq!(shown, BTreeSet::from(OPERATIONS));
    for wrong in [
        json!({ "read": { "entries": [{ "id": "a" }] } }),
        json!({ "pack": { "bytes": "abc" } }),
        json!({ "images": { "images": [{ "image_kind": 1, "offload_kind": 4, "flags": 0, "content": "", "strings": [["a", "b"]] }] } }),
        json!({ "compose": { "together": false } }),
    ] {
        assert!(!values.is_valid(&wrong), "{wrong}");
    }
}

#[test]
fn report_matches_schema() {
    let scene = tempfile::tempdir().unwrap();
    let file = scene.path().join("report.json");
    let words = ["--testee", "offload-bundle", "--filter", "target_id/", "--json"];
    let output = Command::new(PROGRAM).args(words).arg(&file).output().unwrap();
    assert!(output.status.success());
    let text = std::fs::read_to_string(file).unwrap();
    check(&validator("report"), &serde_json::from_str(&text).unwrap(), &"report");
}
