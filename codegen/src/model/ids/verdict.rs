//! The rules that judge IDs: which may be together, and which serves which.

use offload_bundle_core::ids::tables as core;
use offload_bundle_core::severity::Severity;

use crate::problem::Problems;
use crate::reading::{Maybe, ReadEntry, Reader, Rows, Several, alone, names, placeholders, table, texts, words};
use crate::yaml::{Node, Value};

table! {
    for<'a> core::CompositionRule<'a> as "a composition rule" {
        id => alone("a name of a rule");
        finds = flatten: core::Finds<'a>;
        level, source = "doc-ref";
        because => placeholders(&["first", "second"]);
    }
}

words! {
    for core::Finds<'static> as "what a composition rule finds" {
        "equal" => core::Finds::Equal,
        "open-feature" => core::Finds::OpenFeature(&[]),
        "host-among-others" => core::Finds::HostAmongOthers,
    }
}

// What is found, and the parts that must agree for it.
table! {
    for<'a> core::Finds<'a> {
        finds;
        same: Several => names("a part");
    } is |_map, _reader| match finds {
        core::Finds::OpenFeature(_) => Self::OpenFeature(same),
        other => other,
    }
}

words! {
    for Severity as "how bad it is" {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        "note" => Severity::Note,
    }
}

table! {
    for<'a> core::CompatibilityRule<'a> as "a compatibility rule" {
        id => alone("a name of a rule");
        compares = flatten: core::Compares<'a>;
        equal, agrees, differs, nothing: Maybe;
        source = "doc-ref";
    }
}

table! {
    for<'a> core::WordRule<'a> {
        part = "compares" => names("what a compatibility rule compares");
        by_group, missing, unlisted, selects_family;
        ignored = "ignored-where": Rows => names("a part");
        family = "differs-in-family": Maybe;
    }
}

table! {
    for<'a> core::FeatureRule<'a> {
        serves, selects: Rows;
    }
}

/// What can hold of a feature in an ID.
const STATES: [&str; 3] = ["any", "on", "off"];

/// The sign that a state of a feature has; `any` has none.
fn sign<'a>(state: &str, reader: &Reader<'a, '_>) -> Option<&'a str> {
    let signs = reader.root.get("roles").and_then(|roles| roles.get("signs"))?;
    match &signs.get(state)?.value {
        Value::Text(sign) => Some(reader.arena.text(sign)),
        _ => None,
    }
}

impl<'a> ReadEntry<'a> for core::SignRow<'a> {
    fn read_entry(key: &'a str, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let states = <Several as crate::reading::Way<'a, &[&str]>>::read(node, reader)?;
        let serves = reader.arena.list(states.iter().map(|state| sign(state, reader)));
        Some(Self { stored: sign(key, reader), serves })
    }
}

impl<'a> ReadEntry<'a> for core::OneOf<'a> {
    fn read_entry(part: &'a str, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        crate::reading::Read::read(node, reader).map(|words| Self { part, words })
    }
}

// What is compared: one of a few words, or a part. What else is said of a part makes no sense of the others, nor of it what is said of
// features.
table! {
    for<'a> core::Compares<'a> {
        word = flatten: core::WordRule<'a>;
        features = flatten: core::FeatureRule<'a>;
    } is |map, reader| {
        let (compares, values): (_, &[&str]) = match word.part {
            "text" => (Self::Text, &["stored", "asked"]),
            "readability" => (Self::Readable, &["stored", "asked", "why"]),
            "own-features" => (Self::OwnFeatures, &["processor", "feature"]),
            "features" => (Self::Features(features), &["feature", "stored", "asked"]),
            _ => (Self::Word(word), &["stored", "asked"]),
        };
        for text in ["agrees", "equal", "differs", "differs-in-family"].iter().filter_map(|key| map.node.get(key)) {
            placeholders(values)(text, reader);
        }
        match compares {
            Self::Features(_) => all_states(map.node, reader),
            _ => of_features_only(map.node, reader),
        }
        if !matches!(compares, Self::Word(_)) {
            of_words_only(&word, map.node, reader);
        }
        compares
    }
}

/// Every state of a feature has its row.
fn all_states(rule: &Node, problems: &mut Problems) {
    let id = rule.get("id").unwrap_or(rule);
    for (key, expected, what) in [
        ("serves", "a row for each of any, on and off", "it serves"),
        (
            "selects",
            "a row of `selects` for each of any, on and off",
            "it is taken for",
        ),
    ] {
        let rows = rule.get(key);
        let states = rows.map(texts).unwrap_or_default();
        for state in STATES {
            if states.iter().all(|known| known.value != state) && (key == "serves" || !states.is_empty()) {
                problems.add_missing_later(id, expected, "no such row", format!("add `{state}:` with what {what}"));
            }
        }
        if let Some(Value::Map(rows)) = rows.map(|rows| &rows.value) {
            let known = rows
                .iter()
                .flat_map(|(stored, asked)| [vec![stored.clone()], texts(asked)].concat());
            known.for_each(|state| problems.one_of_later(state, "what holds of a feature", STATES.to_vec()));
        }
    }
}

fn of_words_only(word: &core::WordRule<'_>, rule: &Node, problems: &mut Problems) {
    for key in ["missing", "unlisted", "differs-in-family", "equal"]
        .iter()
        .filter_map(|key| rule.get(key))
    {
        problems.add_later(key, "this key only where a part is compared", "it here", "remove it");
    }
    let id = rule.get("id").unwrap_or(rule);
    if word.by_group || !word.ignored.is_empty() {
        let expected = "`by-group` and `ignored-where` only where a part is compared";
        problems.add_later(id, expected, "one of them here", "remove it");
    }
    if word.selects_family {
        problems.add_later(
            id,
            "`selects-family` only where a part is compared",
            "it here",
            "remove it",
        );
    }
}

fn of_features_only(rule: &Node, problems: &mut Problems) {
    for key in ["serves", "selects"] {
        if let Some(stored) = rule.get(key).and_then(|rows| texts(rows).into_iter().next()) {
            problems.add_later(
                stored,
                format!("`{key}` only where features are compared"),
                "it here",
                "remove it",
            );
        }
    }
}
