//! The view of a format's front module, its tests and its container.

use serde::Serialize;

use super::spell;
use crate::ir::binary::{Align, Format, What};
use crate::names::camel;
use crate::view::rust::{bytes_literal, literal};

#[derive(Debug, Serialize)]
pub(super) struct Front {
    file: String,
    docs: Vec<String>,
    id: String,
    root: String,
    enums: Vec<String>,
    has_enums: bool,
    is_container: bool,
    is_envelope: bool,
    /// Whether a file that ends early may be sound.
    open_ended: bool,
    has_options: bool,
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
        enums: format.enums.iter().map(|named| camel(&named.id)).collect(),
        has_enums: !format.enums.is_empty(),
        is_container: format.container.is_some(),
        is_envelope: format.envelope.is_some(),
        open_ended: fields().any(|field| match &field.what {
            What::Rest => true,
            What::Compressed(compressed) => compressed.len.is_none(),
            _ => false,
        }),
        has_options: !format.options.is_empty(),
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
    entry_builder: String,
    root_builder: String,
    aligned: bool,
    alignment: String,
    padding: String,
    /// Fields of the builders that an operation does not know: their defaults.
    root_rest: Vec<String>,
    entry_rest: Vec<String>,
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
    let root_rest = super::given::defaults(format, root, |id| !known(id));
    let entry_rest = super::given::defaults(format, entry, |id| id != keys.id && id != keys.content);
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
        entry_builder: format!("{}Builder", camel(&entry.id)),
        root_builder: format!("{}Builder", camel(&root.id)),
        aligned: alignment.is_some(),
        alignment: alignment.unwrap_or_else(|| "_alignment".to_owned()),
        padding: keys.padding.map_or("None".to_owned(), |byte| format!("Some({byte})")),
        root_rest,
        entry_rest,
    })
}
