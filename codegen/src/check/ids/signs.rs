//! Keys of a compatibility rule stand where they mean something, and a table of features is complete.

use super::one_of;
use crate::model::ids::verdict::Comparison;
use crate::model::ids::{Spec, Text};
use crate::problem::Problems;

/// What can hold of a feature in an ID.
const STATES: &[&str] = &["any", "on", "off"];

/// Checks every compatibility rule.
pub fn check(spec: &Spec, problems: &mut Problems) {
    for rule in &spec.compatibility {
        match rule.compares.text.as_str() {
            "features" => {
                table(rule, problems);
                words_only(rule, problems);
            }
            "text" | "readability" | "own-features" => {
                words_only(rule, problems);
                features_only(rule, problems);
            }
            _ => features_only(rule, problems),
        }
    }
}

fn table(rule: &Comparison, problems: &mut Problems) {
    for (stored, asked) in &rule.serves {
        for name in [stored].into_iter().chain(asked) {
            one_of(name, STATES, "what holds of a feature", problems);
        }
    }
    for state in STATES {
        if !rule.serves.iter().any(|(stored, _)| stored.text == *state) {
            let hint = format!("add `{state}:` with what it serves");
            at(
                &rule.id,
                "a row for each of any, on and off",
                "no such row",
                &hint,
                problems,
            );
        }
    }
}

fn words_only(rule: &Comparison, problems: &mut Problems) {
    let keys = [&rule.missing, &rule.unlisted, &rule.in_family];
    for text in keys.into_iter().flatten() {
        at(
            text,
            "this key only where a part is compared",
            "it here",
            "remove it",
            problems,
        );
    }
    if rule.by_group || !rule.ignored.is_empty() {
        let expected = "`by-group` and `ignored-where` only where a part is compared";
        at(&rule.id, expected, "one of them here", "remove it", problems);
    }
}

fn features_only(rule: &Comparison, problems: &mut Problems) {
    if let Some((stored, _)) = rule.serves.first() {
        at(
            stored,
            "`serves` only where features are compared",
            "it here",
            "remove it",
            problems,
        );
    }
}

fn at(text: &Text, expected: &str, found: &str, hint: &str, problems: &mut Problems) {
    problems.add_at(text.line, text.column, &text.path, expected, found, hint);
}
