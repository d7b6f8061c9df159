//! What the caller of a builder gives: names, types, and what a builder starts from.

use super::spell;
use crate::ir::binary::{Field, Format, Part, Record, Source, Versions, What};
use crate::ir::names::Names;
use crate::model::binary::{Attr, Opt, Write};
use crate::view::rust::Documented;

/// The members of a builder.
pub(super) fn given(format: &Format<'_>, record: &Record) -> Vec<Documented> {
    let given = members(record).filter_map(|member| {
        let of = given_type(format, &member)?;
        // What is in the front of what is compressed is taken from there: callers say nothing of it.
        let kept = member
            .attr
            .write
            .as_ref()
            .is_some_and(|write| write.value == Write::Given);
        let seen = if kept { "pub(super)" } else { "pub" };
        Some(Documented { docs: spell::attr_docs(member.attr), text: format!("{seen} {}: {of}", member.names.public) })
    });
    given.collect()
}

/// Whether `name: value` gives what `Default` gives.
pub(super) fn is_standard(default: &str) -> bool {
    let value = default.split_once(": ").map_or(default, |(_, value)| value);
    ["0", "String::new()", "Vec::new()"].contains(&value) || value.ends_with("::default()")
}

/// The type in a builder, where the caller gives it.
pub(super) fn given_type(format: &Format, member: &Member<'_>) -> Option<String> {
    Some(match member.what {
        What::Magic(_) => return None,
        What::Number(number) => match (&number.source, spell::named(format, number)) {
            (Source::Given, None) => "u64".to_owned(),
            (Source::Given, Some((name, true))) => format!("Open<{name}>"),
            (Source::Given, Some((name, false))) => name,
            _ => return None,
        },
        What::Sized(sized) if sized.encoding.is_some() => "String".to_owned(),
        What::Sized(_) if member.is_part => "Content<'a>".to_owned(),
        What::Sized(_) | What::Rest => "Vec<u8>".to_owned(),
        What::Compressed(_) => "CompressedContent<'a>".to_owned(),
        What::Terminated(..) => "String".to_owned(),
        What::Record(index) => spell::builder_type(format, *index, "'a"),
        What::List(list) => format!("Vec<{}>", spell::builder_type(format, list.record, "'a")),
        What::Versions(versions) => switch_type(format, versions, "'a"),
    })
}

/// The type of the builder of a switch.
pub(super) fn switch_type(format: &Format, versions: &Versions, lifetime: &str) -> String {
    let borrows = format.cases(versions).any(|(.., record)| record.borrows);
    let lifetime = if borrows {
        format!("<{lifetime}>")
    } else {
        String::new()
    };
    format!("{}{lifetime}", versions.names.builder)
}

/// A field, or a part that the record points at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Member<'r> {
    pub id: &'r str,
    pub names: &'r Names,
    pub attr: &'r Attr,
    pub what: &'r What,
    pub is_part: bool,
}

/// Every field and part of a record.
pub(super) fn members<'r>(record: &'r Record<'_>) -> impl Iterator<Item = Member<'r>> {
    let fields = record.fields.iter();
    let fields = fields.map(|Field { id, names, attr, what, .. }| Member { id, names, attr, what, is_part: false });
    let parts = record.parts.iter();
    fields.chain(parts.map(|Part { id, names, attr, what, .. }| Member { id, names, attr, what, is_part: true }))
}

/// The options of the format where the record is the outermost one: the member of its builder, the constant, and what the schema says.
pub(super) fn options<'f>(format: &'f Format, record: &Record) -> impl Iterator<Item = (&'f str, &'f str, &'f Opt)> {
    let options = format.spec.options.iter();
    let is_root = format.is_root(record);
    options.filter(move |_| is_root).filter_map(|option| {
        let (member, constant) = format.names.options.get(&option.id.value)?;
        Some((member.as_str(), constant.as_str(), option))
    })
}

/// What a builder starts from: `name: value`, for the members that `wanted` picks, and the options in the outermost record.
pub(super) fn defaults(format: &Format, record: &Record, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let options = options(format, record).filter(|(.., option)| wanted(&option.id));
    let options = options.map(|(member, constant, _)| format!("{member}: {constant}"));
    let members = members(record).filter(|member| wanted(member.id)).filter_map(|member| {
        given_type(format, &member)?;
        Some(format!("{}: {}", member.names.public, default(format, record, &member)))
    });
    options.chain(members).collect()
}

/// The name of the builder of a record.
pub(super) fn builder<'f>(format: &'f Format, index: usize) -> &'f str {
    format
        .records
        .get(index)
        .map_or("", |record| record.names.builder.as_str())
}

fn default(format: &Format, record: &Record, member: &Member<'_>) -> String {
    // As little as can be written.
    let least = format.amounts.least(record.id, member.id);
    match member.what {
        What::Number(number) => match format.named(number) {
            None => number.default.to_string(),
            Some((named, names, open)) => {
                let mut members = named.members.iter().zip(&names.members);
                let member = members.find(|(member, _)| member.number.value == number.default);
                match (member, open) {
                    (Some((_, member)), false) => format!("{}::{member}", names.of),
                    (Some((_, member)), true) => format!("Open::Known({}::{member})", names.of),
                    (None, _) => format!("Open::Unknown({})", number.default),
                }
            }
        },
        What::Sized(sized) => match (sized.encoding, member.is_part) {
            (Some(_), _) if least == 0 => "String::new()".to_owned(),
            (Some(_), _) if least == 1 => "String::from(\" \")".to_owned(),
            (Some(_), _) => format!("\" \".repeat({least})"),
            (None, true) if least == 0 => "Content::default()".to_owned(),
            (None, true) => format!("Content::from(&[0_u8; {least}][..])"),
            (None, false) if least == 0 => "Vec::new()".to_owned(),
            (None, false) => format!("Vec::from(&[0; {least}][..])"),
        },
        What::Terminated(..) => "String::new()".to_owned(),
        What::Rest => "Vec::new()".to_owned(),
        What::Compressed(_) => "CompressedContent::default()".to_owned(),
        What::List(_) if least == 0 => "Vec::new()".to_owned(),
        What::List(list) => {
            let builder = builder(format, list.record);
            format!("core::iter::repeat_with({builder}::default).take({least}).collect()")
        }
        What::Record(index) => format!("{}::default()", builder(format, *index)),
        What::Versions(_) | What::Magic(_) => "Default::default()".to_owned(),
    }
}
