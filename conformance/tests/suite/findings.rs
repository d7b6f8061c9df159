//! The page of findings is what cases and expectations say now. `BLESS=1` writes it.

use std::collections::BTreeSet;
use std::path::Path;

use offload_bundle_conformance::embedded;
use offload_bundle_conformance::findings::{findings, markdown};

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
    let without_a_command_line: BTreeSet<&str> = adapters
        .iter()
        .filter(|adapter| adapter.script.is_some())
        .map(|adapter| adapter.name.as_str())
        .collect();
    for one in &findings {
        assert!(
            one.smallest.command.is_some() || without_a_command_line.contains(&*one.smallest.testee),
            "{}: {}",
            one.reason,
            one.smallest.case.id
        );
    }
}
