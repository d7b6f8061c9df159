//! How large a schema may be, so that the work on it, and on the files that it describes, stays bounded.

use std::collections::BTreeMap;

use crate::model::binary::{Spec, Type};
use crate::problem::Problems;

/// The most types of a schema.
const MOST_TYPES: usize = 1000;
/// The most fields and parts of a record.
const MOST_FIELDS: usize = 1000;
/// The most records inside of each other.
const MOST_DEEP: u64 = 32;
/// The most records that a record is with everything inside, where each list has one, or as many as a constant says.
const MOST_INSIDE: u64 = 4096;

/// Whether the schema is small enough to be judged by other rules.
pub(super) fn check(spec: &Spec, problems: &mut Problems) -> bool {
    let before = problems.len();
    if spec.types.len() > MOST_TYPES {
        let (found, hint) = (spec.types.len().to_string(), "describe the rest in a schema of its own");
        problems.add(&spec.root.id, format!("at most {MOST_TYPES} types"), found, hint);
    }
    for record in spec.records() {
        let count = record.attrs().count();
        if count > MOST_FIELDS {
            let hint = "join some in types of their own";
            problems.add(
                &record.id,
                format!("at most {MOST_FIELDS} fields and parts"),
                count.to_string(),
                hint,
            );
        }
    }
    problems.len() == before
}

/// No record nests too deep, nor unfolds to too many, as far as is known. Records that hold themselves are reported as that.
pub(super) fn nesting(spec: &Spec, problems: &mut Problems) {
    let mut known = BTreeMap::new();
    let Inside { deep, many } = inside(spec, &spec.root, &mut known);
    if deep > MOST_DEEP {
        let hint = "join some of them: readers go into each";
        let expected = format!("at most {MOST_DEEP} records inside of each other");
        problems.add(&spec.root.id, expected, deep.to_string(), hint);
    }
    if many > MOST_INSIDE {
        let hint = "use lists whose length the file says";
        let expected = format!("at most {MOST_INSIDE} records in a file whose lists have one each");
        problems.add(&spec.root.id, expected, many.to_string(), hint);
    }
}

/// What is inside of a record, itself counted.
#[derive(Debug, Clone, Copy)]
struct Inside {
    deep: u64,
    many: u64,
}

fn inside<'s>(spec: &'s Spec, record: &'s Type, known: &mut BTreeMap<&'s str, Inside>) -> Inside {
    if let Some(known) = known.get(record.id.as_str()) {
        return *known;
    }
    // In itself a record counts as nothing.
    known.insert(&record.id, Inside { deep: 0, many: 0 });
    let (mut deep, mut many) = (0_u64, 1_u64);
    for attr in record.attrs() {
        let times = attr.repeat.as_ref().and_then(|count| count.constant()).unwrap_or(1);
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
