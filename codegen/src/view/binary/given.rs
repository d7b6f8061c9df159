//! What the caller of a builder gives: names, types, and what a builder starts from.

use super::spell;
use crate::ir::binary::{Format, Record, Source, What};
use crate::model::binary::Attr;
use crate::names::camel;
use crate::view::rust::{Documented, literal};

/// The members of a builder.
pub(super) fn given(format: &Format<'_>, record: &Record) -> Vec<Documented> {
    let given = members(record).filter_map(|(id, attr, what, is_part)| {
        let of = given_type(format, id, what, is_part)?;
        Some(Documented { docs: spell::attr_docs(attr), text: format!("pub {id}: {of}") })
    });
    given.collect()
}

/// Whether `name: value` gives what `Default` gives.
pub(super) fn is_standard(default: &str) -> bool {
    let value = default.split_once(": ").map_or(default, |(_, value)| value);
    ["0", "String::new()", "Vec::new()"].contains(&value) || value.ends_with("::default()")
}

/// The type in a builder, where the caller gives it.
pub(super) fn given_type(format: &Format, id: &str, what: &What, is_part: bool) -> Option<String> {
    Some(match what {
        What::Magic(_) => return None,
        What::Number(number) => match (&number.source, spell::named(format, number)) {
            (Source::Given, None) => "u64".to_owned(),
            (Source::Given, Some((name, true))) => format!("Open<{name}>"),
            (Source::Given, Some((name, false))) => name,
            _ => return None,
        },
        What::Sized(sized) if sized.encoding.is_some() => "String".to_owned(),
        What::Sized(_) if is_part => "Content<'a>".to_owned(),
        What::Sized(_) | What::Rest => "Vec<u8>".to_owned(),
        What::Compressed(_) => "CompressedContent<'a>".to_owned(),
        What::Terminated(..) => "String".to_owned(),
        What::Record(index) => spell::builder_type(format, *index, "'a"),
        What::List(list) => format!("Vec<{}>", spell::builder_type(format, list.record, "'a")),
        What::Versions(versions) => {
            let borrows = format.cases(versions).any(|(.., record)| record.borrows);
            format!("{}Builder{}", camel(id), if borrows { "<'a>" } else { "" })
        }
    })
}

/// Every field and part of a record: name, what the schema says of it, what it holds, whether it is a part.
pub(super) fn members<'r>(record: &'r Record<'_>) -> impl Iterator<Item = (&'r str, &'r Attr, &'r What, bool)> {
    let fields = record
        .fields
        .iter()
        .map(|field| (field.id, field.attr, &field.what, false));
    let parts = record.parts.iter().map(|part| (part.id, part.attr, &part.what, true));
    fields.chain(parts)
}

/// What a builder starts from: `name: value`, for the members that `wanted` picks, and the options in the outermost record.
pub(super) fn defaults(format: &Format, record: &Record, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let is_root = format.records.first().is_some_and(|root| root.id == record.id);
    let options = format
        .spec
        .options
        .iter()
        .filter(|option| is_root && wanted(&option.id));
    let options = options.map(|option| format!("{}: DEFAULT_{}", option.id, option.id.to_uppercase()));
    let members = members(record)
        .filter(|(id, ..)| wanted(id))
        .filter_map(|(id, _, what, is_part)| {
            given_type(format, id, what, is_part)?;
            Some(format!("{id}: {}", default(format, what, is_part)))
        });
    options.chain(members).collect()
}

fn default(format: &Format, what: &What, is_part: bool) -> String {
    match what {
        What::Number(number) => match format.names(number) {
            None => number.default.to_string(),
            Some((named, open)) => {
                let member = named
                    .members
                    .iter()
                    .find(|member| member.number.value == number.default);
                let name = camel(&named.id);
                match (member, open) {
                    (Some(member), false) => format!("{name}::{}", camel(&member.id)),
                    (Some(member), true) => format!("Open::Known({name}::{})", camel(&member.id)),
                    (None, _) => format!("Open::Unknown({})", number.default),
                }
            }
        },
        What::Sized(sized) => {
            let len = sized.len.expr.constant().unwrap_or(0);
            match (sized.encoding, is_part) {
                (Some(_), _) if len == 0 => "String::new()".to_owned(),
                (Some(_), _) => format!(
                    "String::from({})",
                    literal(&" ".repeat(usize::try_from(len).unwrap_or(0)))
                ),
                (None, true) if len == 0 => "Content::default()".to_owned(),
                (None, true) => format!("Content::from(&[0_u8; {len}][..])"),
                (None, false) if len == 0 => "Vec::new()".to_owned(),
                (None, false) => format!("Vec::from([0; {len}])"),
            }
        }
        What::Terminated(..) => "String::new()".to_owned(),
        What::Rest => "Vec::new()".to_owned(),
        What::Compressed(_) => "CompressedContent::default()".to_owned(),
        What::List(list) => match list.count.expr.constant() {
            None | Some(0) => "Vec::new()".to_owned(),
            Some(count) => format!(
                "core::iter::repeat_with({}Builder::default).take({count}).collect()",
                spell::type_name(format, list.record)
            ),
        },
        What::Record(index) => format!("{}Builder::default()", spell::type_name(format, *index)),
        What::Versions(_) | What::Magic(_) => "Default::default()".to_owned(),
    }
}
