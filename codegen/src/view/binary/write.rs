//! The view of a format's builders: members, defaults, and the steps that write a record.

use serde_json::{Value, json};

use super::given::{defaults, given, is_standard, options};
use super::spell::{self, Here, Site};
use super::steps::{field_steps, part_steps};
use crate::ir::binary::{Field, Format, Record, Versions};
use crate::model::binary::Opt;
use crate::prose::listed;
use crate::view::rust::{Documented, literal};

pub(super) fn view(format: &Format<'_>) -> Value {
    let switches = format.switches();
    let switches = switches.map(|(field, versions)| view_switch(format, field, versions));
    let magics = format.magics();
    let magics = magics.map(|(field, _)| field.names.magic.as_str());
    let records = format.records.iter().map(|record| view_record(format, record));
    let constants = format
        .records
        .first()
        .into_iter()
        .flat_map(|root| options(format, root));
    json!({
        "file": format.file,
        "enums": spell::enums(format),
        "magics": magics.collect::<Vec<_>>(),
        "constants": constants.map(constant).collect::<Vec<_>>(),
        "switches": switches.collect::<Vec<_>>(),
        "records": records.collect::<Vec<_>>(),
    })
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
    let is_root = format.is_root(record);
    let site = Site { record, is_root, here: Here::Writing };
    let (generics, elided) = lifetimes(record.borrows);
    let mut parameters = spell::parameters(&record.outer, &record.needs_to_write);
    let mut members: Vec<Documented> = Vec::new();
    let mut steps = Vec::new();
    for (name, _, option) in options(format, record) {
        let (id, least, max) = (literal(&option.id), option.least(), spell::limit(option.most()));
        steps.push(format!("writer.in_range({id}, self.{name}, {least}, {max})?;"));
        if let Some(local) = record.outer.options.get(&option.id.value) {
            steps.push(format!("let {local} = self.{name};"));
        }
        members.push(member(name, option));
    }
    if !is_root {
        parameters.push_str(&spell::option_parameters(&record.outer, &record.options));
    }
    members.extend(given(format, record));
    let fields = record.fields.iter();
    steps.extend(fields.flat_map(|field| field_steps(format, site, field)));
    steps.extend(record.parts.iter().flat_map(|part| part_steps(format, site, part)));
    let defaults = defaults(format, record, |_| true);
    let standard = defaults.iter().all(|default| is_standard(default));
    json!({
        "docs": spell::docs(record.docs, None),
        "name": record.names.builder,
        "is_root": is_root,
        "generics": generics,
        "elided": elided,
        "parameters": parameters,
        "members": members,
        "derives": if standard { "Default, " } else { "" },
        "defaults": if standard { Vec::new() } else { defaults },
        "plan": plan(format),
        "steps": steps,
    })
}

/// How a plan of the whole file begins.
pub(super) fn plan(format: &Format<'_>) -> String {
    let align = format.spec.align_end.as_ref().map_or(1, |align| align.value);
    let areas = format.spec.areas.iter();
    let areas = areas.map(|area| {
        if area.strings.is_some() {
            "Area::Strings"
        } else {
            "Area::Parts"
        }
    });
    match listed(areas) {
        areas if areas.is_empty() && align == 1 => "plan(".to_owned(),
        areas => format!("plan_in(&[{areas}], {align}, "),
    }
}

fn view_switch(format: &Format<'_>, field: &Field, versions: &Versions) -> Value {
    let needs = spell::needs(format, &field.what, |record| &record.needs_to_write);
    let mut parameters = spell::parameters(&versions.outer, &needs);
    parameters.push_str(&spell::option_parameters(
        &versions.outer,
        &spell::options(format, &field.what),
    ));
    let cases = || format.cases(versions);
    let (generics, elided) = lifetimes(cases().any(|(.., record)| record.borrows));
    let variant = |(number, case, record): (u64, &str, &Record)| {
        let of = &record.names.builder;
        let lifetime = if record.borrows { "<'a>" } else { "" };
        format!("/// `{} = {number}`.\n    {case}({of}{lifetime})", versions.on)
    };
    let arm = |(_, case, record): (u64, &str, &Record)| {
        let mut arguments = spell::handed_on(&versions.outer, &record.needs_to_write);
        arguments.push_str(&spell::options_handed_on(&versions.outer, &record.options));
        format!("Self::{case}(record) => record.write_frame(writer{arguments})")
    };
    let number = |(number, case, _): (u64, &str, &Record)| format!("Self::{case}(_) => {number}");
    let default = cases().find(|(number, ..)| *number == versions.default);
    json!({
        "name": versions.names.builder,
        "method": versions.number_method,
        "generics": generics,
        "elided": elided,
        "id": field.id,
        "on": versions.on,
        "parameters": parameters,
        "default": default.map_or("", |(_, case, _)| case),
        "variants": cases().map(variant).collect::<Vec<_>>(),
        "numbers": cases().map(number).collect::<Vec<_>>(),
        "arms": cases().map(arm).collect::<Vec<_>>(),
    })
}
