//! How far records reach: none holds itself, none that is repeated is empty, and only the last field of the file is open at its end.

use super::{attrs, records_of};
use crate::model::binary::{Attr, Kind, Spec, Type};
use crate::problem::Problems;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let mut recursive = false;
    for record in spec.records() {
        if holds_itself(spec, record, &mut Vec::new()) {
            recursive = true;
            let found = format!("`{}`, which holds or points at itself", record.id.value);
            record.id.problem(
                problems,
                "a record of bounded depth",
                found,
                "break the circle: such files could be endless",
            );
        }
    }
    for (record, attr) in attrs(spec) {
        if attr.repeat.is_some()
            && !recursive
            && records_of(spec, attr).into_iter().any(|inner| least(spec, inner) == 0)
        {
            let hint = "give the type a field that is always there: otherwise a count could ask for endless work";
            attr.kind.problem(
                problems,
                "a type of at least one byte as what is repeated",
                "one that may be empty",
                hint,
            );
        }
        let parts = spec.records().any(|record| !record.instances.is_empty());
        let is_root = record.id.value == spec.root.id.value;
        let is_last = record.seq.last().is_some_and(|last| last.id.value == attr.id.value);
        if attr.to_end() && !(is_root && is_last && !parts) {
            let hint = "use it on the last field of `seq` at the top level, in a schema without `instances`";
            attr.id
                .problem(problems, "`size-eos` where the file ends", "`size-eos` elsewhere", hint);
        }
    }
    if spec.root.seq.is_empty() {
        spec.root.id.problem(
            problems,
            "at least one field in `seq`",
            "none",
            "describe what the file begins with",
        );
    }
}

fn holds_itself<'s>(spec: &'s Spec, record: &'s Type, open: &mut Vec<&'s str>) -> bool {
    if open.contains(&record.id.value.as_str()) {
        return open.first() == Some(&record.id.value.as_str());
    }
    open.push(&record.id.value);
    let found = record.attrs().any(|attr| {
        records_of(spec, attr)
            .into_iter()
            .any(|inner| holds_itself(spec, inner, open))
    });
    open.pop();
    found
}

/// The fewest bytes that a record can have.
fn least(spec: &Spec, record: &Type) -> u64 {
    record
        .seq
        .iter()
        .map(|attr| least_of(spec, attr))
        .fold(0, u64::saturating_add)
}

fn least_of(spec: &Spec, attr: &Attr) -> u64 {
    let inner = || records_of(spec, attr).into_iter().map(|inner| least(spec, inner));
    match &attr.kind.value {
        Kind::Contents(bytes) => u64::try_from(bytes.len()).unwrap_or(u64::MAX),
        Kind::Number(width, _) => u64::from(*width),
        Kind::Strz => 1,
        Kind::Str | Kind::Bytes => attr.size.as_ref().and_then(|size| size.value.constant()).unwrap_or(0),
        Kind::Record(_) => match &attr.repeat {
            None => inner().min().unwrap_or(0),
            Some(count) => count
                .value
                .constant()
                .unwrap_or(0)
                .saturating_mul(inner().min().unwrap_or(0)),
        },
        Kind::Versions { .. } => inner().min().unwrap_or(0),
    }
}
