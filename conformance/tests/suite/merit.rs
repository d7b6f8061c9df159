//! Empty answers, universal refusals and runs without verdicts do not pass.

use std::path::Path;
use std::process::{Command, Output};

use offload_bundle_conformance::case::OPERATIONS;
use offload_bundle_conformance::embedded;

/// Runs the suite on a testee that declares `ops` and always gives `answer`.
fn asked(folder: &Path, ops: &[&str], answer: &str, words: &[&str]) -> Output {
    let script = folder.join("testee.sh");
    let ops: Vec<String> = ops.iter().map(|op| format!("\"{op}\"")).collect();
    let text = format!(
        "read line; echo '{{\"name\": \"t\", \"version\": \"1\", \"protocol\": 1, \"ops\": [{}]}}'\nwhile read -r line; do\n  \
         id=${{line#*'\"id\":\"'}}; echo '{{\"id\": \"'\"${{id%%'\"'*}}\"'\", {answer}}}'\ndone\n",
        ops.join(", ")
    );
    std::fs::write(&script, text).unwrap();
    let pipe = format!("sh {}", script.display());
    let program = env!("CARGO_BIN_EXE_offload-bundle-conformance");
    Command::new(program)
        .args(["--pipe", &pipe])
        .args(words)
        .output()
        .unwrap()
}

fn totals(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn silent_and_refusing_testees_pass_nothing() {
    let scene = tempfile::tempdir().unwrap();
    let group = "binary_bundle/entries/";
    let collection = embedded::cases().unwrap();
    let of_group = || collection.cases().filter(|case| case.id.starts_with(group));
    // Every refused case here names an accepted neighbour.
    let refusals = of_group().filter(|case| case.neighbour.is_some()).count();
    let others = of_group().count() - refusals;
    assert!(refusals > 0 && others > 0);
    for (answer, expected) in [
        ("\"part\": {}", format!("  0/{} passed ·", refusals + others)),
        ("\"rejected\": \"no\"", format!("  0/{others} passed ·")),
    ] {
        let output = asked(scene.path(), &OPERATIONS, answer, &["--filter", group]);
        let line = totals(&output);
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert!(line.contains(&expected), "{line}");
        let is_inconclusive = line.contains(&format!(" · {refusals} inconclusive · "));
        assert_eq!(is_inconclusive, answer.contains("rejected"), "{line}");
    }
}

#[test]
fn unselected_neighbour_is_asked() {
    let scene = tempfile::tempdir().unwrap();
    let ours = Command::new(env!("CARGO_BIN_EXE_offload-bundle-conformance"))
        .args(["--testee", "offload-bundle", "--filter", "offload_binary/damage/"])
        .output()
        .unwrap();
    assert_eq!(ours.status.code(), Some(0));
    assert!(!totals(&ours).contains("inconclusive"), "{}", totals(&ours));
    let refuses = asked(
        scene.path(),
        &OPERATIONS,
        "\"rejected\": \"no\"",
        &["--filter", "offload_binary/damage/version"],
    );
    assert_eq!(refuses.status.code(), Some(2), "{}", totals(&refuses));
}

#[test]
fn run_without_judgement_fails() {
    let scene = tempfile::tempdir().unwrap();
    let no = "\"rejected\": \"no\"";
    let asks_nothing = ["--filter", "ccob/"];
    for (ops, words, said) in [
        (&[][..], &[][..], "it has no operation"),
        (&["reed"], &[], "there is no operation \"reed\""),
        (&["parse_id"], &asks_nothing, "nothing was judged"),
    ] {
        let output = asked(scene.path(), ops, no, words);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), told.contains(said)), (Some(2), true), "{told}");
    }
}

/// Number of cases that a testee passes if it always gives this answer.
fn passed(folder: &Path, answer: &str) -> usize {
    let report = folder.join("report.json");
    asked(folder, &OPERATIONS, answer, &["--json", report.to_str().unwrap()]);
    let report: serde_json::Value = serde_json::from_slice(&std::fs::read(&report).unwrap()).unwrap();
    let verdicts = report["testees"][0]["verdicts"].as_object().unwrap();
    verdicts.values().filter(|verdict| verdict["verdict"] == "pass").count()
}

#[test]
fn one_answer_to_every_question_passes_nothing() {
    let scene = tempfile::tempdir().unwrap();
    for answer in ["\"rejected\": \"no\"", "\"value\": {}", "\"taken\": true", "\"value\": {\"compatible\": false}"] {
        assert_eq!(passed(scene.path(), answer), 0, "{answer}");
    }
    // Some files lack the requested entry, and a refusal is equally correct for them.
    let empty = "\"value\": {\"outputs\": [], \"ids\": [], \"images\": [], \"archives\": [], \"entries\": []}";
    assert!(passed(scene.path(), empty) < 10);
}
