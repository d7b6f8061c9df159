//! Wrong tables that the rules must report.

use offload_bundle_conformance::case::Collection;
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::violators::{Open, Violator};

use super::rules;
use crate::lint::Requirements;

const REQUIREMENTS: &str = "
sources: { bundler: { title: A document, of: somebody } }
requirements:
  - { id: bundler/layout/size, source: bundler, section: A, says: 'It is so.', sentence: 'so it shall be' }
";

const SOUND: &str = "
id: answers/gives_the_first_content_for_every_request
about: Gives the first content for every request.
violates: [bundler/layout/size]
noticed-by: [binary_bundle/entries/in_order]
says: its own content
";

fn cases() -> Collection {
    embedded::cases().unwrap()
}

/// Findings in a table of one violator with the `open` list.
fn found(text: &str, open: &str) -> Vec<String> {
    let violator: Violator = serde_yaml::from_str(text).unwrap();
    let open: Open = serde_yaml::from_str(open).unwrap();
    let (violators, cases) = ([violator], cases());
    let requirements = Requirements::parse(REQUIREMENTS);
    let rules = [
        rules::unnoticed(&violators, &open, &cases),
        rules::told(
            &violators,
            &open,
            &["answers/gives_the_first_content_for_every_request"],
        ),
        rules::noticed_after_all(&violators, &open, &cases),
        rules::unviolated(&violators, &open, &cases, &requirements),
    ];
    rules.concat()
}

const NOTHING: &str = "{ requirements: {}, survivors: {} }";

#[track_caller]
fn finds(words: &[&str], text: &str, open: &str) {
    let found = found(text, open);
    assert_eq!(found.len(), words.len(), "{found:#?}");
    for (words, found) in words.iter().zip(&found) {
        assert!(found.contains(words), "expected {words:?}, found {found:?}");
    }
}

#[test]
fn valid_table_is_accepted() {
    finds(&[], SOUND, NOTHING);
}

#[test]
fn uncaught_violators_are_found() {
    let other = SOUND.replace("binary_bundle/entries/in_order", "binary_bundle/entries/not_there");
    finds(
        &["does not notice it", "first case lacks", "`noticed-by` has no case of bundler/layout/size"],
        &other,
        NOTHING,
    );
    let none = SOUND.replace("[binary_bundle/entries/in_order]", "[]");
    finds(
        &["or an entry in `survivors`", "`noticed-by` has no case of bundler/layout/size"],
        &none,
        NOTHING,
    );
    let unknown = SOUND.replace("entries/in_order", "entries/in_disorder");
    finds(
        &["unknown case", "`noticed-by` has no case of bundler/layout/size"],
        &unknown,
        NOTHING,
    );
}

#[test]
fn false_survivors_are_found() {
    let survives = "{ requirements: {}, survivors: { answers/gives_the_first_content_for_every_request: why } }";
    finds(&["or an entry in `survivors`", "notices it"], SOUND, survives);
    let other = "{ requirements: {}, survivors: { answers/other: why } }";
    finds(&["answers/other: `survivors` names it"], SOUND, other);
}

#[test]
fn badly_written_violators_are_found() {
    finds(
        &["not a sentence"],
        &SOUND.replace("every request.", "every request"),
        NOTHING,
    );
    let renamed = SOUND.replace("answers/gives_the_first_content_for_every_request", "answers/other");
    finds(
        &["unknown fault", "expected one fault", "is not in the table"],
        &renamed,
        NOTHING,
    );
    finds(
        &["first case lacks"],
        &SOUND.replace("says: its own content", "says: first byte"),
        NOTHING,
    );
    let twice = format!("{SOUND}hash: {{}}\n");
    finds(&["does not notice it", "expected one fault"], &twice, NOTHING);
}

#[test]
fn requirements_without_a_violator() {
    let without = SOUND.replace("violates: [bundler/layout/size]", "violates: []");
    finds(&["bundler/layout/size: no violator"], &without, NOTHING);
    let excused = "{ requirements: { bundler/layout/size: why }, survivors: {} }";
    finds(&[], &without, excused);
    finds(&["but `open.yaml` names it"], SOUND, excused);
    let unknown = SOUND.replace("[bundler/layout/size]", "[bundler/layout/size, bundler/other]");
    finds(&["unknown requirement bundler/other"], &unknown, NOTHING);
    finds(
        &["unknown requirement bundler/other"],
        SOUND,
        "{ requirements: { bundler/other: why }, survivors: {} }",
    );
}
