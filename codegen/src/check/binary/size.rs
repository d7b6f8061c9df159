//! Limits the size of a schema, to bound the work on it and on its files.

use std::collections::BTreeMap;

use crate::model::binary::{Record, Spec};
use crate::problem::Problems;

/// For typed and for interpreted layouts.
const MOST_TYPES: [usize; 2] = [1000, 3000];
/// With instances, per record.
const MOST_FIELDS: usize = 1000;
/// Nesting of records.
const MOST_DEEP: u64 = 32;
/// Per record, with one item per list, or a constant number.
const MOST_INSIDE: u64 = 4096;

pub(super) fn check(spec: &Spec, problems: &mut Problems) -> bool {
    let before = problems.len();
    let most = MOST_TYPES[usize::from(!spec.is_typed)];
    let inner = spec.records().count() - 1;
    if inner > most {
        let hint = "describe the rest in a schema of its own";
        problems.add(&spec.id, format!("at most {most} types"), inner.to_string(), hint);
    }
    for record in spec.records() {
        let count = record.attrs().count() + record.params.len();
        if count > MOST_FIELDS {
            let expected = format!("at most {MOST_FIELDS} fields and instances");
            let hint = "join some in types of their own";
            problems.add(&record.id, expected, count.to_string(), hint);
        }
    }
    problems.len() == before
}

/// Recursive records are reported elsewhere.
pub(super) fn nesting(spec: &Spec, problems: &mut Problems) {
    let mut known = BTreeMap::new();
    let Inside { deep, many } = inside(spec, &spec.root, &mut known);
    if deep > MOST_DEEP {
        let hint = "join some records, because readers enter each";
        let expected = format!("at most {MOST_DEEP} records inside of each other");
        problems.add(&spec.root.id, expected, deep.to_string(), hint);
    }
    if many > MOST_INSIDE {
        let hint = "use lists with a stored length";
        let expected = format!("at most {MOST_INSIDE} records with one item in each list");
        problems.add(&spec.root.id, expected, many.to_string(), hint);
    }
}

#[derive(Debug, Clone, Copy)]
struct Inside {
    deep: u64,
    many: u64,
}

fn inside<'s>(spec: &'s Spec, record: &'s Record, known: &mut BTreeMap<&'s str, Inside>) -> Inside {
    if let Some(known) = known.get(record.id.as_str()) {
        return *known;
    }
    // A recursive occurrence counts as 0.
    known.insert(&record.id, Inside { deep: 0, many: 0 });
    let (mut deep, mut many) = (0_u64, 1_u64);
    for attr in record.attrs() {
        let times = attr.count().and_then(|count| count.constant()).unwrap_or(1);
        for inner in spec.records_of(attr) {
            let inner = inside(spec, inner, known);
            deep = deep.max(inner.deep);
            many = many.saturating_add(inner.many.saturating_mul(times));
        }
    }
    let found = Inside { deep: deep.saturating_add(1), many };
    known.insert(&record.id, found);
    found
}
