//! Members of builders and their defaults.

use offload_bundle_core::tree::{Formula, Held, Source};

use super::spell;
use crate::ir::binary::{Format, Group, Shared};
use crate::model::binary::{Opt, Write};
use crate::view::rust::Documented;

pub(super) fn given_members(format: &Format<'_>, group: &Group<'_>) -> Vec<Documented> {
    let given = group.members.iter().filter_map(|shared| {
        let of = given_type(format, shared)?;
        // The decompressed bytes provide the fields of the front.
        let kept = shared
            .member
            .attr
            .write
            .as_ref()
            .is_some_and(|write| write.value == Write::Given);
        let seen = if kept { "pub(super)" } else { "pub" };
        Some(Documented { docs: spell::shared_docs(shared), text: format!("{seen} {}: {of}", shared.names.public) })
    });
    given.collect()
}

pub(super) fn given_type(format: &Format<'_>, shared: &Shared<'_>) -> Option<String> {
    let member = &shared.member;
    let of = match member.held {
        Held::Fixed(_) | Held::ReadOnly => return None,
        Held::Bytes(_) if member.table.written.is_sum() => return None,
        Held::Number(_) => {
            default_number(shared)?;
            spell::number_type(format, shared)
        }
        Held::Text(..) | Held::Terminated(..) => "String".to_owned(),
        Held::Bytes(_) if member.is_part() => "Content<'a>".to_owned(),
        Held::Bytes(_) | Held::Rest => "Vec<u8>".to_owned(),
        Held::Content(_) => "CompressedContent<'a>".to_owned(),
        Held::Record(_) | Held::Versions(_) => spell::builder_type(format.group_of(&member.held)?, "'a"),
        Held::List(..) => format!("Vec<{}>", spell::builder_type(format.group_of(&member.held)?, "'a")),
    };
    Some(if shared.is_everywhere {
        of
    } else {
        format!("Option<{of}>")
    })
}

pub(super) fn options<'f>(
    format: &'f Format<'_>,
    group: &Group<'_>,
) -> impl Iterator<Item = (&'f str, &'f str, &'f Opt)> {
    let options = format.spec.options.iter();
    let is_root = group.is_root;
    options.filter(move |_| is_root).filter_map(|option| {
        let (member, constant) = format.names.options.get(&option.id.value)?;
        Some((member.as_str(), constant.as_str(), option))
    })
}

pub(super) fn defaults(format: &Format<'_>, group: &Group<'_>) -> Vec<String> {
    let options = options(format, group);
    let options = options.map(|(member, constant, _)| format!("{member}: {constant}"));
    let members = group.members.iter().filter_map(|shared| {
        given_type(format, shared)?;
        let value = default(format, shared);
        let value = match (shared.is_everywhere, is_in_first(format, group, shared)) {
            (true, _) => value,
            (false, true) => format!("Some({value})"),
            (false, false) => "None".to_owned(),
        };
        Some(format!("{}: {value}", shared.names.public))
    });
    options.chain(members).collect()
}

/// In the default version with default numbers.
fn is_in_first(format: &Format<'_>, group: &Group<'_>, shared: &Shared<'_>) -> bool {
    let first = group.records.first().and_then(|id| format.record(id));
    let number = |name: &str| match first?.table.attr(name)?.written.source {
        Source::Given(number) | Source::Constant(number) | Source::Case(_, number) => Some(number),
        _ => None,
    };
    let member = first.and_then(|first| first.member(shared.member.id));
    let is_there = |condition: Formula<'_>| condition.of.is_true(&number) == Some(true);
    member.is_some_and(|member| member.table.condition.is_none_or(is_there))
}

/// Whether a builder can derive `Default`.
pub(super) fn starts_from_nothing(format: &Format<'_>, group: &Group<'_>) -> bool {
    let is_nothing = |shared: &Shared<'_>| match shared.member.held {
        _ if !shared.is_everywhere => !is_in_first(format, group, shared),
        Held::Number(_) => default_number(shared) == Some(0) && !spell::number_type(format, shared).starts_with("Open"),
        Held::Text(_, measure) | Held::Bytes(measure) | Held::List(_, measure) => measure.least == 0,
        _ => true,
    };
    let mut given = group
        .members
        .iter()
        .filter(|shared| given_type(format, shared).is_some());
    options(format, group).next().is_none() && given.all(is_nothing)
}

pub(super) fn builder<'f>(format: &'f Format<'_>, held: &Held<'_>) -> &'f str {
    format.group_of(held).map_or("", |group| group.names.builder.as_str())
}

fn default(format: &Format<'_>, shared: &Shared<'_>) -> String {
    let member = &shared.member;
    // The smallest valid value.
    let number = default_number(shared).unwrap_or_default();
    match member.held {
        Held::Number(_) => match format.enum_of(member.attr) {
            None => number.to_string(),
            Some(_) if member.attr.is_flags() => format!("Flags::new({number}_u64)"),
            Some((named, names)) => {
                let mut members = named.members.iter().zip(&names.members);
                match members.find(|(member, _)| member.unsigned() == number) {
                    Some((_, member)) => format!("Open::Known({}::{member})", names.of),
                    None => format!("Open::Unknown({number})"),
                }
            }
        },
        Held::Text(_, measure) => match measure.least {
            0 => "String::new()".to_owned(),
            1 => "String::from(\" \")".to_owned(),
            least => format!("\" \".repeat({least})"),
        },
        Held::Bytes(measure) => match (measure.least, member.is_part()) {
            (0, true) => "Content::default()".to_owned(),
            (least, true) => format!("Content::from(&[0_u8; {least}][..])"),
            (0, false) => "Vec::new()".to_owned(),
            (least, false) => format!("Vec::from(&[0; {least}][..])"),
        },
        Held::Terminated(..) => "String::new()".to_owned(),
        Held::Rest => "Vec::new()".to_owned(),
        Held::Content(_) => "CompressedContent::default()".to_owned(),
        Held::List(_, measure) => match measure.least {
            0 => "Vec::new()".to_owned(),
            least => {
                let builder = builder(format, &member.held);
                format!("core::iter::repeat_with({builder}::default).take({least}).collect()")
            }
        },
        Held::Record(_) | Held::Versions(_) => format!("{}::default()", builder(format, &member.held)),
        Held::Fixed(_) | Held::ReadOnly => "Default::default()".to_owned(),
    }
}

fn default_number(shared: &Shared<'_>) -> Option<u64> {
    match shared.member.table.written.source {
        Source::Given(number) | Source::Case(_, number) => Some(number),
        _ => None,
    }
}
