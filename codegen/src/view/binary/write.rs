//! Views of builders.

use serde_json::{Value, json};

use offload_bundle_core::tree::{Held, Source};

use super::given::{self, defaults, given_members, options};
use super::spell::{self, uses};
use crate::ir::binary::{Format, Group, Shared};
use crate::model::binary::Opt;
use crate::view::rust::{Documented, literal};

pub(super) fn view(format: &Format<'_>) -> Value {
    let groups: Vec<Value> = format.groups.iter().map(|group| view_group(format, group)).collect();
    let constants = format.root().into_iter().flat_map(|root| options(format, root));
    let known = ["bytes::Open", "envelope::CompressedContent", "flags::Flags", "write::Value", "plan::Content"];
    json!({
        "file": format.file,
        "imports": uses(&groups, &["write::Values", "plan::Plan"], &known),
        "has_text": spell::names_type(&groups, "String"),
        "enums": spell::enums_in(format, &groups),
        "constants": constants.map(constant).collect::<Vec<_>>(),
        "groups": groups,
    })
}

fn constant((_, name, option): (&str, &str, &Opt)) -> Documented {
    let text = format!("pub const {name}: u64 = {};", option.default);
    Documented { docs: vec![format!("Default of `{}`.", option.id)], text }
}

fn member(name: &str, option: &Opt) -> Documented {
    let (min, default) = (option.least(), &option.default);
    let range = match option.most() {
        u64::MAX => format!("At least {min}; {default} by default."),
        max => format!("From {min} to {max}; {default} by default."),
    };
    Documented { docs: spell::docs(&option.docs, Some(range)), text: format!("pub {name}: u64") }
}

fn view_group(format: &Format<'_>, group: &Group<'_>) -> Value {
    let (generics, elided) = if group.borrows { ("<'a>", "<'_>") } else { ("", "") };
    let members = options(format, group).map(|(name, _, option)| member(name, option));
    let members: Vec<Documented> = members.chain(given_members(format, group)).collect();
    let options = options(format, group).map(|(name, _, option)| format!("with({}, self.{name})", literal(&option.id)));
    let values = group.members.iter().filter_map(|shared| {
        given::given_type(format, shared)?;
        value(format, group, shared)
    });
    let values: Vec<String> = options.chain(values).collect();
    let standard = given::starts_from_nothing(format, group);
    json!({
        "docs": spell::group_docs(group),
        "name": group.names.builder,
        "is_root": group.is_root,
        "generics": generics,
        "elided": elided,
        "members": members,
        "derives": if standard { "Default, " } else { "" },
        "defaults": if standard { Vec::new() } else { defaults(format, group) },
        "values": values,
    })
}

/// The number of a switch is part of the record's value.
fn value(format: &Format<'_>, group: &Group<'_>, shared: &Shared<'_>) -> Option<String> {
    let (member, name) = (&shared.member, &shared.names.public);
    let (id, builder) = (literal(member.id), || given::builder(format, &member.held));
    let everywhere = shared.is_everywhere;
    let own = match (everywhere, &member.held) {
        (_, Held::Number(_)) if matches!(member.table.written.source, Source::Case(..)) => return None,
        (_, Held::Number(_)) => format!("self.{name}"),
        (true, Held::Record(_)) => format!("self.{name}.values()"),
        (true, Held::List(..)) => format!("Value::list(&self.{name}, {}::values)", builder()),
        (true, Held::Versions(switch)) => {
            let on = group.members.iter().find(|shared| shared.member.id == switch.on)?;
            format!("Value::case(self.{}, self.{name}.values())", on.names.public)
        }
        (false, Held::Record(_)) => format!("self.{name}.as_ref().map({}::values)", builder()),
        (false, Held::List(..)) => {
            format!(
                "self.{name}.as_ref().map(|items| Value::list(items, {}::values))",
                builder()
            )
        }
        (false, Held::Versions(switch)) => {
            let on = group.members.iter().find(|shared| shared.member.id == switch.on)?;
            let on = &on.names.public;
            format!("self.{name}.as_ref().zip(self.{on}).map(|(record, number)| Value::case(number, record.values()))")
        }
        (true, _) => format!("&self.{name}"),
        (false, _) => format!("self.{name}.as_ref()"),
    };
    let with = if everywhere { "with" } else { "with_some" };
    Some(format!("{with}({id}, {own})"))
}
