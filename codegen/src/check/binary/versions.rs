//! Checks that all versions of a record use a name in the same way, because they become one Rust type.

use std::collections::BTreeSet;

use crate::model::binary::{Attr, Holds, Record, Spec};
use crate::problem::{Doubts, Problems, quote};

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    let mut seen = BTreeSet::new();
    for (_, attr) in spec.attrs() {
        if let Holds::Switch(..) = attr.holds.value {
            compare(spec, &spec.records_of(attr), &mut seen, doubts, problems);
        }
    }
}

fn compare<'s>(
    spec: &'s Spec,
    records: &[&'s Record],
    seen: &mut BTreeSet<(&'s str, &'s str)>,
    doubts: &Doubts,
    problems: &mut Problems,
) {
    for (index, record) in records.iter().enumerate() {
        for attr in record.attrs().filter(|attr| doubts.clear(attr)) {
            let mut earlier = records.iter().take(index);
            let found = earlier.find_map(|earlier| Some((*earlier, earlier.find(&attr.id)?)));
            let Some((earlier, first)) = found.filter(|(_, first)| doubts.clear(first)) else {
                continue;
            };
            if !is_alike(first, attr) {
                let expected = format!("a field like in version `{}`", earlier.id.value);
                let hint = "versions share a type in generated code; rename one field";
                problems.add(&attr.id, expected, quote(&attr.id), hint);
                continue;
            }
            for (one, other) in spec.records_of(first).into_iter().zip(spec.records_of(attr)) {
                if one.id.value != other.id.value && seen.insert((&one.id, &other.id)) {
                    compare(spec, &[one, other], seen, doubts, problems);
                }
            }
        }
    }
}

fn is_alike(one: &Attr, other: &Attr) -> bool {
    let is_given = |attr: &Attr| attr.write_source().is_none();
    let names = |attr: &Attr| attr.names.as_ref().map(|names| names.value.clone());
    match (&one.holds.value, &other.holds.value) {
        (Holds::Number(_), Holds::Number(_)) => {
            (names(one), one.is_flags(), is_given(one)) == (names(other), other.is_flags(), is_given(other))
        }
        (Holds::Switch(on, _), Holds::Switch(other, _)) => on.text == other.text,
        (Holds::Record(_), Holds::Record(_)) => one.is_list() == other.is_list(),
        (Holds::Bytes, Holds::Bytes) => is_given(one) == is_given(other),
        (Holds::Contents(_), Holds::Contents(_)) => true,
        _ => one.is_text() && other.is_text() && one.grammar.is_some() == other.grammar.is_some(),
    }
}
