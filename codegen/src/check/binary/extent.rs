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
        let is_last = record.seq.last().is_some_and(|last| last.id.value == attr.id.value);
        let allowed = is_last && !parts && ends_the_file(spec, record);
        if attr.to_end() && !allowed {
            let hint = "use it on the last field of `seq` at the top level, or of a type that only stands there, in a schema without `instances`";
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

/// Whether the file ends where `record` does: it is the outermost one, or stands nowhere but at the end of such records, once.
pub(super) fn ends_the_file(spec: &Spec, record: &Type) -> bool {
    ends(spec, record, 0)
}

/// The same. Depth is bounded, because a record may wrongly hold itself.
fn ends(spec: &Spec, record: &Type, depth: usize) -> bool {
    if record.id.value == spec.root.id.value {
        return true;
    }
    let holds = |attr: &Attr| {
        let inner = records_of(spec, attr);
        inner.into_iter().any(|inner| inner.id.value == record.id.value)
    };
    depth < spec.types.len()
        && attrs(spec).filter(|(_, attr)| holds(attr)).all(|(around, attr)| {
            let is_last = around.seq.last().is_some_and(|last| last.id.value == attr.id.value);
            is_last && attr.repeat.is_none() && ends(spec, around, depth + 1)
        })
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
