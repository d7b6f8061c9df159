//! The page of findings matches the cases and expectations. `BLESS=1` writes it.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use offload_bundle_conformance::embedded;
use offload_bundle_conformance::findings::{findings, markdown};
use offload_bundle_conformance::mechanism::Mechanism;
use offload_bundle_conformance::protocol::question_line;

#[test]
fn findings_page_is_fresh() {
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
fn deviations_are_in_findings_with_commands() {
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
    for adapter in &adapters {
        let known = embedded::expectations(&adapter.name).unwrap();
        assert_eq!(known.without_reason(), [""; 0], "{}", adapter.name);
    }
    assert!(findings.iter().all(|one| !one.smallest.command.is_empty()));
}

#[test]
fn mechanisms_match_expectations_and_sources() {
    let collection = embedded::cases().unwrap();
    let reasons: BTreeSet<String> = findings(&collection)
        .unwrap()
        .into_iter()
        .map(|one| one.reason)
        .collect();
    let known = embedded::mechanisms().unwrap();
    let mut seen = BTreeSet::new();
    for one in &known.mechanisms {
        assert!(
            reasons.contains(&one.reason),
            "no expectation uses the reason {:?}",
            one.reason
        );
        assert!(seen.insert(&one.reason), "{:?} comes twice", one.reason);
        assert!(!one.functions.is_empty(), "{:?} lacks a function", one.reason);
        assert!(
            one.functions.iter().all(|name| known.functions.contains_key(name)),
            "{one:?}"
        );
        assert!(
            one.upstream.iter().all(|number| known.upstream.contains_key(number)),
            "{one:?}"
        );
    }
    let named =
        |name: &String, of: fn(&Mechanism) -> &Vec<String>| known.mechanisms.iter().any(|one| of(one).contains(name));
    for (name, file) in &known.functions {
        let is_source = file.contains('/') && [".cpp", ".h"].iter().any(|end| file.ends_with(end));
        assert!(is_source && named(name, |one| &one.functions), "{name}: {file}");
    }
    for (number, title) in &known.upstream {
        let (place, digits) = number.rsplit_once('#').unwrap();
        let is_number = place.split('/').count() == 2 && digits.parse::<u32>().is_ok();
        assert!(
            is_number && !title.is_empty() && named(number, |one| &one.upstream),
            "{number}"
        );
    }
}

#[test]
#[cfg(unix)]
fn finding_commands_recreate_case_input() {
    let collection = embedded::cases().unwrap();
    for one in findings(&collection).unwrap() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!one.smallest.making.is_empty(), "{} lacks an input", one.reason);
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
fn finding_is_printed_as_bug_report() {
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
        "## Reproduction\n\n```sh\nprintf '__CLANG_OFFLOAD_BUNDLE__\\002",
        "' > input\nclang-offload-bundler-",
        "number of entries",
        "## Actual result",
        "## Expected result\n\nExpected: a refusal",
        "## In the source\n\nFunctions: `",
        "\n\nUpstream: ",
        "The conformance suite of offload-bundle tests this as `",
    ] {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part:?}: {text}")).1;
    }
    assert_eq!(show("0").0, Some(2));
    assert_eq!(show("9999").0, Some(2));
}
