//! Ids are in snake case, unique where they meet, and not names that generated code needs itself.

use std::collections::BTreeSet;

use crate::model::binary::{Kind, Said, Spec};
use crate::problem::Problems;
use crate::view::rust::camel;

/// Words of Rust.
const WORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Words of Rust, and what generated functions call their own.
const TAKEN: &[&str] = &[
    "at",
    "bytes",
    "count",
    "cursor",
    "describe",
    "describer",
    "frame",
    "item",
    "length",
    "list",
    "plan",
    "read",
    "read_at",
    "record",
    "to_builder",
    "write",
    "writer",
    "write_frame",
];

/// Types that generated code uses beside those of the schema.
const TAKEN_TYPES: &[&str] = &[
    "Bytes",
    "Checked",
    "Content",
    "Cursor",
    "Describer",
    "Field",
    "List",
    "Number",
    "Open",
    "Option",
    "PackedContent",
    "Place",
    "Placement",
    "Plan",
    "ReadError",
    "Result",
    "Self",
    "Shape",
    "Span",
    "String",
    "Vec",
    "Width",
    "Wrapper",
    "WriteError",
    "Writer",
    "Ok",
    "Err",
    "Some",
    "None",
    "Union",
    "Just",
    "Strategy",
    "Arbitrary",
    "Unstructured",
    "Default",
    "BoxedStrategy",
];

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let mut types = BTreeSet::new();
    for record in spec.records() {
        name(&record.id, &[], problems);
        unique_type(&record.id, &mut types, problems);
        let mut known = BTreeSet::new();
        for attr in record.attrs() {
            name(&attr.id, TAKEN, problems);
            unique(&attr.id, &mut known, "in this record", problems);
            if matches!(attr.kind.value, Kind::Versions { .. }) {
                unique_type(&attr.id, &mut types, problems);
            }
        }
    }
    for named in &spec.enums {
        name(&named.id, &[], problems);
        unique_type(&named.id, &mut types, problems);
        let (mut known, mut numbers) = (BTreeSet::new(), BTreeSet::new());
        for member in &named.members {
            name(&member.id, &[], problems);
            unique(&member.id, &mut known, "in this enum", problems);
            if !numbers.insert(member.number) {
                let hint = "give each number one name";
                member
                    .id
                    .problem(problems, "a number once", format!("{} twice", member.number), hint);
            }
        }
        if named.members.is_empty() {
            named
                .id
                .problem(problems, "at least one value", "none", "add one, or leave the enum out");
        }
    }
    let mut known = BTreeSet::new();
    for option in &spec.options {
        name(&option.id, TAKEN, problems);
        unique(&option.id, &mut known, "among options", problems);
        if spec.root.find(&option.id.value).is_some() {
            let hint = "rename one of them: both are fields of the builder";
            option.id.problem(
                problems,
                "an id that no field has",
                format!("`{}`", option.id.value),
                hint,
            );
        }
    }
}

fn name(id: &Said<String>, taken: &[&str], problems: &mut Problems) {
    let text = &id.value;
    let snake = text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && text
            .chars()
            .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_');
    if !snake {
        let expected = "an id of small letters, digits and `_` that begins with a letter";
        id.problem(problems, expected, format!("`{text}`"), "write it in snake case");
    } else if taken.contains(&text.as_str()) || WORDS.contains(&text.as_str()) {
        id.problem(
            problems,
            "an id that generated code can use",
            format!("`{text}`"),
            "choose another word",
        );
    }
}

fn unique(id: &Said<String>, known: &mut BTreeSet<String>, place: &str, problems: &mut Problems) {
    if !known.insert(id.value.clone()) {
        let expected = format!("an id that stands once {place}");
        id.problem(
            problems,
            expected,
            format!("`{}` twice", id.value),
            "rename one of them",
        );
    }
}

/// Records, enums and switches become types of one module.
fn unique_type(id: &Said<String>, known: &mut BTreeSet<String>, problems: &mut Problems) {
    let name = camel(&id.value);
    let taken = TAKEN_TYPES.contains(&name.as_str());
    // A record `x` brings a builder `XBuilder` with it.
    let clash = known.contains(&name) || known.contains(&format!("{name}Builder"));
    if taken || clash || name.strip_suffix("Builder").is_some_and(|name| known.contains(name)) {
        let expected = "an id that gives a type of its own among types, enums and switches";
        id.problem(
            problems,
            expected,
            format!("`{}`, which gives `{name}`", id.value),
            "rename it",
        );
    }
    known.insert(name);
}
