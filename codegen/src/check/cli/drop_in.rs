//! A tool's options say what they take or do, can be told apart, and are known to releases that the tool has.

use offload_bundle_core::options::{Repeats, Takes};

use crate::model::cli::{DropIn, DropInOption};
use crate::names::{is_identifier, snake};
use crate::problem::Problems;

/// Names that may be in the answer to a question for the version.
const VERSION_NAMES: &[&str] = &["release", "version"];

pub(super) fn check(tool: &DropIn, common: &[DropInOption], problems: &mut Problems) {
    if tool.releases.is_empty() {
        let hint = "say which ones there are, oldest first";
        problems.add(&tool.releases, "a release", "none", hint);
    }
    problems.short(&tool.name);
    let similar = &tool.similar_releases;
    problems.unique(
        "a release",
        tool.releases.iter().chain(similar.iter().map(|similar| &similar.name)),
    );
    for similar in similar {
        problems.one_of(&similar.of, "a release of this tool", tool.releases.iter());
    }
    problems.placeholders(&tool.version, VERSION_NAMES);
    if let Some(renamed) = &tool.renamed {
        problems.unique("a name", [&tool.name, &renamed.to]);
        problems.one_of(&renamed.since, "a release of this tool", tool.releases.iter());
        problems.placeholders(&renamed.version, VERSION_NAMES);
    }
    let options = || common.iter().chain(tool.options.iter());
    check_positional(options(), problems);
    problems.unique("a name", options().map(|option| &option.name));
    problems.unique("a name", tool.differences.iter().map(|difference| &difference.id));
    problems.unique("a name", tool.environment.iter().map(|variable| &variable.name));
    let fields: Vec<_> = options()
        .filter(|option| option.does.is_none())
        .map(DropInOption::field)
        .collect();
    problems.unique("a field", &fields);
    for option in tool.options.iter() {
        check_option(option, problems);
        for release in &option.releases {
            problems.one_of(release, "a release of this tool", tool.releases.iter());
        }
    }
    for variable in &tool.environment {
        if !is_identifier(&snake(&variable.name)) {
            let expected = "a name that can be that of a field";
            problems.add_word(&variable.name, expected, "use letters, digits and `_` alone");
        }
    }
}

/// At most one word of a command line is told by its position.
fn check_positional<'o>(options: impl Iterator<Item = &'o DropInOption>, problems: &mut Problems) {
    let positional = options.filter_map(DropInOption::is_positional);
    for another in positional.skip(1) {
        problems.add(
            another,
            "one positional option",
            "another",
            "give it a name that a command line can say",
        );
    }
}

/// Checks options that every tool has, which no release can be without.
pub(super) fn check_common(common: &[DropInOption], problems: &mut Problems) {
    for option in common {
        check_option(option, problems);
        for release in &option.releases {
            problems.add_word(release, "no `releases:` for an option that every tool has", "remove it");
        }
    }
}

fn check_option(option: &DropInOption, problems: &mut Problems) {
    match (&option.takes, &option.does) {
        (Some(takes), None) => takes_value(option, takes.value, problems),
        (None, Some(_)) => does_at_once(option, problems),
        (None, None) => {
            let hint = "say what it takes, or what it does at once";
            problems.add_missing(&option.name, "`takes:` or `does:`", "neither", hint);
        }
        (Some(takes), Some(_)) => problems.add(takes, "`takes:` or `does:`", "both", "keep one of them"),
    }
}

fn takes_value(option: &DropInOption, takes: Takes, problems: &mut Problems) {
    match &option.field {
        Some(field) => problems.identifier(field, &[]),
        None if !is_identifier(&snake(&option.name)) => {
            let expected = "a name that can be that of a field, or `field:` beside it";
            problems.add_word(&option.name, expected, "add `field:`");
        }
        None => {}
    }
    match &option.value {
        None if takes.needs_value() => {
            let hint = "say what stands for the value in the help";
            problems.add_missing(&option.name, "`value:` for an option with a value", "none", hint);
        }
        Some(value) if !takes.needs_value() => problems.add_word(value, "no `value:` for a flag", "remove it"),
        _ => {}
    }
    if let Some(positional) = option.is_positional() {
        if !takes.needs_value() {
            problems.add(positional, "no `positional:` for a flag", "one", "remove it");
        }
        if let Some(repeats) = &option.repeats {
            problems.add(repeats, "no `repeats:` for a positional option", "one", "remove it");
        }
    }
    if let Some(repeats) = option.repeats.as_ref().filter(|repeats| repeats.value != Repeats::Last)
        && !matches!(takes, Takes::Text | Takes::File)
    {
        let hint = "remove `repeats:`: the last one counts";
        problems.add(repeats, "an option that takes text or files", "another", hint);
    }
}

/// Nothing is kept of an option that does something at once.
fn does_at_once(option: &DropInOption, problems: &mut Problems) {
    let keys = [
        ("field", option.field.as_ref().map(|field| &field.span)),
        ("value", option.value.as_ref().map(|value| &value.span)),
        ("repeats", option.repeats.as_ref().map(|repeats| &repeats.span)),
        ("positional", option.is_positional().map(|positional| &positional.span)),
        ("required", option.required.then_some(&option.name.span)),
    ];
    for (key, span) in keys {
        if let Some(span) = span {
            let expected = format!("no `{key}:` for an option that does something");
            let hint = "remove it";
            problems.add(span, expected, "one", hint);
        }
    }
}
