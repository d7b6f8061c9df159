//! The view of a format's readers.

use std::collections::BTreeSet;

use serde::Serialize;

use super::measure::{MeasureView, measure};
use super::parts::{PartView, view_part};
use super::spell::{self, Here};
use crate::expr::{Path, Scope};
use crate::ir::binary::{Field, Format, Number, Record, Valid, Versions, What};
use crate::names::camel;
use crate::view::rust::{bytes_literal, literal};

#[derive(Debug, Serialize)]
pub(super) struct Read {
    file: String,
    enums: Vec<String>,
    magics: Vec<Magic>,
    records: Vec<RecordView>,
    versions: Vec<VersionsView>,
}

#[derive(Debug, Serialize)]
struct Magic {
    docs: Vec<String>,
    name: String,
    value: String,
}

#[derive(Debug, Serialize)]
struct RecordView {
    docs: Vec<String>,
    name: String,
    is_root: bool,
    parameters: String,
    outer: Vec<String>,
    fields: Vec<FieldView>,
    parts: Vec<PartView>,
}

#[derive(Debug, Default, Serialize)]
struct FieldView {
    docs: Vec<String>,
    name: String,
    /// The type in the view's struct.
    stored: String,
    id: String,
    is_magic: bool,
    magic: String,
    is_number: bool,
    width: String,
    ranged: bool,
    min: u64,
    max: u64,
    listed: bool,
    values: String,
    known: String,
    closed: bool,
    open: bool,
    plain: bool,
    named: String,
    is_sized: bool,
    is_text: bool,
    is_bytes: bool,
    is_terminated: bool,
    is_rest: bool,
    /// Content: its place is computed, and looked at when it is asked for.
    is_compressed: bool,
    has_len: bool,
    decode: String,
    is_record: bool,
    is_list: bool,
    is_versions: bool,
    record: String,
    arguments: String,
    view_arguments: String,
    on: String,
    measure: MeasureView,
    limit: String,
}

#[derive(Debug, Serialize)]
struct VersionsView {
    name: String,
    field: String,
    on: String,
    parameters: String,
    known: String,
    cases: Vec<CaseView>,
}

#[derive(Debug, Serialize)]
struct CaseView {
    number: u64,
    name: String,
    docs: String,
    arguments: String,
}

pub(super) fn view(format: &Format) -> Read {
    let fields = || {
        format
            .records
            .iter()
            .flat_map(|record| record.fields.iter().map(move |field| (record, field)))
    };
    let magics = fields().filter_map(|(record, field)| match &field.what {
        What::Magic(bytes) => Some(Magic {
            docs: spell::docs(&field.docs, None),
            name: magic_name(format, record, field),
            value: bytes_literal(bytes),
        }),
        _ => None,
    });
    let versions = fields().filter_map(|(_, field)| match &field.what {
        What::Versions(versions) => Some(view_versions(format, field, versions)),
        _ => None,
    });
    Read {
        file: format.file.clone(),
        enums: spell::enums(format),
        magics: magics.collect(),
        versions: versions.collect(),
        records: format
            .records
            .iter()
            .enumerate()
            .map(|(index, record)| view_record(format, index == 0, record))
            .collect(),
    }
}

/// The constant that holds fixed bytes: named after the field, and after the record where that is not the outermost.
pub(super) fn magic_name(format: &Format, record: &Record, field: &Field) -> String {
    let is_root = format.records.first().is_some_and(|root| root.id == record.id);
    let prefix = if is_root {
        String::new()
    } else {
        format!("{}_", record.id)
    };
    format!("{prefix}{}", field.id).to_uppercase()
}

fn view_record(format: &Format, is_root: bool, record: &Record) -> RecordView {
    RecordView {
        docs: spell::docs(&record.docs, None),
        name: camel(&record.id),
        is_root,
        parameters: spell::parameters(&record.needs_to_read),
        outer: kept(format, is_root, record).iter().map(spell::outer).collect(),
        fields: record
            .fields
            .iter()
            .map(|field| view_field(format, record, is_root, field))
            .collect(),
        parts: record
            .parts
            .iter()
            .map(|part| view_part(format, is_root, part))
            .collect(),
    }
}

/// The fields of outer records that the view itself needs, after the frame has been read.
fn kept(format: &Format, is_root: bool, record: &Record) -> BTreeSet<Path> {
    let lists = record
        .fields
        .iter()
        .map(|field| &field.what)
        .filter(|what| matches!(what, What::List(_)));
    let again = lists.chain(record.parts.iter().map(|part| &part.what));
    let inner = again.flat_map(|what| spell::needs(format, what, |record| &record.needs_to_read));
    let inner = inner.filter(|path| path.scope == Scope::Root && !is_root);
    let measures = record.parts.iter().flat_map(|part| match &part.what {
        What::Sized(sized) => vec![&part.pos, &sized.len],
        What::List(list) => vec![&part.pos, &list.count],
        _ => vec![&part.pos],
    });
    let own = measures.flat_map(|measure| measure.expr.fields()).cloned();
    let own = own.filter(|path| record.needs_to_read.contains(path));
    inner.chain(own).collect()
}

fn view_field(format: &Format, record: &Record, is_root: bool, field: &Field) -> FieldView {
    let needs = spell::needs(format, &field.what, |record| &record.needs_to_read);
    let base = FieldView {
        docs: spell::docs(&field.docs, None),
        name: field.id.clone(),
        id: literal(&field.id),
        arguments: spell::arguments(&needs, is_root, Here::Reading),
        view_arguments: spell::arguments(&needs, is_root, Here::View),
        ..FieldView::default()
    };
    let stored = |text: &str| text.to_owned();
    match &field.what {
        What::Magic(_) => FieldView { is_magic: true, magic: magic_name(format, record, field), ..base },
        What::Number(number) => view_number(format, number, base),
        What::Sized(sized) => FieldView {
            stored: stored("Place"),
            is_sized: true,
            is_text: sized.encoding.is_some(),
            is_bytes: sized.encoding.is_none(),
            decode: spell::decode(sized.encoding),
            measure: measure(&sized.len, is_root, Here::Reading, &format!("{}_len", field.id), ""),
            ..base
        },
        What::Terminated(limit, encoding) => FieldView {
            stored: stored("Place"),
            is_terminated: true,
            is_text: true,
            decode: spell::decode(Some(*encoding)),
            limit: spell::limit(*limit),
            ..base
        },
        What::Rest => FieldView { stored: stored("Place"), is_rest: true, is_bytes: true, ..base },
        What::Compressed(compressed) => FieldView {
            stored: stored("Span"),
            is_compressed: true,
            has_len: compressed.len.is_some(),
            measure: compressed.len.as_ref().map_or_else(MeasureView::default, |len| {
                measure(len, is_root, Here::Reading, &format!("{}_len", field.id), "")
            }),
            ..base
        },
        What::Record(index) => FieldView {
            stored: format!("{}<'a>", spell::type_name(format, *index)),
            is_record: true,
            record: spell::type_name(format, *index),
            ..base
        },
        What::List(list) => FieldView {
            stored: stored("List"),
            is_list: true,
            record: spell::type_name(format, list.record),
            measure: measure(&list.count, is_root, Here::Reading, &format!("{}_count", field.id), ""),
            ..base
        },
        What::Versions(versions) => FieldView {
            stored: format!("{}<'a>", camel(&field.id)),
            is_versions: true,
            record: camel(&field.id),
            on: versions.on.clone(),
            ..base
        },
    }
}

fn view_number(format: &Format, number: &Number, base: FieldView) -> FieldView {
    let named = number
        .names
        .and_then(|(index, open)| Some((camel(&format.enums.get(index)?.id), open)));
    let (min, max) = match number.valid {
        Valid::Range(min, max) => (min, max),
        _ => (0, 0),
    };
    let values: Vec<String> = match &number.valid {
        Valid::AnyOf(values) => values.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    };
    FieldView {
        stored: "Number".to_owned(),
        is_number: true,
        width: spell::width(number),
        ranged: matches!(number.valid, Valid::Range(..)),
        min,
        max,
        listed: matches!(number.valid, Valid::AnyOf(_)),
        known: literal(&values.join(", ")),
        values: values.join(", "),
        closed: named.as_ref().is_some_and(|(_, open)| !open),
        open: named.as_ref().is_some_and(|(_, open)| *open),
        plain: named.is_none(),
        named: named.map(|(name, _)| name).unwrap_or_default(),
        ..base
    }
}

fn view_versions(format: &Format, field: &Field, versions: &Versions) -> VersionsView {
    let needs = spell::versions_needs(format, versions, |record| &record.needs_to_read);
    let cases = versions.cases.iter().filter_map(|(number, index)| {
        let record = format.records.get(*index)?;
        Some(CaseView {
            number: *number,
            name: camel(&record.id),
            docs: format!("`{} = {number}`.", versions.on),
            arguments: spell::handed_on(&record.needs_to_read),
        })
    });
    let known: Vec<String> = versions.cases.iter().map(|(number, _)| number.to_string()).collect();
    VersionsView {
        name: camel(&field.id),
        field: field.id.clone(),
        on: versions.on.clone(),
        parameters: spell::parameters(&needs),
        known: literal(&known.join(", ")),
        cases: cases.collect(),
    }
}
