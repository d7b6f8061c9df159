//! Everything is documented, and ids are fit for Rust, unique where they meet, and not names that generated code needs itself.

use std::collections::BTreeSet;

use crate::model::binary::{Attr, Docs, Kind, Spec};
use crate::names::camel;
use crate::problem::{Doubts, Problems};
use crate::spanned::Spanned;

/// What generated functions call their own.
#[rustfmt::skip]
const TAKEN: &[&str] = &[
    "at", "bytes", "count", "cursor", "frame", "item", "layout", "length", "list", "plan", "read", "read_at", "record",
    "to_builder", "write", "writer", "write_frame",
];

/// Types that generated code uses beside those of the schema.
#[rustfmt::skip]
const TAKEN_TYPES: &[&str] = &[
    "Bytes", "Checked", "Content", "Cursor", "List", "Number", "Open", "Option", "CompressedContent", "Place",
    "Placement", "Plan", "ReadError", "Result", "Self", "Span", "String", "Vec", "Width", "Envelope", "WriteError",
    "Writer", "Ok", "Err", "Some", "None", "Union", "Just", "Strategy", "Arbitrary", "Unstructured", "Default",
    "BoxedStrategy",
];

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    let mut types = BTreeSet::new();
    // Where an id is missing, that has been reported.
    let has_id = |id: &&Spanned<String>| !(id.is_empty() && doubts.at(*id));
    for record in spec.records() {
        documented(&record.id, &record.docs, problems);
        if has_id(&&record.id) {
            problems.identifier(&record.own_name(), &[]);
        }
        unique_type(&record.id, &mut types, problems);
        let ids = record.attrs().map(|attr| &attr.id);
        problems.unique("an id of this record", ids.filter(has_id));
        // What an envelope says of every version stands beside the fields of its outermost record.
        let envelope = spec.envelope.as_ref().filter(|_| record.id == spec.root.id);
        let of_all = envelope.map_or(Vec::new(), |keys| {
            vec!["digest", "len_decompressed", keys.data.as_str()]
        });
        let has_versions = |attr: &Attr| matches!(attr.kind.value, Kind::Versions { .. });
        let taken = if record.attrs().any(has_versions) {
            [TAKEN, &of_all].concat()
        } else {
            TAKEN.to_vec()
        };
        for attr in record.attrs() {
            documented(&attr.id, &attr.docs, problems);
            if has_id(&&attr.id) {
                problems.identifier(&attr.id, &taken);
            }
            if has_versions(attr) {
                unique_type(&attr.id, &mut types, problems);
            }
        }
    }
    for named in &spec.enums {
        problems.identifier(&named.own_name(), &[]);
        unique_type(&named.id, &mut types, problems);
        problems.unique("an id of this enum", named.members.iter().map(|member| &member.id));
        let mut numbers = BTreeSet::new();
        for member in &named.members {
            problems.identifier(&member.id, &[]);
            if !numbers.insert(member.number.value) {
                let found = format!("{} twice", member.number.value);
                problems.add(&member.number, "a number once", found, "give each number one name");
            }
        }
        if named.members.is_empty() && !doubts.at(&named.id) {
            let hint = "add one, or leave the enum out";
            problems.add(&named.id, "at least one value", "none", hint);
        }
    }
    problems.unique("an id of an option", spec.options.iter().map(|option| &option.id));
    for option in &spec.options {
        documented(&option.id, &option.docs, problems);
        problems.identifier(&option.id, TAKEN);
        if spec.root.find(&option.id).is_some() {
            let hint = "rename one of them: both are fields of the builder";
            problems.add_word(&option.id, "an id that no field has", hint);
        }
    }
}

/// Records, enums and switches become types of one module.
fn unique_type(id: &Spanned<String>, known: &mut BTreeSet<String>, problems: &mut Problems) {
    let name = camel(id);
    let taken = TAKEN_TYPES.contains(&name.as_str());
    // A record `x` brings a builder `XBuilder` with it.
    let clash = known.contains(&name) || known.contains(&format!("{name}Builder"));
    if taken || clash || name.strip_suffix("Builder").is_some_and(|name| known.contains(name)) {
        let expected = "an id that gives a type of its own among types, enums and switches";
        let hint = "rename it";
        problems.add(id, expected, format!("`{}`, which gives `{name}`", id.value), hint);
    }
    known.insert(name);
}

fn documented(id: &Spanned<String>, docs: &Docs, problems: &mut Problems) {
    if docs.text().is_empty() {
        let hint = "add `doc:` with what it is, its unit, and what an offset counts from";
        problems.add(id, format!("documentation of `{}`", id.value), "none", hint);
    }
}
