//! The example testees pass the cases that they support.

use std::path::Path;
use std::process::Command;

use offload_bundle_conformance::case::{Case, Question};
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::runner::run;
use offload_bundle_conformance::testee::{Limits, PipeTestee, Testee};
use offload_bundle_conformance::verdict::Verdict;
use offload_bundle_testing::tools;

/// Runs the testee on every case: it passes the cases that `for_it` selects and fails no other.
fn passes(command: &[&str], for_it: fn(&Case) -> bool) {
    let collection = embedded::cases().unwrap();
    let cases: Vec<&Case> = collection.cases().collect();
    let start = || -> Box<dyn Testee> {
        let command = command.iter().map(ToString::to_string).collect();
        Box::new(PipeTestee::start(command, Limits::default()).unwrap())
    };
    let verdicts = run(&cases, &embedded::fixture, 2, &start, &|_, verdict, _| verdict);
    assert!(cases.iter().any(|case| for_it(case)));
    for (case, verdict) in &verdicts {
        let is_right = if for_it(case) {
            *verdict == Verdict::Pass
        } else {
            verdict.is_sound()
        };
        assert!(is_right, "{}: {verdict:?}", case.id);
    }
    assert_eq!(verdicts.len(), cases.len());
}

fn reads_a_binary_bundle(case: &Case) -> bool {
    matches!(&case.ask, Question::Read { format, .. } if format == "binary_bundle")
}

/// Whether the header is enough: no compression, objects, archives or text.
fn is_for_the_header(case: &Case) -> bool {
    const GROUPS: [&str; 5] = [
        "binary_bundle/",
        "offload_binary/damage/",
        "offload_binary/oddities/",
        "offload_binary/places/",
        "offload_binary/reading/",
    ];
    match &case.ask {
        Question::Read { .. } | Question::ParseId { .. } | Question::Compatible { .. } => true,
        Question::List { .. } | Question::Images { .. } => GROUPS.iter().any(|group| case.id.starts_with(group)),
        _ => false,
    }
}

#[test]
fn python_example_passes() {
    if tools::optional("python3") {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/testee.py");
        passes(&["python3", program], reads_a_binary_bundle);
    }
}

#[test]
fn c_example_compiles_without_warning() {
    if !tools::needed("cc") {
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
    passes(&[program], reads_a_binary_bundle);
}

#[test]
fn c_header_example_passes() {
    if !tools::needed("cc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("testee");
    let program = program.to_str().unwrap();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/c_header.c");
    let include = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../generated/c");
    let words = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", include, "-o", program, source];
    let compiled = tools::ask(Path::new("."), "cc", &words);
    let said = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{said}");
    passes(&[program], is_for_the_header);
}

/// PATH with the folder of the suite's program first.
fn path() -> std::ffi::OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_offload-bundle-conformance"));
    let mut folders = vec![program.parent().unwrap().to_path_buf()];
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    std::env::join_paths(folders).unwrap()
}

#[test]
fn cases_are_pytest_tests() {
    let pytest = ["-m", "pytest", "--version"];
    let there = Command::new("python3")
        .args(pytest)
        .output()
        .is_ok_and(|output| output.status.success());
    if !there {
        offload_bundle_testing::skip("pytest is not installed");
        return;
    }
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let output = Command::new("python3")
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "test_conformance.py"])
        .env("PATH", path())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(examples)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let count = embedded::cases()
        .unwrap()
        .cases()
        .filter(|case| case.ask.op() == "read")
        .count();
    assert!(
        output.status.success() && said.contains(&format!("{count} passed")),
        "{said}"
    );
}

#[test]
fn cmake_project_asks_program() {
    if !tools::optional("cmake") || !tools::optional("cc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let build = folder.path().to_str().unwrap();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/cmake");
    for words in [
        ["cmake", "-S", source, "-B", build],
        ["cmake", "--build", build, "--parallel", "1"],
        ["ctest", "--test-dir", build, "--timeout", "300"],
    ] {
        let output = Command::new(words[0])
            .args(&words[1..])
            .env("PATH", path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    let report = std::fs::read_to_string(folder.path().join("conformance.xml")).unwrap();
    assert!(report.contains("c-example"));
}

#[test]
fn scripts_report_missing_tools() {
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
