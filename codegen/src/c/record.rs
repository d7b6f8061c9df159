//! Records in C: the struct, its reader, and its parts.

use std::collections::BTreeSet;

use offload_bundle_core::tree::{Held, Measure, Rule, Versions};
use serde_json::{Value, json};

use super::names::{FormatNames, RecordNames, is_kept};
use super::reader::Reader;
use super::spelling::{attempt, bytes, comment, docs, literal, number};
use super::{accessors, lists};
use crate::ir::binary::{Format, Member, Record};

pub(super) fn view(format: &Format<'_>, names: &FormatNames, record: &Record<'_>, of: &RecordNames) -> Value {
    let reader = Reader { format, names, record, of };
    json!({
        "doc": comment(&docs(&record.schema.docs), 0),
        "name": of.of,
        "read": of.read,
        "magics": reader.magics(),
        "members": reader.members(),
        "unions": reader.unions(),
        "steps": reader.steps(),
        "accessors": accessors::views(reader),
        "lists": lists::views(reader),
    })
}

impl<'r, 'a> Reader<'r, 'a> {
    fn blamed_numbers(self) -> BTreeSet<&'r str> {
        let blamed = self.record.members.iter().flat_map(Member::blamed);
        let on = self.record.fields().filter_map(|field| match &field.held {
            Held::Versions(versions) => Some(versions.on),
            _ => None,
        });
        blamed.chain(on).collect()
    }

    fn magics(self) -> Vec<String> {
        let magics = self.record.fields().filter_map(|field| match field.held {
            Held::Fixed(magic) => Some((field.id, magic)),
            _ => None,
        });
        let declared = magics.map(|(id, magic)| {
            let (len, value) = (magic.len(), bytes(magic));
            format!("static const unsigned char {}[{len}] = {value};", self.of.magic(id))
        });
        declared.collect()
    }

    fn members(self) -> Vec<Value> {
        let blamed = self.blamed_numbers();
        let fields = self.record.fields().filter(|field| is_kept(&field.held));
        let views = fields.flat_map(|field| {
            let member = self.of.member(field.id);
            let kind = match &field.held {
                Held::Record(inner) => self.inner(inner.name).map_or("", |(_, names)| &names.of),
                Held::Number(..) => "uint64_t",
                Held::List(..) => "ob_list",
                Held::Versions(_) => "",
                _ => "ob_place",
            };
            let declared = (!kind.is_empty())
                .then(|| json!({ "doc": comment(&member_docs(field), 4), "text": format!("{kind} {member};") }));
            let place = blamed.contains(field.id).then(
                || json!({ "doc": "", "text": format!("uint64_t {}; /* Its offset. */", self.of.place(field.id)) }),
            );
            declared.into_iter().chain(place)
        });
        views.collect()
    }

    fn unions(self) -> Vec<Value> {
        let switches = self.record.fields().filter_map(|field| match &field.held {
            Held::Versions(versions) => Some((field, versions)),
            _ => None,
        });
        let views = switches.map(|(field, switch)| {
            let names: BTreeSet<&str> = switch.iter().map(|(_, record)| record.name).collect();
            let named = names.into_iter().filter_map(|id| self.inner(id));
            let cases = named.map(|(_, names)| format!("{} {};", names.of, names.case));
            json!({
                "doc": comment(&format!("{}\n`{}` selects the member.", docs(&field.attr.docs), switch.on), 4),
                "cases": cases.collect::<Vec<_>>(),
                "name": self.of.member(field.id),
            })
        });
        views.collect()
    }

    fn steps(self) -> Vec<Value> {
        let steps = self.record.fields().map(|field| {
            let (declares, lines) = self.step(field);
            let condition = field.table.condition.map(|condition| self.condition(&condition.of));
            json!({ "condition": condition, "declares": declares, "lines": lines })
        });
        steps.collect()
    }

    fn step(self, field: &Member<'a>) -> (Vec<&'static str>, Vec<String>) {
        let (name, member) = (literal(field.id), self.of.member(field.id));
        let at = "&record->bytes, &record->path, &at";
        let measured =
            |measure: &Measure<'a>| self.measure_lines("size", measure, &format!("obi_number_of(at, at, {name})"));
        let with = |mut lines: Vec<String>, last: &[String]| {
            lines.extend_from_slice(last);
            lines
        };
        match &field.held {
            Held::Fixed(magic) => {
                let (of, len) = (self.of.magic(field.id), magic.len());
                (
                    vec![],
                    vec![attempt(&format!("obi_magic({at}, {name}, {of}, {len}, error)"))],
                )
            }
            Held::Number(_) => (vec!["obi_number number;"], self.number(field)),
            // The C header omits read-only content.
            Held::ReadOnly => (vec![], vec![]),
            Held::Text(_, len) | Held::Bytes(len) => {
                let pass = attempt(&format!("obi_pass({at}, size.value, {name}, &record->{member}, error)"));
                (vec!["obi_number size;"], with(measured(len), &[pass]))
            }
            Held::Terminated(_, limit) => {
                let limit = number(limit.unwrap_or(u64::MAX));
                let pass = format!("obi_pass_terminated({at}, {limit}, {name}, &record->{member}, error)");
                (vec![], vec![attempt(&pass)])
            }
            Held::Rest => (
                vec![],
                vec![attempt(&format!("obi_rest({at}, {name}, &record->{member}, error)"))],
            ),
            Held::Content(len) => {
                let from = format!("record->{member}.offset = at;");
                match len {
                    Some(len) => {
                        let size = format!("record->{member}.size = size.value;");
                        (vec!["obi_number size;"], with(measured(len), &[from, size]))
                    }
                    None => {
                        let left = "at > record->bytes.size ? 0 : record->bytes.size - at";
                        (vec![], vec![from, format!("record->{member}.size = {left};")])
                    }
                }
            }
            Held::Record(inner) => {
                let read = self.call(inner.name, ("at", "inner", &format!("&record->{member}")));
                let lines = [
                    "inner = record->path;".to_owned(),
                    format!("obi_step(&inner, {name}, OB_NO_INDEX);"),
                    attempt(&read),
                    format!("at = record->{member}.end;"),
                ];
                (vec!["ob_path inner;"], lines.to_vec())
            }
            Held::Versions(versions) => (vec!["ob_path inner;"], self.switch(field.id, versions)),
            Held::List(item, count) => {
                let id = item.name;
                let of = self.inner(id).map_or("", |(_, names)| &names.of);
                let read = attempt(&self.call(id, ("at", "inner", "&item")));
                let lines = [
                    format!("record->{member}.count = size.value;"),
                    format!("record->{member}.at = at;"),
                    "for (index = 0; index < size.value; index++) {".to_owned(),
                    format!("    {of} item;"),
                    "    ob_path inner = record->path;".to_owned(),
                    format!("    obi_step(&inner, {name}, index);"),
                    format!("    {read}"),
                    "    at = item.end;".to_owned(),
                    "}".to_owned(),
                ];
                (
                    vec!["obi_number size;", "uint64_t index;"],
                    with(measured(count), &lines),
                )
            }
        }
    }

    fn number(self, field: &Member<'a>) -> Vec<String> {
        let Some(width) = field.width() else {
            return Vec::new();
        };
        let (len, big, name) = (width.len(), u8::from(width.is_big()), literal(field.id));
        let place = "&record->bytes, &record->path";
        let mut lines = vec![attempt(&format!(
            "obi_number_at({place}, &at, {len}, {big}, {name}, &number, error)"
        ))];
        let one_of = |values: &mut dyn Iterator<Item = u64>, known: &str| {
            let values: Vec<String> = values
                .map(|value| format!("number.value == {}", number(value)))
                .collect();
            let (values, known) = (values.join(" || "), literal(known));
            attempt(&format!("obi_one_of({place}, number, {values}, {known}, error)"))
        };
        match field.table.valid {
            [Rule::Range(min, max)] => {
                let (min, max) = (number(*min), number(*max));
                lines.push(attempt(&format!("obi_in_range({place}, number, {min}, {max}, error)")));
            }
            [Rule::Among(values, known)] => lines.push(one_of(&mut values.iter().copied(), known)),
            [Rule::Known(known)] => {
                let mut values = self.format.tree.named_numbers(field.table).map(|(value, _)| value);
                lines.push(one_of(&mut values, known));
            }
            _ => {}
        }
        lines.push(format!("record->{} = number.value;", self.of.member(field.id)));
        if self.blamed_numbers().contains(field.id) {
            lines.push(format!("record->{} = number.at;", self.of.place(field.id)));
        }
        if self.record.is_root && self.format.tree.len == Some(field.id) {
            lines.push(attempt("obi_end_at(&record->bytes, &record->path, number, error)"));
        }
        lines
    }

    fn switch(self, id: &str, switch: &Versions<'a>) -> Vec<String> {
        let (member, on) = (self.of.member(id), self.of.member(switch.on));
        let mut lines = vec![
            "inner = record->path;".to_owned(),
            format!("obi_step(&inner, {}, OB_NO_INDEX);", literal(id)),
            format!("switch (record->{on}) {{"),
        ];
        for (value, record) in switch.iter() {
            let record = record.name;
            let case = self.inner(record).map_or("", |(_, names)| &names.case);
            let into = format!("record->{member}.{case}");
            lines.push(format!("case {}:", number(value)));
            lines.push(format!(
                "    {}",
                attempt(&self.call(record, ("at", "inner", &format!("&{into}"))))
            ));
            lines.push(format!("    at = {into}.end;"));
            lines.push("    break;".to_owned());
        }
        let blamed = format!(
            "obi_number_of(record->{on}, record->{}, {})",
            self.of.place(switch.on),
            literal(switch.on)
        );
        lines.push("default:".to_owned());
        lines.push(format!(
            "    return obi_unknown(&record->bytes, &record->path, {blamed}, {}, error);",
            literal(switch.known)
        ));
        lines.push("}".to_owned());
        lines
    }
}

/// An absent field is all zeros in the struct.
fn member_docs(field: &Member<'_>) -> String {
    let condition = field.table.condition;
    let condition = condition.map(|condition| format!("\nThere only if `{}`.", condition.text));
    docs(&field.attr.docs) + &condition.unwrap_or_default()
}
