//! Checks the extent of records: records must not be recursive, list items must not be empty, and only the last field
//! may be open-ended.

use std::collections::{BTreeMap, BTreeSet};

use crate::formula::Formula;
use crate::model::binary::{Attr, Holds, Record, Spec};
use crate::problem::{Doubts, Problems, quote};
use crate::spanned::Spanned;

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    let recursive = recursive(spec);
    for record in &recursive {
        let found = format!("{}, which holds or points at itself", quote(&record.id));
        let hint = "break the circle: such files could be endless";
        problems.add(&record.id, "a record of bounded depth", found, hint);
    }
    let mut least = Least { spec, known: BTreeMap::new() };
    let parts = spec.records().any(|record| !record.instances.is_empty());
    for (record, attr) in spec.attrs() {
        let surely = |inner: &&Record| doubts.whole(inner) && inner.seq.iter().all(|attr| doubts.clear(attr));
        let mut empty = || {
            let mut sure = spec.records_of(attr).into_iter().filter(surely);
            sure.any(|inner| least.of_record(inner) == 0)
        };
        if attr.is_list() && recursive.is_empty() && empty() {
            let expected = "a type of at least one byte as what is repeated";
            let hint = "give the type a field that is always there: otherwise a count could ask for endless work";
            problems.add(&attr.holds, expected, "an optional part", hint);
        }
        // For types other than bytes, the key is refused elsewhere.
        let to_end = attr.to_end() && attr.holds.is_bytes();
        if to_end && (parts || !is_last(record, attr) || !ends_the_file(spec, record)) {
            let hint = "use it on the last field of the top-level `seq`, or of a type used only there, in a schema without `instances`";
            problems.add(
                &attr.id,
                "`size-eos` at the end of the file",
                "`size-eos` elsewhere",
                hint,
            );
        }
    }
    if spec.root.seq.is_empty() && doubts.whole(&spec.root) {
        let hint = "describe what the file begins with";
        problems.add(&spec.root.id, "at least one field in `seq`", "none", hint);
    }
}

fn recursive(spec: &Spec) -> Vec<&Record> {
    let records: Vec<&Record> = spec.records().collect();
    let ids = records.iter().map(|record| record.id.as_str());
    let numbers: BTreeMap<&str, usize> = ids.zip(0..).collect();
    let inner = records.iter().map(|record| {
        let inner = record.attrs().flat_map(|attr| spec.records_of(attr));
        inner
            .filter_map(|inner| numbers.get(inner.id.as_str()).copied())
            .collect()
    });
    let inner: Vec<BTreeSet<usize>> = inner.collect();
    let all = records.iter().zip(0..);
    all.filter(|(_, number)| holds_itself(&inner, *number))
        .map(|(record, _)| *record)
        .collect()
}

fn holds_itself(inner: &[BTreeSet<usize>], number: usize) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![number]);
    while let Some(inner) = open.pop().and_then(|next| inner.get(next)) {
        open.extend(inner.iter().filter(|number| seen.insert(**number)));
        if seen.contains(&number) {
            return true;
        }
    }
    false
}

fn is_last(record: &Record, attr: &Attr) -> bool {
    record.seq.last().is_some_and(|last| last.id.value == attr.id.value)
}

/// Or occurs only at the end of such records, once.
pub(super) fn ends_the_file(spec: &Spec, record: &Record) -> bool {
    ends(spec, record, &mut BTreeSet::new())
}

fn ends<'s>(spec: &'s Spec, record: &'s Record, seen: &mut BTreeSet<&'s str>) -> bool {
    let mut users = spec
        .attrs()
        .filter(|(_, attr)| attr.holds.records().any(|id| *id == *record.id.value));
    spec.is_root(record)
        || !seen.insert(&record.id)
        || users.all(|(around, attr)| is_last(around, attr) && !attr.is_list() && ends(spec, around, seen))
}

struct Least<'s> {
    spec: &'s Spec,
    known: BTreeMap<&'s str, u64>,
}

impl<'s> Least<'s> {
    fn of_record(&mut self, record: &'s Record) -> u64 {
        if let Some(known) = self.known.get(record.id.as_str()) {
            return *known;
        }
        let least = record
            .seq
            .iter()
            .map(|attr| self.of_attr(attr))
            .fold(0, u64::saturating_add);
        self.known.insert(&record.id, least);
        least
    }

    fn of_attr(&mut self, attr: &'s Attr) -> u64 {
        let constant = |formula: Option<&Spanned<Formula>>| formula.and_then(|formula| formula.constant()).unwrap_or(0);
        match &attr.holds.value {
            _ if attr.condition.is_some() => 0,
            Holds::Contents(bytes) => u64::try_from(bytes.len()).unwrap_or(u64::MAX),
            Holds::Number(number) => number.len.into(),
            Holds::TextToNul => 1,
            Holds::Text | Holds::Bytes | Holds::Bits(..) => constant(attr.bytes.size.as_ref()),
            Holds::Record(_) | Holds::Switch(..) => {
                let spec = self.spec;
                let inner = spec
                    .records_of(attr)
                    .into_iter()
                    .map(|inner| self.of_record(inner))
                    .min();
                let times = if attr.is_list() { constant(attr.count()) } else { 1 };
                inner.unwrap_or(0).saturating_mul(times)
            }
        }
    }
}
