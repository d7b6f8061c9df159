//! What a schema refers to exists: types, enums, fields of this record, of `_parent` and of `_root`.

use super::{attrs, records_of};
use crate::expr::{Path, Scope};
use crate::mapping::nearest;
use crate::model::binary::{Align, Attr, Kind, Said, Spec, Type, Valid};
use crate::problem::Problems;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for (record, attr) in attrs(spec) {
        types(spec, attr, problems);
        if let Some(names) = &attr.names
            && !spec.enums.iter().any(|named| named.id.value == names.value)
        {
            unknown(
                names,
                "an enum of this schema",
                &names.value,
                spec.enums.iter().map(|named| &named.id),
                problems,
            );
        }
        if let Some(valid) = &attr.valid
            && valid.value == Valid::InEnum
            && attr.names.is_none()
        {
            valid.problem(problems, "`in-enum` beside `enum`", "`in-enum` alone", "add `enum:`");
        }
        if let Kind::Versions { on, .. } = &attr.kind.value {
            switch(record, attr, on, problems);
        }
        if let Some(align) = &attr.align
            && let Align::Option(id) = &align.value
            && !spec.options.iter().any(|option| option.id.value == *id)
        {
            unknown(
                align,
                "an option of this schema",
                id,
                spec.options.iter().map(|option| &option.id),
                problems,
            );
        }
        for expr in [&attr.size, &attr.repeat, &attr.pos].into_iter().flatten() {
            for path in expr.value.fields() {
                field(spec, record, attr, &expr.with(path.clone()), problems);
            }
        }
    }
    unused(spec, problems);
}

fn types(spec: &Spec, attr: &Attr, problems: &mut Problems) {
    let mut known = |said: &Said<String>| {
        if spec.find(&said.value).is_none() {
            unknown(
                said,
                "a type of this schema",
                &said.value,
                spec.types.iter().map(|record| &record.id),
                problems,
            );
        }
    };
    match &attr.kind.value {
        Kind::Record(id) => known(&attr.kind.with(id.clone())),
        Kind::Versions { cases, .. } => cases.iter().for_each(|(_, id)| known(id)),
        _ => {}
    }
}

fn switch(record: &Type, attr: &Attr, on: &str, problems: &mut Problems) {
    let earlier = record.seq.iter().take_while(|other| other.id.value != attr.id.value);
    let found = earlier.into_iter().find(|other| other.id.value == on);
    let plain = |field: &Attr| {
        matches!(field.kind.value, Kind::Number(..))
            && field.names.is_none()
            && field.write.is_none()
            && field.valid.is_none()
    };
    if !found.is_some_and(plain) {
        let hint = "name a number of this record that stands before it and has no `enum`, `valid` or `-write`: the version chosen gives it";
        attr.kind
            .problem(problems, "a plain number to switch on", format!("`{on}`"), hint);
    }
    let switches = record
        .seq
        .iter()
        .filter(|other| matches!(&other.kind.value, Kind::Versions { on: other, .. } if other == on));
    if switches.count() > 1 {
        attr.kind.problem(
            problems,
            "one switch for each number",
            format!("several on `{on}`"),
            "join them in one type",
        );
    }
}

/// A field in an expression is a number that can be known by then.
fn field(spec: &Spec, record: &Type, attr: &Attr, path: &Said<Path>, problems: &mut Problems) {
    let is_root = record.id.value == spec.root.id.value;
    let around: Vec<&Type> = match path.value.scope {
        Scope::Own => vec![record],
        Scope::Root => vec![&spec.root],
        Scope::Parent => parents(spec, record),
    };
    if path.value.scope == Scope::Parent && is_root {
        let hint = "the outermost record has no parent";
        path.problem(problems, "a field of this record", format!("`{}`", path.value), hint);
    }
    let own = around.iter().any(|around| around.id.value == record.id.value);
    for around in around {
        let Some(found) = around.seq.iter().find(|field| field.id.value == path.value.id) else {
            let expected = format!("a field of `{}`", around.id.value);
            let fields = around.seq.iter().map(|field| &field.id);
            unknown(path, &expected, &path.value.to_string(), fields, problems);
            continue;
        };
        if !matches!(found.kind.value, Kind::Number(..)) {
            let hint = "only numbers can be computed with";
            path.problem(problems, "a number", format!("`{}`, which is none", path.value), hint);
        }
        let place = |id: &Said<String>| record.seq.iter().position(|field| field.id.value == id.value);
        if let (true, Some(user), Some(used)) = (own, place(&attr.id), place(&found.id))
            && used >= user
        {
            let hint = "move it: fields are read one after the other";
            path.problem(
                problems,
                "a field that stands before this one",
                format!("`{}`", path.value),
                hint,
            );
        }
        if !own {
            before_inner(spec, around, record, found, path, problems);
        }
    }
}

/// A field of an outer record is read before the record inside it that uses the field.
fn before_inner(spec: &Spec, around: &Type, record: &Type, found: &Attr, path: &Said<Path>, problems: &mut Problems) {
    let reaches = |attr: &&Attr| {
        records_of(spec, attr)
            .into_iter()
            .any(|inner| reaches(spec, inner, record, 0))
    };
    let user = around.seq.iter().position(|attr| reaches(&attr));
    let used = around.seq.iter().position(|attr| attr.id.value == found.id.value);
    if let (Some(user), Some(used)) = (user, used)
        && used >= user
    {
        let hint = format!(
            "move it before the field of `{}` that holds this record",
            around.id.value
        );
        path.problem(
            problems,
            "a field that is read before this record",
            format!("`{}`", path.value),
            hint,
        );
    }
}

/// Whether a `record` has or points at a `wanted`. Depth is bounded, because a record may wrongly hold itself.
fn reaches(spec: &Spec, record: &Type, wanted: &Type, depth: usize) -> bool {
    record.id.value == wanted.id.value
        || (depth < spec.types.len()
            && record.attrs().any(|attr| {
                records_of(spec, attr)
                    .into_iter()
                    .any(|inner| reaches(spec, inner, wanted, depth + 1))
            }))
}

/// The records that have `record` in one of their fields or parts.
fn parents<'s>(spec: &'s Spec, record: &Type) -> Vec<&'s Type> {
    let holds = |attr: &Attr| {
        records_of(spec, attr)
            .into_iter()
            .any(|inner| inner.id.value == record.id.value)
    };
    spec.records().filter(|parent| parent.attrs().any(holds)).collect()
}

fn unused(spec: &Spec, problems: &mut Problems) {
    for record in &spec.types {
        if parents(spec, record).is_empty() {
            record.id.problem(
                problems,
                "a type that some field has",
                format!("`{}`, which none has", record.id.value),
                "leave it out",
            );
        }
    }
    for named in &spec.enums {
        let used = |(_, attr): (&Type, &Attr)| attr.names.as_ref().is_some_and(|names| names.value == named.id.value);
        if !attrs(spec).any(used) {
            named.id.problem(
                problems,
                "an enum that some field has",
                format!("`{}`, which none has", named.id.value),
                "leave it out",
            );
        }
    }
    for option in &spec.options {
        let used = |(_, attr): (&Type, &Attr)| {
            let id = Align::Option(option.id.value.clone());
            attr.align.as_ref().is_some_and(|align| align.value == id)
        };
        if !attrs(spec).any(used) {
            let found = format!("`{}`, which none uses", option.id.value);
            option
                .id
                .problem(problems, "an option that some `-align` uses", found, "leave it out");
        }
    }
}

fn unknown<'s, T>(
    said: &Said<T>,
    expected: &str,
    found: &str,
    known: impl Iterator<Item = &'s Said<String>>,
    problems: &mut Problems,
) {
    let known: Vec<&str> = known.map(|id| id.value.as_str()).collect();
    let hint = match nearest(found, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "there is none".to_owned(),
        None => format!("there are: {}", known.join(", ")),
    };
    said.problem(problems, expected, format!("`{found}`"), hint);
}
