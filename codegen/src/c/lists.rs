//! Lists of records in C.

use offload_bundle_core::tree::{Held, Record};
use serde_json::{Value, json};

use super::accessors::{begins, offset};
use super::names::{GET, NEXT};
use super::reader::Reader;
use super::spelling::{comment, docs, literal};
use crate::ir::binary::{Format, Member};

const DECLARED: &[&str] = &["ob_code code;", "ob_place begin;", "obi_number offset;", "obi_number size;"];

pub(super) fn views(reader: Reader<'_, '_>) -> Vec<Value> {
    let fields = reader.record.fields().filter_map(|field| {
        let begin = vec![format!("*list = record->{};", reader.of.member(field.id))];
        view(reader, field, (&[], begin))
    });
    let parts = reader.record.parts().filter_map(|member| {
        let Held::List(_, count) = &member.held else {
            return None;
        };
        let mut lines = offset(reader, member);
        lines.push(begins("&begin"));
        lines.extend(reader.measure_lines("size", count, "offset"));
        lines.push("list->at = begin.offset;".to_owned());
        lines.push("list->count = size.value;".to_owned());
        view(reader, member, (DECLARED, lines))
    });
    fields.chain(parts).collect()
}

fn view(reader: Reader<'_, '_>, member: &Member<'_>, (declares, lines): (&[&str], Vec<String>)) -> Option<Value> {
    let Held::List(Record { name: item, .. }, _) = member.held else {
        return None;
    };
    let (id, doc) = (member.id, docs(&member.attr.docs));
    let (_, names) = reader.inner(item)?;
    Some(json!({
        "doc": comment(&doc, 0),
        "name": reader.of.function(id),
        "next": reader.of.further(id, NEXT),
        "get": reader.of.further(id, GET),
        "holder": reader.of.of,
        "item": names.of,
        "field": literal(id),
        "declares": declares,
        "lines": lines,
        "read": reader.call(item, ("list->at", "inner", "item")),
        "fixed": record_len(reader.format, item),
    }))
}

/// 0 if the length varies.
fn record_len(format: &Format<'_>, id: &str) -> u64 {
    fixed_len(format, id).unwrap_or(0)
}

fn fixed_len(format: &Format<'_>, id: &str) -> Option<u64> {
    let mut lens = format.record(id)?.fields().map(|field| match &field.held {
        _ if field.table.condition.is_some() => None,
        Held::Fixed(magic) => u64::try_from(magic.len()).ok(),
        Held::Number(width) => Some(width.len()),
        Held::Text(_, len) | Held::Bytes(len) => len.constant(),
        Held::Record(inner) => fixed_len(format, inner.name),
        _ => None,
    });
    lens.try_fold(0_u64, |sum, len| sum.checked_add(len?))
}
