//! Rules for cases and requirements. Planted wrong cases show that each rule works.

mod authority;
mod difference;
mod formatting;
mod planted;
mod requirements;
mod rules;

use std::path::Path;

use offload_bundle_conformance::embedded;

pub(crate) use self::requirements::Requirements;

/// One sentence for each fault.
pub(crate) type Findings = Vec<String>;

#[track_caller]
pub(crate) fn none(findings: Findings) {
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

#[test]
fn ids_are_lower_case_paths() {
    none(rules::ids(&embedded::cases().unwrap()));
}

#[test]
fn cases_have_reason_and_level() {
    none(rules::citations(&embedded::cases().unwrap(), &Requirements::read()));
}

#[test]
fn refused_input_differs_once_from_neighbour() {
    none(rules::neighbours(&embedded::cases().unwrap()));
}

#[test]
fn cases_are_distinct() {
    none(rules::duplicates(&embedded::cases().unwrap()));
}

#[test]
fn numbers_in_cases_are_named_edges() {
    none(rules::edges(&embedded::cases().unwrap()));
}

#[test]
fn expectations_are_not_our_own_output() {
    none(authority::expectations(&embedded::cases().unwrap()));
}

#[test]
fn files_have_canonical_form() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    none(formatting::files(&folder));
}

#[test]
fn requirements_have_sources_once() {
    none(Requirements::read().wrong());
}

#[test]
fn requirements_have_case_or_reason() {
    none(Requirements::read().open(&embedded::cases().unwrap()));
}

#[test]
fn expectations_of_testees_can_be_read() {
    for adapter in embedded::adapters().unwrap() {
        embedded::expectations(&adapter.name).unwrap();
    }
    assert!(embedded::expectations("offload-bundle").unwrap().is_empty());
}
