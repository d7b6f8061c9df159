//! C functions for fields and parts that are read on demand.

use offload_bundle_core::bytes::Encoding;
use offload_bundle_core::tree::Held;
use serde_json::{Value, json};

use super::expression::can_fail;
use super::reader::Reader;
use super::spelling::{attempt, comment, docs, literal, number};
use crate::ir::binary::Member;
use crate::ir::layout::is_itself;

struct Accessor {
    doc: String,
    /// The output type, and the parameter's name.
    fills: (String, &'static str),
    declares: Vec<&'static str>,
    lines: Vec<String>,
}

pub(super) fn views(reader: Reader<'_, '_>) -> Vec<Value> {
    let fields = reader.record.fields();
    let fields = fields.filter_map(|field| Some(view(reader, field, of_field(reader, field)?)));
    let parts = reader.record.parts();
    let parts = parts.filter_map(|part| Some(view(reader, part, of_part(reader, part)?)));
    fields.chain(parts).chain(cases(reader)).collect()
}

fn view(reader: Reader<'_, '_>, member: &Member<'_>, accessor: Accessor) -> Value {
    let Accessor { doc, fills: (of, filled), declares, lines } = accessor;
    let mut body: Vec<String> = declares.iter().map(|declared| format!("{declared};")).collect();
    body.push(format!("if (!record || !{filled}) return obi_null(error);"));
    body.push(format!("obi_clear({filled}, sizeof *{filled});"));
    body.extend(lines);
    let name = reader.of.function(member.id);
    json!({
        "doc": comment(&doc, 0),
        "head": format!("ob_code {name}(const {} *record, {of} *{filled}, ob_error *error)", reader.of.of),
        "lines": body,
    })
}

const CODE: &str = "ob_code code";
const OFFSET: &str = "obi_number offset";
const SIZE: &str = "obi_number size";
const HERE: &str = "&record->bytes, &record->path";

fn text(encoding: Encoding, name: &str) -> String {
    let ascii = u8::from(encoding == Encoding::Ascii);
    format!("return obi_text({HERE}, *place, {ascii}, {name}, error);")
}

fn place() -> (String, &'static str) {
    ("ob_place".to_owned(), "place")
}

fn of_field(reader: Reader<'_, '_>, field: &Member<'_>) -> Option<Accessor> {
    let (member, name, doc) = (reader.of.member(field.id), literal(field.id), docs(&field.attr.docs));
    let lines = match &field.held {
        Held::Text(encoding, _) | Held::Terminated(encoding, _) => {
            vec![format!("*place = record->{member};"), text(*encoding, &name)]
        }
        Held::Content(len) => {
            let from = format!("record->{member}.offset");
            let (at, blamed) = match len.as_ref().and_then(|len| len.formula.blamed()) {
                Some(id) => (format!("record->{}", reader.of.place(id)), literal(id)),
                None => (from.clone(), name.clone()),
            };
            let size = format!("obi_number_of(record->{member}.size, {at}, {blamed})");
            vec![format!("return obi_place({HERE}, obi_number_of({from}, {from}, {name}), {size}, place, error);")]
        }
        _ => return None,
    };
    let checks = match &field.held {
        Held::Content(_) => "Checks that the bytes are not truncated.",
        _ => "Checks its encoding.",
    };
    Some(Accessor { doc: format!("{doc}\n{checks}"), fills: place(), declares: Vec::new(), lines })
}

fn of_part(reader: Reader<'_, '_>, part: &Member<'_>) -> Option<Accessor> {
    let name = literal(part.id);
    let mut lines = offset(reader, part);
    let mut fills = place();
    let declares = match &part.held {
        Held::Bytes(len) => {
            lines.extend(reader.measure_lines("size", len, "offset"));
            lines.push(format!("return obi_place({HERE}, offset, size, place, error);"));
            let fails = !part.table.pos.as_ref().is_some_and(is_itself) || can_fail(len);
            fails.then_some(CODE).into_iter().chain([OFFSET, SIZE]).collect()
        }
        Held::Text(encoding, len) => {
            lines.extend(reader.measure_lines("size", len, "offset"));
            lines.push(attempt(&format!("obi_place({HERE}, offset, size, place, error)")));
            lines.push(text(*encoding, &name));
            vec![CODE, OFFSET, SIZE]
        }
        Held::Terminated(encoding, limit) => {
            let limit = number(limit.unwrap_or(u64::MAX));
            lines.push(begins("place"));
            lines.push(attempt(&format!(
                "obi_terminated({HERE}, offset.value, {limit}, {name}, place, error)"
            )));
            lines.push(text(*encoding, &name));
            vec![CODE, OFFSET]
        }
        Held::Record(record) => {
            let id = record.name;
            fills = (reader.inner(id)?.1.of.clone(), "item");
            lines.insert(0, "ob_place begins;".to_owned());
            lines.insert(1, "ob_path inner = record->path;".to_owned());
            lines.push(begins("&begins"));
            lines.push(format!("obi_step(&inner, {name}, OB_NO_INDEX);"));
            lines.push(format!(
                "return {};",
                reader.call(id, ("begins.offset", "inner", "item"))
            ));
            vec![CODE, OFFSET]
        }
        _ => return None,
    };
    Some(Accessor { doc: docs(&part.attr.docs), fills, declares, lines })
}

pub(super) fn offset(reader: Reader<'_, '_>, part: &Member<'_>) -> Vec<String> {
    let otherwise = format!("obi_number_of(0, 0, {})", literal(part.id));
    let offset = part.table.pos.iter();
    offset
        .flat_map(|offset| reader.formula_lines("offset", offset, &otherwise))
        .collect()
}

pub(super) fn begins(place: &str) -> String {
    let none = "obi_number_of(0, offset.at, offset.field)";
    attempt(&format!("obi_place({HERE}, offset, {none}, {place}, error)"))
}

fn cases(reader: Reader<'_, '_>) -> Vec<Value> {
    let switches = reader.record.fields().filter_map(|field| match &field.held {
        Held::Versions(versions) => Some((field, versions)),
        _ => None,
    });
    let views = switches.flat_map(|(field, switch)| {
        let mut records: Vec<&str> = switch.iter().map(|(_, record)| record.name).collect();
        records.sort_unstable();
        records.dedup();
        let (member, on) = (reader.of.member(field.id), reader.of.member(switch.on));
        let views = records.into_iter().filter_map(|record| {
            let (_, names) = reader.inner(record)?;
            let cases = switch.iter().filter(|(_, of)| of.name == record);
            let is = cases.map(|(value, _)| format!("record->{on} == {}", number(value)));
            let is = is.collect::<Vec<_>>().join(" || ");
            let (of, function) = (&names.of, reader.of.further(field.id, record));
            Some(json!({
                "doc": comment(&format!("The record of `{}` of type `{of}`; null if the type differs.", field.id), 0),
                "head": format!("const {of} *{function}(const {} *record)", reader.of.of),
                "lines": [format!("return record && ({is}) ? &record->{member}.{} : NULL;", names.case)],
            }))
        });
        views.collect::<Vec<_>>()
    });
    views.collect()
}
