//! The view of a format's builders: members, defaults, and the steps that write a record.

use serde_json::{Value, json};

use super::given::{defaults, given, is_standard};
use super::spell;
use super::steps::{field_steps, part_steps};
use crate::ir::binary::{Field, Format, Record, Versions};
use crate::model::binary::Opt;
use crate::names::camel;
use crate::view::rust::{Documented, literal};

pub(super) fn view(format: &Format<'_>) -> Value {
    let switches = format.switches();
    let switches = switches.map(|(field, versions)| view_switch(format, field, versions));
    let magics = format.magics();
    let magics = magics.map(|(record, field, _)| super::read::magic_name(format, record, field));
    let records = format.records.iter().enumerate();
    let records = records.map(|(index, record)| view_record(format, index == 0, record));
    json!({
        "file": format.file,
        "enums": spell::enums(format),
        "magics": magics.collect::<Vec<_>>(),
        "constants": format.spec.options.iter().map(constant).collect::<Vec<_>>(),
        "switches": switches.collect::<Vec<_>>(),
        "records": records.collect::<Vec<_>>(),
    })
}

fn constant(option: &Opt) -> Documented {
    let text = format!(
        "pub const DEFAULT_{}: u64 = {};",
        option.id.to_uppercase(),
        option.default
    );
    Documented { docs: vec![format!("What `{}` is unless said otherwise.", option.id)], text }
}

/// An option as a member of the outermost builder.
fn member(option: &Opt) -> Documented {
    let (min, default) = (option.least(), &option.default);
    let range = match option.most() {
        u64::MAX => format!("At least {min}; {default} unless said otherwise."),
        max => format!("From {min} to {max}; {default} unless said otherwise."),
    };
    Documented { docs: spell::docs(&option.docs, Some(range)), text: format!("pub {}: u64", option.id) }
}

fn lifetimes(borrows: bool) -> (&'static str, &'static str) {
    if borrows { ("<'a>", "<'_>") } else { ("", "") }
}

fn view_record(format: &Format<'_>, is_root: bool, record: &Record) -> Value {
    let (generics, elided) = lifetimes(record.borrows);
    let mut parameters = spell::parameters(&record.needs_to_write);
    let mut members: Vec<Documented> = Vec::new();
    let mut steps = Vec::new();
    if is_root {
        for option in &format.spec.options {
            let (id, name, max) = (literal(&option.id), &option.id.value, spell::limit(option.most()));
            steps.push(format!(
                "writer.in_range({id}, self.{name}, {}, {max})?;",
                option.least()
            ));
            if record.options.contains(name) {
                steps.push(format!("let {name} = self.{name};"));
            }
            members.push(member(option));
        }
    } else {
        parameters.extend(record.options.iter().map(|option| format!(", {option}: u64")));
    }
    members.extend(given(format, record));
    let fields = record.fields.iter();
    steps.extend(fields.flat_map(|field| field_steps(format, record, is_root, field)));
    steps.extend(record.parts.iter().flat_map(|part| part_steps(format, is_root, part)));
    let defaults = defaults(format, record, |_| true);
    let standard = defaults.iter().all(|default| is_standard(default));
    json!({
        "docs": spell::docs(record.docs, None),
        "name": camel(record.id),
        "is_root": is_root,
        "generics": generics,
        "elided": elided,
        "parameters": parameters,
        "members": members,
        "derives": if standard { "Default, " } else { "" },
        "defaults": if standard { Vec::new() } else { defaults },
        "steps": steps,
    })
}

fn view_switch(format: &Format<'_>, field: &Field, versions: &Versions) -> Value {
    let needs = spell::needs(format, &field.what, |record| &record.needs_to_write);
    let mut parameters = spell::parameters(&needs);
    let options = spell::options(format, &field.what);
    parameters.extend(options.iter().map(|option| format!(", {option}: u64")));
    let cases = || format.cases(versions);
    let (generics, elided) = lifetimes(cases().any(|(.., record)| record.borrows));
    let variant = |(number, index, record): (u64, usize, &Record)| {
        let builder = spell::builder_type(format, index, "'a");
        format!("/// `{} = {number}`.\n    {}({builder})", versions.on, camel(record.id))
    };
    let arm = |(.., record): (u64, usize, &Record)| {
        let mut arguments = spell::handed_on(&record.needs_to_write);
        arguments.extend(record.options.iter().map(|option| format!(", {option}")));
        format!(
            "Self::{}(record) => record.write_frame(writer{arguments})",
            camel(record.id)
        )
    };
    let number = |(number, _, record): (u64, usize, &Record)| format!("Self::{}(_) => {number}", camel(record.id));
    let default = versions.cases.iter().find(|(number, _)| *number == versions.default);
    json!({
        "name": camel(field.id),
        "generics": generics,
        "elided": elided,
        "id": field.id,
        "on": versions.on,
        "parameters": parameters,
        "default": default.map_or_else(String::new, |(_, index)| spell::type_name(format, *index)),
        "variants": cases().map(variant).collect::<Vec<_>>(),
        "numbers": cases().map(number).collect::<Vec<_>>(),
        "arms": cases().map(arm).collect::<Vec<_>>(),
    })
}
