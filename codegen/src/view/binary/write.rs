//! The view of a format's builders: members, defaults, and the steps that write a record.

use serde::Serialize;

use super::given::{defaults, given, is_standard};
use super::spell;
use super::steps::{field_steps, part_steps};
use crate::ir::binary::{Field, Format, Opt, Record, Versions, What};
use crate::names::camel;
use crate::view::rust::{Documented, literal};

#[derive(Debug, Serialize)]
pub(super) struct Write {
    file: String,
    enums: Vec<String>,
    magics: Vec<String>,
    constants: Vec<Documented>,
    records: Vec<RecordView>,
    switches: Vec<SwitchView>,
}

#[derive(Debug, Serialize)]
struct RecordView {
    docs: Vec<String>,
    name: String,
    is_root: bool,
    generics: &'static str,
    elided: &'static str,
    parameters: String,
    members: Vec<Documented>,
    /// None where those of the standard library are the format's.
    defaults: Vec<String>,
    derives: &'static str,
    steps: Vec<String>,
}

#[derive(Debug, Serialize)]
struct SwitchView {
    name: String,
    generics: &'static str,
    elided: &'static str,
    id: String,
    on: String,
    parameters: String,
    default: String,
    variants: Vec<String>,
    numbers: Vec<String>,
    arms: Vec<String>,
}

pub(super) fn view(format: &Format<'_>) -> Write {
    let fields = || {
        let records = format.records.iter();
        records.flat_map(|record| record.fields.iter().map(move |field| (record, field)))
    };
    let switches = fields().filter_map(|(_, field)| match &field.what {
        What::Versions(versions) => Some(view_switch(format, field, versions)),
        _ => None,
    });
    let magics = fields().filter(|(_, field)| matches!(field.what, What::Magic(_)));
    let records = format.records.iter().enumerate();
    Write {
        file: format.file.clone(),
        enums: spell::enums(format),
        magics: magics
            .map(|(record, field)| super::read::magic_name(format, record, field))
            .collect(),
        constants: format.options.iter().map(constant).collect(),
        switches: switches.collect(),
        records: records
            .map(|(index, record)| view_record(format, index == 0, record))
            .collect(),
    }
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
    let Opt { min, max, default, .. } = option;
    let range = match *max {
        u64::MAX => format!("At least {min}; {default} unless said otherwise."),
        max => format!("From {min} to {max}; {default} unless said otherwise."),
    };
    Documented { docs: spell::docs(&option.docs, Some(range)), text: format!("pub {}: u64", option.id) }
}

fn lifetimes(borrows: bool) -> (&'static str, &'static str) {
    if borrows { ("<'a>", "<'_>") } else { ("", "") }
}

fn view_record(format: &Format<'_>, is_root: bool, record: &Record) -> RecordView {
    let (generics, elided) = lifetimes(record.borrows);
    let mut parameters = spell::parameters(&record.needs_to_write);
    let mut members: Vec<Documented> = Vec::new();
    let mut steps = Vec::new();
    if is_root {
        for option in &format.options {
            let (id, name, max) = (literal(&option.id), &option.id, spell::limit(option.max));
            steps.push(format!("writer.in_range({id}, self.{name}, {}, {max})?;", option.min));
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
    RecordView {
        docs: spell::docs(&record.docs, None),
        name: camel(&record.id),
        is_root,
        generics,
        elided,
        parameters,
        members,
        derives: if standard { "Default, " } else { "" },
        defaults: if standard { Vec::new() } else { defaults },
        steps,
    }
}

fn view_switch(format: &Format<'_>, field: &Field, versions: &Versions) -> SwitchView {
    let needs = spell::versions_needs(format, versions, |record| &record.needs_to_write);
    let mut parameters = spell::parameters(&needs);
    let options = spell::options(format, &field.what);
    parameters.extend(options.iter().map(|option| format!(", {option}: u64")));
    let cases = || {
        let cases = versions.cases.iter();
        cases.filter_map(|(number, index)| Some((*number, *index, format.records.get(*index)?)))
    };
    let (generics, elided) = lifetimes(cases().any(|(.., record)| record.borrows));
    let variant = |(number, index, record): (u64, usize, &Record)| {
        let builder = spell::builder_type(format, index, "'a");
        format!(
            "/// `{} = {number}`.\n    {}({builder})",
            versions.on,
            camel(&record.id)
        )
    };
    let arm = |(.., record): (u64, usize, &Record)| {
        let mut arguments = spell::handed_on(&record.needs_to_write);
        arguments.extend(record.options.iter().map(|option| format!(", {option}")));
        format!(
            "Self::{}(record) => record.write_frame(writer{arguments})",
            camel(&record.id)
        )
    };
    let default = versions.cases.iter().find(|(number, _)| *number == versions.default);
    SwitchView {
        name: camel(&field.id),
        generics,
        elided,
        id: field.id.clone(),
        on: versions.on.clone(),
        parameters,
        default: default.map_or_else(String::new, |(_, index)| spell::type_name(format, *index)),
        variants: cases().map(variant).collect(),
        numbers: cases()
            .map(|(number, _, record)| format!("Self::{}(_) => {number}", camel(&record.id)))
            .collect(),
        arms: cases().map(arm).collect(),
    }
}
