//! The examples of testees: they pass what they are asked.

use std::path::Path;

use offload_bundle_conformance::case::Case;
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::runner::{Choice, run};
use offload_bundle_conformance::testee::{Limits, PipeTestee, Testee};
use offload_bundle_conformance::verdict::Verdict;
use offload_bundle_testing::tools;

/// How many cases of `choice` the testee passes. Panics where one is not as its expectations say.
fn passed(name: &str, choice: &Choice, new: &(dyn Fn() -> Box<dyn Testee> + Sync)) -> usize {
    let collection = embedded::cases().unwrap();
    let cases: Vec<&Case> = choice.of(collection.cases());
    let verdicts = run(&cases, &embedded::fixture, 2, new, &|_, verdict, _| verdict);
    let known = embedded::expectations(name).unwrap();
    let surprises = known.surprises(&verdicts, &|_| true);
    assert!(
        surprises.is_empty(),
        "{name}: {}",
        surprises.iter().map(|one| format!("{one}\n")).collect::<String>()
    );
    verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Pass).count()
}

fn through_a_pipe(command: &[&str]) -> Box<dyn Testee> {
    let command = command.iter().map(ToString::to_string).collect();
    Box::new(PipeTestee::start(command, Limits::default()).unwrap())
}

#[test]
fn the_example_in_c_is_compiled_without_a_warning_and_passes() {
    if !tools::present("cc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("testee");
    let program = program.to_str().unwrap();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/testee.c");
    let words = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", "-o", program, source];
    let compiled = tools::ask(Path::new("."), "cc", &words);
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let count = passed("c-example", &Choice::default(), &|| through_a_pipe(&[program]));
    assert!(count >= 10, "{count} cases passed");
}

#[test]
fn scripts_say_what_they_miss() {
    if !tools::optional("python3") {
        return;
    }
    let script = embedded::script("kaitai.py").unwrap();
    let command = ["env", "-u", "OFFLOAD_BUNDLE_KAITAI", "python3", "-c", script]
        .map(String::from)
        .to_vec();
    let error = PipeTestee::start(command, Limits::default()).unwrap_err().to_string();
    assert!(error.contains("does not describe itself"), "{error}");
    assert!(embedded::script("no-such.py").is_err());
}
