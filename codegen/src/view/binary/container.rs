//! The view of a format as a container: where its entries are, what is said of them, and how they are written.

use serde_json::{Value, json};

use super::front::alignment;
use super::{given, spell};
use crate::ir::binary::{Attributes, Container, ContainerId, ContainerVersion, Format, Record, Versions, What};
use crate::prose::listed;
use crate::view::rust::{bytes_literal, literal};

pub(super) fn view(format: &Format) -> Option<Value> {
    let keys = format.container.as_ref()?;
    let root = format.records.first()?;
    let versions = keys.versions.iter();
    let versions = versions.map(|version| view_version(format, keys, version));
    let numbers = keys.versions.iter().map(|version| version.number);
    let counts = keys.versions.iter();
    let counts = counts.filter_map(|version| Some(format!("{} => {}", version.number, version.count?)));
    let has_counts = keys.versions.iter().any(|version| version.count.is_some());
    let switch = switch(format, keys);
    Some(json!({
        "file": format.file,
        "root": root.names.reader,
        "face": format.names.face,
        "name": literal(format.id),
        "title": literal(&format.spec.title),
        "magic": bytes_literal(&keys.magic),
        "to_end": !root.fields.iter().any(|field| field.what.is_file_len()),
        "switch": switch.map(|(id, _)| public(root, id)),
        "switch_reader": switch.map(|(_, versions)| &versions.names.reader),
        "number": switch.map(|(_, versions)| public(root, &versions.on)),
        "number_literal": switch.map(|(_, versions)| literal(&versions.on)),
        "known": literal(&listed(numbers.clone())),
        "numbers": listed(numbers),
        "counts": if has_counts { counts.collect() } else { Vec::new() },
        "default_version": keys.default_version,
        "versions": versions.collect::<Option<Vec<_>>>()?,
        "options": if switch.is_some() || alignment(format, keys).is_some() { "options" } else { "_options" },
        "aliases": listed(keys.aliases.iter().map(|alias| literal(alias))),
        "padding": keys.padding.map_or("None".to_owned(), |byte| format!("Some({byte})")),
        "enums": spell::enums(format),
        "has_attributes": matches!(keys.id, ContainerId::Made(_)),
        "grammar": match &keys.id {
            ContainerId::Made(attributes) => Some(&attributes.grammar),
            ContainerId::Field(_) => None,
        },
    }))
}

/// The switch that tells versions apart.
fn switch<'f>(format: &'f Format<'_>, keys: &Container<'_>) -> Option<(&'f str, &'f Versions)> {
    let id = keys.switch.as_ref()?;
    let mut switches = format.switches().filter(|(field, _)| field.id == id);
    switches.next().map(|(field, versions)| (field.id, versions))
}

/// What a member of a record is called.
fn public(record: &Record<'_>, id: &str) -> String {
    record
        .names_of(id)
        .map_or_else(String::new, |names| names.public.clone())
}

fn view_version(format: &Format<'_>, keys: &Container<'_>, version: &ContainerVersion) -> Option<Value> {
    let (holder, entry) = (format.records.get(version.holder)?, format.records.get(version.entry)?);
    let variant = switch(format, keys).and_then(|(_, versions)| {
        let mut cases = format.cases(versions).filter(|(number, ..)| *number == version.number);
        cases.next().map(|(_, name, _)| name.to_owned())
    });
    let within = keys
        .switch
        .as_ref()
        .map(|switch| format!(".in_field({})", literal(switch)));
    let path = match &keys.switch {
        Some(switch) => format!("Path::from({}).field({})", literal(switch), literal(&keys.entries)),
        None => format!("Path::from({})", literal(&keys.entries)),
    };
    let made = match &keys.id {
        ContainerId::Made(attributes) => Some(attributes),
        ContainerId::Field(_) => None,
    };
    Some(json!({
        "number": version.number,
        "variant": variant,
        "suffix": variant.as_ref().map_or_else(String::new, |_| format!("_of_version_{}", version.number)),
        "holder": holder.names.reader,
        "entry": entry.names.reader,
        "entries": public(holder, &keys.entries),
        "points": version.points,
        "entries_literal": literal(&keys.entries),
        "within": within.unwrap_or_default(),
        "path": path,
        "content_place": entry.names_of(&keys.content)?.place,
        "offset": public(entry, &version.offset),
        "offset_literal": literal(&version.offset),
        "id": match &keys.id {
            ContainerId::Field(id) => public(entry, id),
            ContainerId::Made(_) => String::new(),
        },
        "attributes": made.map(|attributes| view_attributes(format, entry, attributes)),
        "builder": builder(format, keys, version, variant.as_deref())?,
    }))
}

/// What reads the attributes of an entry.
fn view_attributes(format: &Format<'_>, entry: &Record<'_>, attributes: &Attributes<'_>) -> Value {
    let (list, key, value) = &attributes.texts;
    let numbers = attributes.numbers.iter();
    let numbers = numbers.map(|id| format!("({}, entry.{}.value)", literal(id), public(entry, id)));
    let text = text_record(format, entry, list);
    let called = |id: &str| text.map_or_else(String::new, |record| public(record, id));
    json!({
        "numbers": listed(numbers),
        "list": public(entry, list),
        "points": entry.parts.iter().any(|part| part.id == list),
        "list_literal": literal(list),
        "key": called(key),
        "value": called(value),
    })
}

/// The record of a text in the list called `list`.
fn text_record<'f>(format: &'f Format<'f>, entry: &Record<'_>, list: &str) -> Option<&'f Record<'f>> {
    let mut members = given::members(entry).filter(|member| member.id == list);
    members.next().and_then(|member| match member.what {
        What::List(list) => format.records.get(list.record),
        _ => None,
    })
}

/// The builder of the whole file, made of `entries` and `options`.
fn builder(
    format: &Format<'_>,
    keys: &Container<'_>,
    version: &ContainerVersion,
    variant: Option<&str>,
) -> Option<String> {
    let (root, holder) = (format.records.first()?, format.records.get(version.holder)?);
    let entry = format.records.get(version.entry)?;
    let made = entry_builder(format, keys, entry)?;
    let entries = format!(
        "{}: entries.iter().map(|entry| {made}).collect()",
        public(holder, &keys.entries)
    );
    let option = alignment(format, keys).map(|(member, _)| spell::set(member, "options.alignment"));
    let aligned = |id: &str| Some(id) == keys.alignment.as_deref();
    let Some(((switch, versions), variant)) = switch(format, keys).zip(variant) else {
        let known = option.into_iter().chain([entries]).collect();
        let rest = given::defaults(format, root, |id| !aligned(id) && id != keys.entries);
        return Some(filled(root, known, rest));
    };
    let inner = filled(
        holder,
        vec![entries],
        given::defaults(format, holder, |id| id != keys.entries),
    );
    let inner = format!(
        "{}: {}::{variant}({inner})",
        public(root, switch),
        versions.names.builder
    );
    let known = option.into_iter().chain([inner]).collect();
    let rest = given::defaults(format, root, |id| !aligned(id) && id != switch);
    Some(filled(root, known, rest))
}

/// The builder of an entry, made of `entry`.
fn entry_builder(format: &Format<'_>, keys: &Container<'_>, entry: &Record<'_>) -> Option<String> {
    let content = format!("{}: Content::External(entry.len)", public(entry, &keys.content));
    match &keys.id {
        ContainerId::Field(id) => {
            let known = vec![format!("{}: entry.id.into()", public(entry, id)), content];
            let rest = given::defaults(format, entry, |other| other != id && other != keys.content);
            Some(filled(entry, known, rest))
        }
        ContainerId::Made(attributes) => {
            let (list, key, value) = &attributes.texts;
            let mut known: Vec<String> = attributes
                .numbers
                .iter()
                .filter_map(|id| number(format, entry, id))
                .collect();
            let text = text_record(format, entry, list)?;
            let said = vec![
                format!("{}: text.key.clone()", public(text, key)),
                format!("{}: text.value.clone()", public(text, value)),
            ];
            let rest = given::defaults(format, text, |id| id != key && id != value);
            known.push(format!(
                "{}: entry.attributes.texts.iter().map(|text| {}).collect()",
                public(entry, list),
                filled(text, said, rest)
            ));
            known.push(content);
            let rest = |id: &str| id != list && id != keys.content && !attributes.numbers.iter().any(|own| own == id);
            Some(filled(entry, known, given::defaults(format, entry, rest)))
        }
    }
}

/// A number of an entry as it is written.
fn number(format: &Format<'_>, entry: &Record<'_>, id: &str) -> Option<String> {
    let number = entry.number(id)?;
    let value = format!("entry.attributes.number({}).unwrap_or({})", literal(id), number.default);
    let value = match spell::named(format, number) {
        Some((name, _)) => format!("{name}::open({value})"),
        None => value,
    };
    Some(format!("{}: {value}", public(entry, id)))
}

fn filled(record: &Record<'_>, known: Vec<String>, rest: Vec<String>) -> String {
    format!("{} {{ {} }}", record.names.builder, [known, rest].concat().join(", "))
}
