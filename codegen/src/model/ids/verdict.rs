//! Composition and compatibility rules.

use offload_bundle_core::ids::tables as core;
use offload_bundle_core::severity::Severity;

use crate::problem::Problems;
use crate::reading::{
    Maybe, ReadEntry, Reader, Rows, Several, alone, names, placeholders, placeholders_among, table, texts, words,
};
use crate::spanned::Spanned;
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

// The violation, and the parts that must agree for it.
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
        compiled = "differs-compiled": Maybe;
    }
}

table! {
    for<'a> core::FeatureRule<'a> {
        serves, selects: Rows;
    }
}

const STATES: [&str; 3] = ["any", "on", "off"];

fn sign<'a>(state: &str, reader: &Reader<'a, '_>) -> Option<&'a str> {
    let signs = reader.root.get("roles").and_then(|roles| roles.get("signs"))?;
    match &signs.get(state)?.value {
        Value::Text(sign) => Some(reader.arena.text(sign)),
        _ => None,
    }
}

impl<'a> ReadEntry<'a> for core::SignRow<'a> {
    fn read_entry(key: &Spanned<String>, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let states = <Several as crate::reading::Way<'a, &[&str]>>::read(node, reader)?;
        let serves = reader.arena.list(states.iter().map(|state| sign(state, reader)));
        Some(Self { stored: sign(key, reader), serves })
    }
}

impl<'a> ReadEntry<'a> for core::OneOf<'a> {
    fn read_entry(part: &Spanned<String>, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let (part, words) = ReadEntry::read_entry(part, node, reader)?;
        Some(Self { part, words })
    }
}

// A special comparison, or a part.
table! {
    for<'a> core::Compares<'a> => fits_what_is_compared {
        word = flatten: core::WordRule<'a>;
        features = flatten: core::FeatureRule<'a>;
    } is |_map, _reader| match word.part {
        "text" => Self::Text,
        "readability" => Self::Readable,
        "own-features" => Self::OwnFeatures,
        "features" => Self::Features(features),
        _ => Self::Word(word),
    }
}

fn fits_what_is_compared(rule: &Node, problems: &mut Problems) {
    let compares = rule.text("compares").map_or(String::new(), |compares| compares.value);
    let values: &[&str] = match compares.as_str() {
        "readability" => &["stored", "asked", "why"],
        "own-features" => &["processor", "feature"],
        "features" => &["feature", "stored", "asked"],
        _ => &["stored", "asked"],
    };
    for text in ["agrees", "equal", "differs", "differs-in-family", "differs-compiled"]
        .iter()
        .filter_map(|key| rule.get(key))
    {
        placeholders_among(text, values, problems);
    }
    match compares.as_str() {
        "features" => all_states(rule, problems),
        _ => of_features_only(rule, problems),
    }
    if ["text", "readability", "own-features", "features"].contains(&compares.as_str()) {
        of_words_only(rule, problems);
    }
}

fn all_states(rule: &Node, problems: &mut Problems) {
    let id = rule.get("id").unwrap_or(rule);
    for (key, expected, what) in [
        ("serves", "a row for each of any, on and off", "what it serves"),
        (
            "selects",
            "a row of `selects` for each of any, on and off",
            "the requests that it serves",
        ),
    ] {
        let rows = rule.entries(key);
        for state in STATES.iter().filter(|_| key == "serves" || !rows.is_empty()) {
            if rows.iter().all(|(stored, _)| stored.value != *state) {
                problems.add_missing(id, expected, "no such row", format!("add `{state}:` with {what}"));
            }
        }
        for state in rows
            .iter()
            .flat_map(|(stored, asked)| [vec![stored.clone()], texts(asked)].concat())
        {
            problems.one_of(&state, "what holds of a feature", STATES);
        }
    }
}

fn of_words_only(rule: &Node, problems: &mut Problems) {
    for key in ["missing", "unlisted", "differs-in-family", "differs-compiled", "equal"]
        .iter()
        .filter_map(|key| rule.get(key))
    {
        problems.add(key, "this key only if a part is compared", "it here", "remove it");
    }
    let id = rule.get("id").unwrap_or(rule);
    if rule.says("by-group") || !rule.entries("ignored-where").is_empty() {
        let expected = "`by-group` and `ignored-where` only if a part is compared";
        problems.add(id, expected, "only one here", "remove it");
    }
    if rule.says("selects-family") {
        let expected = "`selects-family` only if a part is compared";
        problems.add(id, expected, "it here", "remove it");
    }
}

fn of_features_only(rule: &Node, problems: &mut Problems) {
    for key in ["serves", "selects"] {
        if let Some((stored, _)) = rule.entries(key).first() {
            let expected = format!("`{key}` only where features are compared");
            problems.add(stored, expected, "it here", "remove it");
        }
    }
}
