//! The formats in C: one header without a library, from the same tables as the Rust code.
//!
//! `names` → `record`, `accessors`, `item`, `envelope` (layouts), `grammar`, `rules` (ID tables) → templates in
//! `templates/c`. All C spelling is here.

mod accessors;
mod envelope;
mod expression;
mod extent;
mod grammar;
mod ids;
mod item;
mod lists;
mod named;
mod names;
mod reader;
mod record;
mod rules;
mod spelling;

use serde_json::{Value, json};

use crate::emit::Page;
use crate::ir::Project;
use crate::ir::binary::Format;
use crate::ir::face::Face;
use crate::prose::comma_list;
use names::{FormatNames, Names};
use spelling::comment;

const PATH: &str = "c/offload_bundle_formats.h";

pub fn page(project: &Project<'_>) -> Option<Page> {
    let (read, refused): (Vec<_>, Vec<_>) = project
        .formats
        .iter()
        .filter(|format| format.spec.is_typed)
        .partition::<Vec<&Format<'_>>, _>(|format| refusal(format).is_none());
    if read.is_empty() && project.ids.is_none() {
        return None;
    }
    let mut names = Names::default();
    let named: Vec<(&Format<'_>, FormatNames)> = read
        .into_iter()
        .map(|format| (format, FormatNames::new(format, &mut names)))
        .collect();
    let formats = named.iter().map(|(format, names)| view(format, names));
    let heads = named.iter().filter(|(format, _)| extent::is_header(format));
    let heads = heads.map(|(format, _)| format!("`{}` beyond its header, because its entries form a chain", format.id));
    let heads: Vec<String> = heads.collect();
    let refused = refused
        .iter()
        .filter_map(|format| Some(format!("`{}`, because {}", format.id, refusal(format)?)));
    let texts = project.texts.iter().map(|text| {
        format!(
            "`{}`, because its entries are lines of text",
            text.spec.meta.id.as_str()
        )
    });
    let absent_formats: Vec<String> = heads.into_iter().chain(refused).chain(texts).collect();
    let sources = named.iter().map(|(format, _)| format.file);
    let sources = sources.chain(project.ids.iter().map(|ids| ids.source));
    let view = json!({
        "sources": comment(&format!("Generated from {}.", comma_list(sources)), 0),
        "absent": comment(&absent(&absent_formats), 0),
        "depth": named.iter().map(|(format, names)| if extent::is_header(format) { 0 } else { names.depth }).max().unwrap_or(0) + 1,
        "example_file": named.first().map_or("", |(_, names)| names.root()),
        "example_open": named.first().map_or("", |(_, names)| &names.open),
        "formats": formats.collect::<Vec<_>>(),
        "files": project.placement.iter().flat_map(extent::files).collect::<Vec<_>>(),
        "ids": project.ids.as_ref().map(|ids| ids::view(ids, &mut names)),
    });
    Some(Page::new("c/header.h.tera", PATH, &view))
}

fn absent(formats: &[String]) -> String {
    let formats: String = formats.iter().map(|format| format!("\n- {format}.")).collect();
    match formats.is_empty() {
        true => formats,
        false => format!("Not read here:{formats}"),
    }
}

/// `None` if C supports the format.
fn refusal(format: &Format<'_>) -> Option<&'static str> {
    match format.face {
        Some(Face::Walked(_)) if !extent::is_header(format) => Some("its entries form a chain"),
        Some(Face::Toc(_)) => Some("its table of contents is in MessagePack"),
        _ => None,
    }
}

fn view(format: &Format<'_>, names: &FormatNames) -> Value {
    let order = names
        .order
        .iter()
        .filter(|index| **index == 0 || !extent::is_header(format));
    let records = order.filter_map(|index| Some((format.records.get(*index)?, names.records.get(*index)?)));
    let records = records.map(|(record, of)| record::view(format, names, record, of));
    json!({
        "title": format.spec.title,
        "enums": named::views(format, names),
        "records": records.collect::<Vec<_>>(),
        "item": format.container().map(|table| item::view(format, names, table)),
        "envelope": envelope::view(format, names),
        "extent": extent::view(format, names),
        "recognises": names.recognises,
        "root": names.root(),
        "signs": envelope::signs(format),
        "opens": names.records.first().map_or("", |root| &root.opens),
        "read": names.records.first().map_or("", |root| &root.read),
        "magic": magic(format, names),
        "open": names.open,
        "next": names.next,
        "length": names.length,
        "padding": padding(format),
    })
}

fn magic(format: &Format<'_>, names: &FormatNames) -> Option<Value> {
    let bytes = format.tree.magic()?;
    let field = format.tree.records.first()?.fields.first()?;
    Some(json!({ "name": names.records.first()?.magic(field.name), "len": bytes.len() }))
}

/// -1 without padding.
fn padding(format: &Format<'_>) -> i16 {
    let container = format.container().and_then(|table| table.padding);
    let envelope = format.envelope().and_then(|table| table.padding);
    container.or(envelope).map_or(-1, i16::from)
}
