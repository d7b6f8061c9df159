//! Lists of records in C: how many there are, one after the other, and each by its number.

use offload_bundle_core::layout::{Expression, Holds, Measure};
use serde_json::{Value, json};

use super::accessors::{begins, offset};
use super::names::{GET, NEXT};
use super::reader::Reader;
use super::spelling::{comment, docs, literal};
use crate::ir::binary::Format;

/// The variables of a function that says where a list is that a record points at.
const DECLARED: &[&str] = &["ob_code code;", "ob_place begin;", "obi_number offset;", "obi_number size;"];

/// The views of the lists of a record.
pub(super) fn views(reader: Reader<'_, '_>) -> Vec<Value> {
    let fields = reader.record.fields.iter().zip(reader.layout.fields);
    let fields = fields.filter_map(|(field, layout)| {
        let Holds::List(id, _) = &layout.holds else {
            return None;
        };
        let begin = vec![format!("*list = record->{};", reader.of.member(field.id))];
        view(reader, (field.id, id, &docs(&field.attr.docs)), (&[], begin))
    });
    let parts = reader.record.parts.iter().zip(reader.layout.parts);
    let parts = parts.filter_map(|(part, layout)| {
        let Holds::List(id, count) = &layout.holds else {
            return None;
        };
        let mut lines = offset(reader, layout);
        lines.push(begins("&begin"));
        lines.extend(reader.site().measured("size", count, "offset"));
        lines.push("list->at = begin.offset;".to_owned());
        lines.push("list->count = size.value;".to_owned());
        view(reader, (part.id, id, &docs(&part.attr.docs)), (DECLARED, lines))
    });
    fields.chain(parts).collect()
}

fn view(
    reader: Reader<'_, '_>,
    (id, item, doc): (&str, &str, &str),
    (declares, lines): (&[&str], Vec<String>),
) -> Option<Value> {
    let (_, names) = reader.inner(item)?;
    Some(json!({
        "doc": comment(doc, 0),
        "name": reader.of.function(id),
        "next": reader.of.further(id, NEXT),
        "get": reader.of.further(id, GET),
        "holder": reader.of.of,
        "item": names.of,
        "field": literal(id),
        "declares": declares,
        "lines": lines,
        "read": reader.call(item, ("list->at", "inner", "item")),
        "fixed": fixed(reader.format, item),
    }))
}

/// How long every record called `id` is; 0 where that differs from one to the next.
fn fixed(format: &Format<'_>, id: &str) -> u64 {
    fixed_len(format, id).unwrap_or(0)
}

fn fixed_len(format: &Format<'_>, id: &str) -> Option<u64> {
    let constant = |measure: &Measure<'_>| match measure.expression {
        Expression::Number(len) => Some(len),
        _ => None,
    };
    let record = format.layout.records.iter().find(|record| record.name == id)?;
    let mut lens = record.fields.iter().map(|field| match &field.holds {
        Holds::Magic(magic) => u64::try_from(magic.len()).ok(),
        Holds::Number(width, ..) => Some(width.len()),
        Holds::Text(_, len) | Holds::Bytes(len) => constant(len),
        Holds::Record(inner) => fixed_len(format, inner),
        _ => None,
    });
    lens.try_fold(0_u64, |sum, len| sum.checked_add(len?))
}
