//! How far records reach: none holds itself, none that is repeated is empty, and only the last field of the file is open at its end.

use crate::model::binary::{Attr, Kind, Spec, Type};
use crate::problem::{Doubts, Problems, quoted};

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    let recursive: Vec<&Type> = spec
        .records()
        .filter(|record| holds_itself(spec, record, &mut Vec::new()))
        .collect();
    for record in &recursive {
        let found = format!("{}, which holds or points at itself", quoted(&record.id));
        let hint = "break the circle: such files could be endless";
        problems.add(&record.id, "a record of bounded depth", found, hint);
    }
    let parts = spec.records().any(|record| !record.instances.is_empty());
    for (record, attr) in spec.attrs() {
        let surely = |inner: &&Type| doubts.whole(inner) && inner.seq.iter().all(|attr| doubts.clear(attr));
        let empty = || {
            spec.records_of(attr)
                .into_iter()
                .filter(surely)
                .any(|inner| least(spec, inner) == 0)
        };
        if attr.repeat.is_some() && recursive.is_empty() && empty() {
            let expected = "a type of at least one byte as what is repeated";
            let hint = "give the type a field that is always there: otherwise a count could ask for endless work";
            problems.add(&attr.kind, expected, "one that may be empty", hint);
        }
        // On anything but bytes it is refused as a whole.
        let to_end = attr.to_end() && attr.kind.value == Kind::Bytes;
        if to_end && (parts || !is_last(record, attr) || !ends_the_file(spec, record)) {
            let hint = "use it on the last field of `seq` at the top level, or of a type that only stands there, in a schema without `instances`";
            problems.add(&attr.id, "`size-eos` where the file ends", "`size-eos` elsewhere", hint);
        }
    }
    if spec.root.seq.is_empty() && doubts.whole(&spec.root) {
        let hint = "describe what the file begins with";
        problems.add(&spec.root.id, "at least one field in `seq`", "none", hint);
    }
}

fn is_last(record: &Type, attr: &Attr) -> bool {
    record.seq.last().is_some_and(|last| last.id.value == attr.id.value)
}

/// Whether the file ends where `record` does: it is the outermost one, or stands nowhere but at the end of such records, once.
pub(super) fn ends_the_file(spec: &Spec, record: &Type) -> bool {
    ends(spec, record, 0)
}

/// The same. Depth is bounded, because a record may wrongly hold itself.
fn ends(spec: &Spec, record: &Type, depth: usize) -> bool {
    let mut users = spec.attrs().filter(|(_, attr)| spec.holds(attr, record));
    let at_the_end = |(around, attr): (&Type, &Attr)| {
        is_last(around, attr) && attr.repeat.is_none() && ends(spec, around, depth + 1)
    };
    spec.is_root(record) || (depth < spec.types.len() && users.all(at_the_end))
}

fn holds_itself<'s>(spec: &'s Spec, record: &'s Type, open: &mut Vec<&'s str>) -> bool {
    if open.contains(&record.id.as_str()) {
        return open.first() == Some(&record.id.as_str());
    }
    open.push(&record.id);
    let inner = record.attrs().flat_map(|attr| spec.records_of(attr));
    let found = inner.into_iter().any(|inner| holds_itself(spec, inner, open));
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
    let inner = || spec.records_of(attr).into_iter().map(|inner| least(spec, inner));
    match &attr.kind.value {
        Kind::Contents(bytes) => u64::try_from(bytes.len()).unwrap_or(u64::MAX),
        Kind::Number(width, _) => u64::from(*width),
        Kind::Strz => 1,
        Kind::Str | Kind::Bytes => attr.size.as_ref().and_then(|size| size.value.constant()).unwrap_or(0),
        Kind::Record(_) => match &*attr.repeat {
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
