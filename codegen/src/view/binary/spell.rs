//! Rust names, types and documentation of binary formats.

use std::collections::BTreeSet;

use offload_bundle_core::bytes::Width;
use offload_bundle_core::tree::Held;
use serde_json::Value;

use crate::bake::Baker;
use crate::ir::binary::{Format, Group, Shared};
use crate::model::binary::{Attr, Docs};
use crate::prose::comma_list;
use crate::view::rust::doc_lines;

/// The `always` paths, and `known` paths with names in `views`.
pub(super) fn uses(views: &[Value], always: &[&str], known: &[&str]) -> String {
    let mut baker = Baker::default();
    let named = |path: &&&str| path.rsplit("::").next().is_some_and(|name| names_type(views, name));
    for path in always.iter().chain(known.iter().filter(named)) {
        baker.name(&format!("offload_bundle_core::{path}"));
    }
    baker.uses()
}

pub(super) fn names_type(views: &[Value], name: &str) -> bool {
    views.iter().any(|view| has_word(view, name))
}

fn has_word(view: &Value, name: &str) -> bool {
    match view {
        Value::String(text) => {
            let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            words.any(|word| word == name)
        }
        Value::Array(items) => items.iter().any(|item| has_word(item, name)),
        // Documentation may contain any word.
        Value::Object(members) => members.iter().any(|(key, item)| key != "docs" && has_word(item, name)),
        _ => false,
    }
}

pub(super) fn enums_in(format: &Format<'_>, views: &[Value]) -> String {
    let names = format.names.enums.iter().map(|named| &named.of);
    comma_list(names.filter(|name| names_type(views, name)).collect::<BTreeSet<_>>())
}

pub(super) fn reader<'f>(format: &'f Format<'_>, held: &Held<'_>) -> &'f str {
    format.group_of(held).map_or("", |group| group.names.reader.as_str())
}

pub(super) fn builder_type(group: &Group<'_>, lifetime: &str) -> String {
    match group.borrows {
        true => format!("{}<{lifetime}>", group.names.builder),
        false => group.names.builder.clone(),
    }
}

pub(super) fn group_docs(group: &Group<'_>) -> Vec<String> {
    group.docs.map(|own| docs(own, None)).unwrap_or_default()
}

pub(super) fn shared_docs(shared: &Shared<'_>) -> Vec<String> {
    let mut docs = attr_docs(shared.last);
    let absent = match shared.member.table.condition {
        Some(condition) => format!("`None` unless `{}`.", condition.text),
        None => "`None` in versions without it.".to_owned(),
    };
    if !shared.is_everywhere {
        docs.extend([String::new(), absent]);
    }
    docs
}

pub(super) fn attr_docs(attr: &Attr) -> Vec<String> {
    let grammar = attr.grammar.as_ref();
    docs(
        &attr.docs,
        grammar.map(|grammar| format!("Its grammar is `{grammar}`.")),
    )
}

pub(super) fn docs(docs: &Docs, more: Option<String>) -> Vec<String> {
    doc_lines(docs.text(), more.into_iter().chain(docs.sources()))
}

pub(super) fn number_type(format: &Format<'_>, shared: &Shared<'_>) -> String {
    let attr = shared.member.attr;
    match format.enum_of(attr) {
        None => plain_type(shared).to_owned(),
        Some((_, names)) if attr.is_flags() => format!("Flags<{}>", names.of),
        Some((_, names)) => format!("Open<{}>", names.of),
    }
}

pub(super) fn plain_type(shared: &Shared<'_>) -> &'static str {
    shared.width.map_or("u64", unsigned)
}

pub(super) fn unsigned(width: Width) -> &'static str {
    match width.len() {
        1 => "u8",
        2 => "u16",
        4 => "u32",
        _ => "u64",
    }
}
