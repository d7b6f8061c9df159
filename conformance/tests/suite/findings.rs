//! The page of findings is what cases and expectations say now. `BLESS=1` writes it.

use std::path::Path;
use std::process::Command;

use offload_bundle_conformance::embedded;
use offload_bundle_conformance::findings::{findings, markdown};
use offload_bundle_conformance::protocol::question_line;

#[test]
fn the_page_of_findings_is_fresh() {
    let collection = embedded::cases().unwrap();
    let findings = findings(&collection).unwrap();
    assert!(findings.len() > 20, "{} findings", findings.len());
    let text = markdown(&findings);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("findings.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).unwrap_or_default() == text,
        "conformance/findings.md is stale: BLESS=1 cargo test -p offload-bundle-conformance --test suite findings"
    );
}

#[test]
fn every_known_deviation_is_in_a_finding_and_each_has_a_command_line() {
    let collection = embedded::cases().unwrap();
    let findings = findings(&collection).unwrap();
    let told: usize = findings
        .iter()
        .flat_map(|one| &one.cases)
        .map(|(_, verdicts)| verdicts.len())
        .sum();
    let known = |name: &str| embedded::expectations(name).unwrap().lines().count();
    let adapters = embedded::adapters().unwrap();
    let of_others = adapters.iter().filter(|adapter| adapter.is_of_others());
    let lines: usize = of_others.map(|adapter| known(&adapter.name)).sum();
    assert_eq!(told, lines);
    assert!(findings.iter().all(|one| !one.smallest.command.is_empty()));
}

#[test]
#[cfg(unix)]
fn the_lines_of_every_finding_make_what_its_case_asks_about() {
    let collection = embedded::cases().unwrap();
    for one in findings(&collection).unwrap() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!one.smallest.making.is_empty(), "{} has no input", one.reason);
        for line in &one.smallest.making {
            let made = Command::new("sh")
                .args(["-c", line])
                .current_dir(folder.path())
                .status();
            assert!(made.unwrap().success(), "{}: {line}", one.reason);
        }
        let files = std::fs::read_dir(folder.path()).unwrap();
        let made: Vec<Vec<u8>> = files.map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect();
        let mut asked = Vec::new();
        let case = one.smallest.case;
        let _ = case.ask.try_map(|bytes| {
            asked.push(bytes.resolve(&embedded::fixture).unwrap());
            Ok::<_, std::convert::Infallible>(())
        });
        let line = question_line(
            &case.id,
            &case.ask.try_map(|bytes| bytes.resolve(&embedded::fixture)).unwrap(),
        );
        let is_a_script = made[0].ends_with((line + "\n").as_bytes());
        assert!(
            is_a_script || asked.iter().all(|bytes| made.contains(bytes)),
            "{}: {}",
            one.reason,
            case.id
        );
    }
}

#[test]
fn a_finding_is_printed_as_the_text_of_a_bug_report() {
    let show = |number: &str| {
        let words = ["findings", "show", number];
        let output = Command::new(env!("CARGO_BIN_EXE_offload-bundle-conformance"))
            .args(words)
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, text) = show("1");
    assert_eq!(code, Some(0));
    let mut rest = text.as_str();
    for part in [
        "# clang-offload-bundler-",
        "Seen with: clang-offload-bundler 14",
        "## How to see it\n\n```sh\nprintf '__CLANG_OFFLOAD_BUNDLE__\\002",
        "' > input\nclang-offload-bundler-",
        "number of entries",
        "## What happens",
        "## What is expected\n\nExpected: a refusal",
        "The conformance suite of offload-bundle asks this as `",
    ] {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part:?}: {text}")).1;
    }
    assert_eq!(show("0").0, Some(2));
    assert_eq!(show("9999").0, Some(2));
}
