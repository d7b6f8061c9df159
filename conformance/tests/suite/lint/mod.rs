//! The cases and the requirements hold together; and the rules that say so find wrong cases that are planted.

mod authority;
mod difference;
mod formatting;
mod planted;
mod requirements;
mod rules;

use std::path::Path;

use offload_bundle_conformance::embedded;

pub(crate) use self::requirements::Requirements;

/// One sentence for each thing that is wrong.
pub(crate) type Findings = Vec<String>;

#[track_caller]
pub(crate) fn none(findings: Findings) {
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

#[test]
fn ids_are_paths_of_lower_case_words_and_name_their_file() {
    none(rules::ids(&embedded::cases().unwrap()));
}

#[test]
fn every_case_says_why_and_how_binding_it_is() {
    none(rules::citations(&embedded::cases().unwrap(), &Requirements::read()));
}

#[test]
fn what_is_refused_differs_from_an_accepted_neighbour_in_one_way() {
    none(rules::neighbours(&embedded::cases().unwrap()));
}

#[test]
fn no_case_asks_what_another_asks() {
    none(rules::duplicates(&embedded::cases().unwrap()));
}

#[test]
fn a_number_that_makes_a_case_of_its_own_is_an_edge_that_is_told() {
    none(rules::edges(&embedded::cases().unwrap()));
}

#[test]
fn no_expectation_is_recorded_from_our_own_output() {
    none(authority::expectations(&embedded::cases().unwrap()));
}

#[test]
fn the_files_are_written_in_one_form() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    none(formatting::files(&folder));
}

#[test]
fn requirements_have_sources_and_are_told_once() {
    none(Requirements::read().wrong());
}

#[test]
fn every_requirement_has_a_case_or_a_reason() {
    none(Requirements::read().open(&embedded::cases().unwrap()));
}

#[test]
fn expectations_of_testees_can_be_read() {
    for adapter in embedded::adapters().unwrap() {
        embedded::expectations(&adapter.name).unwrap();
    }
    assert!(embedded::expectations("offload-bundle").unwrap().is_empty());
}
