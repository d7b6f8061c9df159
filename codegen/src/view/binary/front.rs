//! The view of a format's front module, its tests and its container.

use serde_json::{Value, json};

use super::{given, spell};
use crate::ir::binary::{Format, Record, What};
use crate::names::camel;
use crate::view::rust::{bytes_literal, literal};

pub(super) fn view(format: &Format) -> Value {
    let docs = format.records.first().map(|root| spell::docs(root.docs, None));
    let fields = || format.records.iter().flat_map(|record| record.fields.iter());
    let alignment = format
        .container
        .as_ref()
        .and_then(|container| container.alignment.as_ref());
    json!({
        "file": format.file,
        "docs": docs.unwrap_or_default(),
        "id": format.id,
        "root": camel(format.id),
        "enums": spell::enums(format),
        "is_container": format.container.is_some(),
        "is_envelope": format.envelope.is_some(),
        "open_ended": fields().any(|field| match &field.what {
            What::Rest => true,
            What::Compressed(compressed) => compressed.len.is_none(),
            _ => false,
        }),
        "options": format.spec.options.iter().map(|option| option.id.as_str()).collect::<Vec<_>>(),
        "alignment": alignment.map_or_else(|| "1".to_owned(), |id| format!("DEFAULT_{}", id.to_uppercase())),
    })
}

pub(super) fn container(format: &Format) -> Option<Value> {
    let keys = format.container.as_ref()?;
    let entry = format.records.get(keys.record)?;
    let root = format.records.first()?;
    let known = |id: &str| Some(id) == keys.alignment.as_deref() || id == keys.entries;
    let builder = |record: &Record, known: Vec<String>, rest: Vec<String>| {
        format!(
            "{}Builder {{ {} }}",
            camel(record.id),
            [known, rest].concat().join(", ")
        )
    };
    let from_entry =
        vec![format!("{}: entry.id.into()", keys.id), format!("{}: Content::External(entry.len)", keys.content)];
    let entry_rest = given::defaults(format, entry, |id| id != keys.id && id != keys.content);
    let options = keys.alignment.iter().cloned();
    let from_entries = options.chain([format!("{}: entries.collect()", keys.entries)]);
    let root_rest = given::defaults(format, root, |id| !known(id));
    Some(json!({
        "file": format.file,
        "root": camel(format.id),
        "name": literal(format.id),
        "title": literal(&format.spec.title),
        "magic": bytes_literal(&keys.magic),
        "entries": keys.entries,
        "entries_literal": literal(&keys.entries),
        "id": keys.id,
        "content": keys.content,
        "offset": keys.offset,
        "entry_builder": builder(entry, from_entry, entry_rest),
        "root_builder": builder(root, from_entries.collect::<Vec<_>>(), root_rest),
        "alignment": keys.alignment.as_deref().unwrap_or("_alignment"),
        "padding": keys.padding.map_or("None".to_owned(), |byte| format!("Some({byte})")),
    }))
}
