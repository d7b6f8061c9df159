//! The view of a format's builders: members, defaults, and their values, which are written as the layout says.

use serde_json::{Value, json};

use offload_bundle_core::layout::{Holds, Source, Switch};

use super::given::{self, defaults, given_members, options};
use super::{imports, spell};
use crate::ir::binary::{Format, Member, Record};
use crate::ir::layout::number_of;
use crate::model::binary::Opt;
use crate::view::rust::{Documented, literal};

pub(super) fn view(format: &Format<'_>) -> Value {
    let switches = format.switches();
    let switches = switches.map(|(record, member, switch)| view_switch(format, record, member, switch));
    let records = format.records.iter().map(|record| view_record(format, record));
    let constants = format
        .records
        .first()
        .into_iter()
        .flat_map(|root| options(format, root));
    json!({
        "file": format.file,
        "imports": imports::of_write(format),
        "has_text": format.members().any(is_text),
        "enums": imports::enums(format, |holds| matches!(holds, Holds::Number(.., Source::Given(_)))),
        "constants": constants.map(constant).collect::<Vec<_>>(),
        "switches": switches.collect::<Vec<_>>(),
        "records": records.collect::<Vec<_>>(),
    })
}

fn is_text(member: &Member<'_>) -> bool {
    matches!(member.holds, Holds::Text(..) | Holds::Terminated(..))
}

fn constant((_, name, option): (&str, &str, &Opt)) -> Documented {
    let text = format!("pub const {name}: u64 = {};", option.default);
    Documented { docs: vec![format!("What `{}` is unless said otherwise.", option.id)], text }
}

/// An option as a member of the outermost builder.
fn member(name: &str, option: &Opt) -> Documented {
    let (min, default) = (option.least(), &option.default);
    let range = match option.most() {
        u64::MAX => format!("At least {min}; {default} unless said otherwise."),
        max => format!("From {min} to {max}; {default} unless said otherwise."),
    };
    Documented { docs: spell::docs(&option.docs, Some(range)), text: format!("pub {name}: u64") }
}

fn lifetimes(borrows: bool) -> (&'static str, &'static str) {
    if borrows { ("<'a>", "<'_>") } else { ("", "") }
}

fn view_record(format: &Format<'_>, record: &Record) -> Value {
    let (generics, elided) = lifetimes(record.borrows);
    let members = options(format, record).map(|(name, _, option)| member(name, option));
    let members: Vec<Documented> = members.chain(given_members(format, record)).collect();
    let options = options(format, record).map(|(name, _, option)| format!("{}, self.{name}", literal(&option.id)));
    let values = record.members.iter().filter_map(|member| {
        given::given_type(format, member)?;
        Some(format!("{}, {}", literal(member.id), value(format, member)))
    });
    let values: Vec<String> = options.chain(values).collect();
    let standard = given::starts_from_nothing(format, record);
    json!({
        "docs": spell::docs(&record.schema.docs, None),
        "name": record.names.builder,
        "is_root": record.is_root,
        "generics": generics,
        "elided": elided,
        "members": members,
        "derives": if standard { "Default, " } else { "" },
        "defaults": if standard { Vec::new() } else { defaults(format, record) },
        "values": values,
    })
}

/// What a member of a builder holds, as a value.
fn value(format: &Format<'_>, member: &Member<'_>) -> String {
    let name = &member.names.public;
    match member.holds {
        Holds::Number(..) => match format.enum_of(member.attr) {
            Some((.., false)) => format!("Value::named(self.{name})"),
            _ => format!("self.{name}"),
        },
        Holds::Record(_) => format!("self.{name}.values()"),
        Holds::Switch(_) => format!("self.{name}.value()"),
        Holds::List(record, _) => {
            let builder = given::builder(format, record);
            format!("Value::list(&self.{name}, {builder}::values)")
        }
        _ => format!("&self.{name}"),
    }
}

fn view_switch(format: &Format<'_>, record: &Record<'_>, member: &Member<'_>, switch: Switch<'_>) -> Value {
    let cases = || format.cases(member);
    let names = &member.names.switch;
    let (generics, elided) = lifetimes(cases().any(|(.., record)| record.borrows));
    let variant = |(number, case, record): (u64, &str, &Record)| {
        let of = &record.names.builder;
        let lifetime = if record.borrows { "<'a>" } else { "" };
        format!("/// `{} = {number}`.\n    {case}({of}{lifetime})", switch.on)
    };
    let arm = |(number, case, _): (u64, &str, &Record)| {
        format!("Self::{case}(record) => Value::Case({number}, record.values())")
    };
    let number = |(number, case, _): (u64, &str, &Record)| format!("Self::{case}(_) => {number}");
    let of_default =
        |(number, ..): &(u64, &str, &Record)| number_of(&record.layout, Source::Case(member.id, *number)).is_some();
    let default = cases().find(of_default);
    json!({
        "name": names.types.builder,
        "method": names.number_method,
        "generics": generics,
        "elided": elided,
        "id": member.id,
        "on": switch.on,
        "default": default.map_or("", |(_, case, _)| case),
        "variants": cases().map(variant).collect::<Vec<_>>(),
        "numbers": cases().map(number).collect::<Vec<_>>(),
        "arms": cases().map(arm).collect::<Vec<_>>(),
    })
}
