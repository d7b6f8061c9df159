//! The view of a format's front module, its tests and its container.

use serde::Serialize;

use super::{given, spell};
use crate::ir::binary::{Align, Format, Record, What};
use crate::names::camel;
use crate::view::rust::{bytes_literal, literal};

#[derive(Debug, Serialize)]
pub(super) struct Front {
    file: String,
    docs: Vec<String>,
    id: String,
    root: String,
    enums: Vec<String>,
    is_container: bool,
    is_envelope: bool,
    /// Whether a file that ends early may be sound.
    open_ended: bool,
    options: Vec<String>,
    /// The alignment that operations may ask of a container.
    alignment: String,
}

pub(super) fn view(format: &Format) -> Front {
    let docs = format.records.first().map(|root| spell::docs(&root.docs, None));
    let fields = || format.records.iter().flat_map(|record| record.fields.iter());
    let alignment = format
        .container
        .as_ref()
        .and_then(|container| container.alignment.as_ref());
    Front {
        file: format.file.clone(),
        docs: docs.unwrap_or_default(),
        id: format.id.clone(),
        root: camel(&format.id),
        enums: spell::enums(format),
        is_container: format.container.is_some(),
        is_envelope: format.envelope.is_some(),
        open_ended: fields().any(|field| match &field.what {
            What::Rest => true,
            What::Compressed(compressed) => compressed.len.is_none(),
            _ => false,
        }),
        options: format.options.iter().map(|option| option.id.clone()).collect(),
        alignment: alignment.map_or_else(|| "1".to_owned(), |id| format!("DEFAULT_{}", id.to_uppercase())),
    }
}

#[derive(Debug, Serialize)]
pub(super) struct Container {
    file: String,
    root: String,
    name: String,
    title: String,
    magic: String,
    magic_len: u64,
    entries: String,
    entries_literal: String,
    id: String,
    content: String,
    offset: String,
    /// The parameter with the alignment.
    alignment: String,
    padding: String,
    /// The builder of an entry from what an operation knows of it, and that of the file from `entries`.
    entry_builder: String,
    root_builder: String,
}

pub(super) fn container(format: &Format) -> Option<Container> {
    let keys = format.container.as_ref()?;
    let entry = format.records.get(keys.record)?;
    let root = format.records.first()?;
    let part = entry.parts.iter().find(|part| part.id == keys.content)?;
    let alignment = match &part.align {
        Align::Option(option) => Some(option.clone()),
        Align::To(_) => None,
    };
    let known = |id: &str| Some(id) == alignment.as_deref() || id == keys.entries;
    let builder = |record: &Record, known: Vec<String>, rest: Vec<String>| {
        format!(
            "{}Builder {{ {} }}",
            camel(&record.id),
            [known, rest].concat().join(", ")
        )
    };
    let from_entry =
        vec![format!("{}: entry.id.into()", keys.id), format!("{}: Content::External(entry.len)", keys.content)];
    let entry_rest = given::defaults(format, entry, |id| id != keys.id && id != keys.content);
    let from_entries = alignment
        .iter()
        .cloned()
        .chain([format!("{}: entries.collect()", keys.entries)]);
    let root_rest = given::defaults(format, root, |id| !known(id));
    Some(Container {
        file: format.file.clone(),
        root: camel(&format.id),
        name: literal(&format.id),
        title: literal(&format.title),
        magic: bytes_literal(&keys.magic),
        magic_len: u64::try_from(keys.magic.len()).unwrap_or(u64::MAX),
        entries: keys.entries.clone(),
        entries_literal: literal(&keys.entries),
        id: keys.id.clone(),
        content: keys.content.clone(),
        offset: keys.offset.clone(),
        entry_builder: builder(entry, from_entry, entry_rest),
        root_builder: builder(root, from_entries.collect(), root_rest),
        alignment: alignment.unwrap_or_else(|| "_alignment".to_owned()),
        padding: keys.padding.map_or("None".to_owned(), |byte| format!("Some({byte})")),
    })
}
