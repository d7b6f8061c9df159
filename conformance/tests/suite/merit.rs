//! Empty answers, universal refusals and runs without verdicts do not pass.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use offload_bundle_conformance::case::{Case, OPERATIONS, Question};
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::merit::weigh;
use offload_bundle_conformance::runner::ask;
use offload_bundle_conformance::testee::{Answer, Testee};
use offload_bundle_conformance::verdict::Verdict;
use serde_json::json;

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
        (&[][..], &[][..], "it names no operation"),
        (&["reed"], &[], "unknown operation \"reed\""),
        (&["parse_id"], &asks_nothing, "no result: "),
    ] {
        let output = asked(scene.path(), ops, no, words);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), told.contains(said)), (Some(2), true), "{told}");
    }
}

/// Always gives this answer.
struct Constant(Answer);

impl Testee for Constant {
    fn name(&self) -> &str {
        "constant"
    }

    fn answer(&mut self, _: &Question<Vec<u8>>) -> Answer {
        self.0.clone()
    }
}

/// Number of cases that the testee passes.
fn passed(answer: &Answer) -> usize {
    let collection = embedded::cases().unwrap();
    let all: Vec<&Case> = collection.cases().collect();
    let asked = |case: &&Case| {
        let verdict = ask(&mut Constant(answer.clone()), case, &embedded::fixture);
        (case.id.clone(), verdict)
    };
    let verdicts: BTreeMap<String, Verdict> = all.iter().map(asked).collect();
    let weighed = |case: &&Case| weigh(case, verdicts[&case.id].clone(), &all, &|id| verdicts.get(id).cloned());
    all.iter()
        .map(weighed)
        .filter(|verdict| *verdict == Verdict::Pass)
        .count()
}

#[test]
fn one_answer_to_every_question_passes_nothing() {
    let refused = Answer::Rejected("no".into());
    let values = [json!({}), json!({"compatible": false})].map(Answer::value);
    for answer in [refused, Answer::Taken].into_iter().chain(values) {
        assert_eq!(passed(&answer), 0, "{answer:?}");
    }
    // Some files lack the requested entry, and a refusal is equally correct for them.
    let empty = ["outputs", "ids", "images", "archives", "entries"].map(|key| passed(&Answer::value(json!({key: []}))));
    assert!((1..10).contains(&empty.iter().sum::<usize>()), "{empty:?}");
}
