//! What the caller of a builder gives: names, types, and what a builder starts from.

use offload_bundle_core::layout::{Holds, Source};

use super::spell;
use crate::ir::binary::{Format, Member, Record};
use crate::model::binary::{Opt, Write};
use crate::view::rust::Documented;

/// The members of a builder.
pub(super) fn given_members(format: &Format<'_>, record: &Record) -> Vec<Documented> {
    let given = record.members.iter().filter_map(|member| {
        let of = given_type(format, member)?;
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

/// The type in a builder, where the caller gives it.
pub(super) fn given_type(format: &Format, member: &Member<'_>) -> Option<String> {
    Some(match member.holds {
        Holds::Magic(_) => return None,
        Holds::Number(.., Source::Given(_)) => spell::number_type(format, member.attr),
        Holds::Number(..) => return None,
        Holds::Text(..) | Holds::Terminated(..) => "String".to_owned(),
        Holds::Bytes(_) if member.part.is_some() => "Content<'a>".to_owned(),
        Holds::Bytes(_) | Holds::Rest => "Vec<u8>".to_owned(),
        Holds::Content(_) => "CompressedContent<'a>".to_owned(),
        Holds::Record(id) => spell::builder_type(format.record(id)?, "'a"),
        Holds::List(id, _) => format!("Vec<{}>", spell::builder_type(format.record(id)?, "'a")),
        Holds::Switch(_) => switch_type(format, member, "'a"),
    })
}

/// The type of the builder of a switch.
pub(super) fn switch_type(format: &Format, member: &Member<'_>, lifetime: &str) -> String {
    let borrows = format.cases(member).any(|(.., record)| record.borrows);
    let lifetime = if borrows {
        format!("<{lifetime}>")
    } else {
        String::new()
    };
    format!("{}{lifetime}", member.names.switch.types.builder)
}

/// The options of the format where the record is the outermost one: the member of its builder, the constant, and what the schema says.
pub(super) fn options<'f>(format: &'f Format, record: &Record) -> impl Iterator<Item = (&'f str, &'f str, &'f Opt)> {
    let options = format.spec.options.iter();
    let is_root = record.is_root;
    options.filter(move |_| is_root).filter_map(|option| {
        let (member, constant) = format.names.options.get(&option.id.value)?;
        Some((member.as_str(), constant.as_str(), option))
    })
}

/// What a builder starts from: `name: value`, and the options in the outermost record.
pub(super) fn defaults(format: &Format, record: &Record) -> Vec<String> {
    let options = options(format, record);
    let options = options.map(|(member, constant, _)| format!("{member}: {constant}"));
    let members = record.members.iter().filter_map(|member| {
        given_type(format, member)?;
        Some(format!("{}: {}", member.names.public, default(format, member)))
    });
    options.chain(members).collect()
}

/// Whether a builder starts from what `Default` gives for each of its members.
pub(super) fn starts_from_nothing(format: &Format, record: &Record) -> bool {
    let is_nothing = |member: &Member<'_>| match member.holds {
        Holds::Number(.., Source::Given(number)) => number == 0 && format.enum_of(member.attr).is_none(),
        Holds::Text(_, measure) | Holds::Bytes(measure) | Holds::List(_, measure) => measure.least == 0,
        _ => true,
    };
    options(format, record).next().is_none() && record.members.iter().all(is_nothing)
}

/// The name of the builder of a record.
pub(super) fn builder<'f>(format: &'f Format, id: &str) -> &'f str {
    format.record(id).map_or("", |record| record.names.builder.as_str())
}

fn default(format: &Format, member: &Member<'_>) -> String {
    // As little as can be written.
    match member.holds {
        Holds::Number(.., Source::Given(number)) => match format.enum_of(member.attr) {
            None => number.to_string(),
            Some((named, names, open)) => {
                let mut members = named.members.iter().zip(&names.members);
                let member = members.find(|(member, _)| member.number.value == number);
                match (member, open) {
                    (Some((_, member)), false) => format!("{}::{member}", names.of),
                    (Some((_, member)), true) => format!("Open::Known({}::{member})", names.of),
                    (None, _) => format!("Open::Unknown({number})"),
                }
            }
        },
        Holds::Text(_, measure) => match measure.least {
            0 => "String::new()".to_owned(),
            1 => "String::from(\" \")".to_owned(),
            least => format!("\" \".repeat({least})"),
        },
        Holds::Bytes(measure) => match (measure.least, member.part.is_some()) {
            (0, true) => "Content::default()".to_owned(),
            (least, true) => format!("Content::from(&[0_u8; {least}][..])"),
            (0, false) => "Vec::new()".to_owned(),
            (least, false) => format!("Vec::from(&[0; {least}][..])"),
        },
        Holds::Terminated(..) => "String::new()".to_owned(),
        Holds::Rest => "Vec::new()".to_owned(),
        Holds::Content(_) => "CompressedContent::default()".to_owned(),
        Holds::List(id, measure) => match measure.least {
            0 => "Vec::new()".to_owned(),
            least => format!(
                "core::iter::repeat_with({}::default).take({least}).collect()",
                builder(format, id)
            ),
        },
        Holds::Record(id) => format!("{}::default()", builder(format, id)),
        Holds::Switch(_) | Holds::Magic(_) | Holds::Number(..) => "Default::default()".to_owned(),
    }
}
