//! Checks of ID grammars beyond single keys.

mod processors;

use crate::model::ids::Spec;
use crate::names::PLACEHOLDER;
use crate::problem::{Names, Problems};
use crate::spanned::plain;

const BUILT_IN: &[&str] = &["kinds", "features", "processors"];

pub(super) fn check(spec: &Spec<'_>, names: &Names, problems: &mut Problems) {
    names.unused("a rule", &[], "a rule that something reads by", problems);
    names.unused("a class", &[], "a class that some rule has", problems);
    names.unused("a word table", BUILT_IN, "a word table that something has", problems);
    let words = || spec.architectures().into_iter().flat_map(|table| table.words.iter());
    let parts = plain(names.given("a part"));
    let placeholders = parts.iter().chain([&spec.roles.target]);
    let placeholders: Vec<String> = placeholders.map(|part| format!("{{{part}}}")).collect();
    let placeholders: Vec<&str> = placeholders.iter().map(String::as_str).collect();
    let compared = [vec!["text", "readability", "own-features", "features"], parts].concat();
    let more: &[(&str, &[&str])] = &[
        ("a word table", BUILT_IN),
        ("an architecture", &plain(words().flatten())),
        (
            "the primary name of an architecture",
            &plain(words().filter_map(|word| word.first())),
        ),
        ("what a compatibility rule compares", &compared),
        (PLACEHOLDER, &placeholders),
    ];
    names.settle(more, problems);
    processors::check(spec, names, problems);
}
