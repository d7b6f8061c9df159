//! The view of a format's front module, its tests and its container.

use serde_json::{Value, json};

use super::{given, spell};
use crate::ir::binary::{Container, Format, Record, What};
use crate::ir::names::TypeNames;
use crate::view::rust::{bytes_literal, literal};

pub(super) fn view(format: &Format) -> Value {
    let root = format.records.first();
    let docs = root.map(|root| spell::docs(root.docs, None));
    let TypeNames { reader, builder, strategy } = root.map_or_else(TypeNames::default, |root| root.names.clone());
    let fields = || format.records.iter().flat_map(|record| record.fields.iter());
    let alignment = format.container.as_ref().and_then(|keys| alignment(format, keys));
    json!({
        "file": format.file,
        "docs": docs.unwrap_or_default(),
        "root": reader,
        "builder": builder,
        "strategy": strategy,
        "face": format.names.face,
        "enums": spell::enums(format),
        "is_container": format.container.is_some(),
        "is_envelope": format.envelope.is_some(),
        "open_ended": fields().any(|field| match &field.what {
            What::Rest => true,
            What::Compressed(compressed) => compressed.len.is_none(),
            _ => false,
        }),
        "options": format.names.options.values().map(|(member, _)| member).collect::<Vec<_>>(),
        "alignment": alignment.map_or("1", |(_, constant)| constant.as_str()),
    })
}

/// The member and the constant of the option that is the alignment of code objects.
fn alignment<'f>(format: &'f Format, keys: &Container) -> Option<&'f (String, String)> {
    format.names.options.get(keys.alignment.as_ref()?)
}

pub(super) fn container(format: &Format) -> Option<Value> {
    let keys = format.container.as_ref()?;
    let entry = format.records.get(keys.record)?;
    let root = format.records.first()?;
    let known = |id: &str| Some(id) == keys.alignment.as_deref() || id == keys.entries;
    let builder = |record: &Record, known: Vec<String>, rest: Vec<String>| {
        format!("{} {{ {} }}", record.names.builder, [known, rest].concat().join(", "))
    };
    let public = |record: &'_ Record<'_>, id: &str| {
        record
            .names_of(id)
            .map_or_else(String::new, |names| names.public.clone())
    };
    let content = entry.names_of(&keys.content)?;
    let (id, entries) = (public(entry, &keys.id), public(root, &keys.entries));
    let from_entry =
        vec![format!("{id}: entry.id.into()"), format!("{}: Content::External(entry.len)", content.public)];
    let entry_rest = given::defaults(format, entry, |id| id != keys.id && id != keys.content);
    let options = alignment(format, keys).map(|(member, _)| spell::set(member, "options.alignment"));
    let with_options = options.is_some();
    let from_entries = options.into_iter().chain([format!("{entries}: entries.collect()")]);
    let root_rest = given::defaults(format, root, |id| !known(id));
    Some(json!({
        "file": format.file,
        "root": root.names.reader,
        "face": format.names.face,
        "name": literal(format.id),
        "title": literal(&format.spec.title),
        "magic": bytes_literal(&keys.magic),
        "entries": entries,
        "entries_literal": literal(&keys.entries),
        "id": id,
        "content_place": content.place,
        "offset": public(entry, &keys.offset),
        "offset_literal": literal(&keys.offset),
        "entry_builder": builder(entry, from_entry, entry_rest),
        "root_builder": builder(root, from_entries.collect::<Vec<_>>(), root_rest),
        "options": if with_options { "options" } else { "_options" },
        "padding": keys.padding.map_or("None".to_owned(), |byte| format!("Some({byte})")),
    }))
}
