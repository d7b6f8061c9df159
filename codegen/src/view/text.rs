//! The views of a text format: its table, its typed face, and its page for people.

use offload_bundle_core::bytes::Encoding;
use offload_bundle_core::text::{Marker, Part};
use serde_json::{Value, json};

use super::page::{self, FormatPage};
use super::tables;
use crate::emit::Page;
use crate::ir::text::TextFormat;
use crate::model::text::{Item, Parameter};
use crate::names::camel;
use crate::prose::{comma_list, one_line};
use crate::view::rust::bytes_literal;

/// The pages of a text format.
pub fn pages(format: &TextFormat<'_>) -> Vec<Page> {
    let id = format.table.name;
    let at = |file: &str| format!("formats/src/{id}/{file}.rs");
    let face = face(format);
    let (about, doc) = ("What stands in the markers.", "The format as a table.");
    let head = "pub static FORMAT: TextFormat<'static>";
    vec![
        tables::page(format.file, about, doc, head, &format.table, at("table")),
        Page::new("text_mod.rs.tera", at("mod"), &face),
        for_people(format).page(),
    ]
}

/// The format as a container, for the kind of text that the schema has examples of.
pub(super) fn sample(format: &TextFormat<'_>) -> Value {
    let examples: Vec<&[u8]> = format
        .spec
        .parameters
        .iter()
        .map(|parameter| parameter.example.as_bytes())
        .collect();
    let parameters: Vec<String> = examples.iter().map(|example| bytes_literal(example)).collect();
    json!({
        "module": format.table.name,
        "parameters": comma_list(parameters),
        "lead": bytes_literal(&format.table.delimiters(&examples).start.lead),
    })
}

/// What the module is filled with.
fn face(format: &TextFormat<'_>) -> Value {
    let TextFormat { file, spec, table, content, .. } = format;
    let parameters = spec
        .parameters
        .iter()
        .map(|parameter| json!({ "name": *parameter.id, "doc": one_line(&parameter.doc) }));
    json!({
        "file": file,
        "title": table.title,
        "doc": spec.docs.doc.lines().collect::<Vec<_>>(),
        "refs": *spec.docs.doc_ref,
        "reader": camel(table.name),
        "parameters": parameters.collect::<Vec<_>>(),
        "field": table.field.name,
        "field_doc": one_line(&spec.field.docs.doc),
        "entry_doc": one_line(&spec.entry.doc),
        "content": table.content.name,
        "content_doc": one_line(&content.docs.doc),
        "outside": table.outside.name,
        "outside_doc": one_line(&spec.outside.doc),
    })
}

fn for_people<'a>(format: &TextFormat<'a>) -> FormatPage<'a> {
    let TextFormat { file, spec, table, start, content, end } = format;
    let parameters = spec.parameters.iter().map(|parameter| {
        let Parameter { id, example, doc } = parameter;
        [placeholder(id), code(example), one_line(doc)]
    });
    let encoding = match table.field.encoding {
        Encoding::Utf8 => "UTF-8 text",
        Encoding::Ascii => "ASCII text",
    };
    let field = placeholder(table.field.name);
    let values = parameters.chain([[field.clone(), encoding.to_owned(), one_line(&spec.field.docs.doc)]]);
    let row = |name: &str, bytes: String, item: &Item| [format!("`{name}`"), bytes, one_line(&item.docs.doc)];
    let line = |marker: &Marker<'_>, item| row(marker.name, format!("`{}`", spell(format, marker)), item);
    let bytes = "any bytes that hold neither marker".to_owned();
    let markers = [&table.start, &table.end].into_iter().filter(|marker| marker.has_field);
    let mut tails: Vec<String> = markers
        .map(|marker| format!("`{}`", parts(format, marker.tail)))
        .collect();
    tails.dedup();
    let tails = tails
        .into_iter()
        .map(|tail| [tail, "it holds what ends its marker line".to_owned()]);
    let refused = table.field.refuse.iter();
    let refused = refused.map(|refusal| [code(refusal.text), refusal.why.to_owned()]);
    let parts = [line(&table.start, start), row(table.content.name, bytes, content), line(&table.end, end)];
    let tables = [
        page::table("", &["part", "bytes", "meaning"], parts),
        page::table("", &["in a marker", "such as", "meaning"], values),
        page::table("", &[&format!("never in {field}"), "because"], tails.chain(refused)),
    ];
    let again = format!("Where the first {field} of a bundle comes again, the next bundle begins.");
    FormatPage {
        id: table.name,
        file,
        title: table.title,
        doc: &spec.docs.doc,
        refs: &spec.docs.doc_ref,
        sections: vec![page::section("An entry", &one_line(&spec.entry.doc), tables)],
        end: if table.splits { again } else { String::new() },
        ..FormatPage::default()
    }
}

fn spell(format: &TextFormat<'_>, marker: &Marker<'_>) -> String {
    let field = if marker.has_field {
        format!("<{}>", format.table.field.name)
    } else {
        String::new()
    };
    format!("{}{field}{}", parts(format, marker.lead), parts(format, marker.tail))
}

fn parts(format: &TextFormat<'_>, parts: &[Part<'_>]) -> String {
    let spelled = parts.iter().map(|part| match part {
        Part::Text(text) => escape(text),
        Part::Parameter(index) => {
            let name = format.table.parameters.get(*index);
            name.map_or_else(String::new, |name| format!("<{name}>"))
        }
    });
    spelled.collect()
}

fn placeholder(name: &str) -> String {
    format!("`<{name}>`")
}

fn code(text: &str) -> String {
    format!("`{}`", escape(text))
}

fn escape(text: &str) -> String {
    text.as_bytes().escape_ascii().to_string()
}
