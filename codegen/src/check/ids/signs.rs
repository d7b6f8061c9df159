//! Keys of a compatibility rule are where they mean something, and a table of features is complete.

use crate::model::ids::Spec;
use crate::model::ids::verdict::Comparison;
use crate::problem::Problems;
use crate::reading::OneOrMore;
use crate::spanned::Spanned;

/// What stands for a stored sign.
type Row = (Spanned<String>, OneOrMore<Spanned<String>>);

/// What can hold of a feature in an ID.
const STATES: [&str; 3] = ["any", "on", "off"];

/// Checks every compatibility rule.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for rule in &spec.compatibility {
        match rule.compares.as_str() {
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
    for (stored, asked) in rule.serves.iter().chain(&rule.selects) {
        for name in [stored].into_iter().chain(asked) {
            problems.one_of(name, "what holds of a feature", STATES);
        }
    }
    let has = |rows: &[Row], state| rows.iter().any(|(stored, _)| stored.value == state);
    for state in STATES {
        if !has(&rule.serves, state) {
            let hint = format!("add `{state}:` with what it serves");
            problems.add_missing(&rule.id, "a row for each of any, on and off", "no such row", hint);
        }
        if !rule.selects.is_empty() && !has(&rule.selects, state) {
            let hint = format!("add `{state}:` with what it is taken for");
            problems.add_missing(
                &rule.id,
                "a row of `selects` for each of any, on and off",
                "no such row",
                hint,
            );
        }
    }
}

fn words_only(rule: &Comparison, problems: &mut Problems) {
    for key in [&rule.missing, &rule.unlisted, &rule.differs_in_family, &rule.equal]
        .into_iter()
        .flatten()
    {
        problems.add(key, "this key only where a part is compared", "it here", "remove it");
    }
    if rule.by_group || !rule.ignored_where.is_empty() {
        let expected = "`by-group` and `ignored-where` only where a part is compared";
        problems.add(&rule.id, expected, "one of them here", "remove it");
    }
    if rule.selects_family {
        let expected = "`selects-family` only where a part is compared";
        problems.add(&rule.id, expected, "it here", "remove it");
    }
}

fn features_only(rule: &Comparison, problems: &mut Problems) {
    if let Some((stored, _)) = rule.serves.first() {
        let hint = "remove it";
        problems.add(stored, "`serves` only where features are compared", "it here", hint);
    }
    if let Some((stored, _)) = rule.selects.first() {
        let hint = "remove it";
        problems.add(stored, "`selects` only where features are compared", "it here", hint);
    }
}
