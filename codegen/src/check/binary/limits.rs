//! Checks that shared parts have a work limit. Otherwise a small file could cause endless work.

use std::collections::BTreeSet;

use crate::model::binary::{Attr, Record, Spec};
use crate::problem::{Doubts, Problems};

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    let mut shared = BTreeSet::new();
    for record in spec.records() {
        for attr in &record.instances {
            check_limit(attr, doubts, problems);
            for inner in spec.records_of(attr) {
                reach(spec, inner, &mut shared);
            }
        }
    }
    for record in spec
        .root
        .types
        .iter()
        .filter(|record| shared.contains(record.id.as_str()))
    {
        record.seq.iter().for_each(|attr| check_limit(attr, doubts, problems));
    }
}

fn reach<'s>(spec: &'s Spec, record: &'s Record, found: &mut BTreeSet<&'s str>) {
    if found.insert(&record.id.value) {
        for attr in &record.seq {
            for inner in spec.records_of(attr) {
                reach(spec, inner, found);
            }
        }
    }
}

fn check_limit(attr: &Attr, doubts: &Doubts, problems: &mut Problems) {
    let unbounded = (attr.is_list() || attr.is_text()) && !attr.is_constant();
    if unbounded && attr.limit.is_none() && doubts.clear(attr) {
        let hint = "add `-limit:` with more than any sound file has: several offsets may point at the same place";
        problems.add(&attr.id, format!("a work limit of `{}`", attr.id.value), "none", hint);
    }
}
