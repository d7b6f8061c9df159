//! The views of a text format: its table, its typed face, and its page for people.

use offload_bundle_core::bytes::Encoding;
use offload_bundle_core::text::{Marker, Part};
use serde::Serialize;

use crate::bake::Baker;
use crate::emit::Page;
use crate::ir::text::TextFormat;
use crate::names::camel;
use crate::prose::one_line;
use crate::view::rust::bytes_literal;

/// The typed face of a format. Each field is what stands at the place of that name in the templates.
#[derive(Debug, Serialize)]
struct Face {
    file: String,
    id: String,
    title: String,
    doc: Vec<String>,
    refs: Vec<String>,
    reader: String,
    parameters: Vec<Parameter>,
    field: String,
    field_doc: String,
    entry_doc: String,
    content: String,
    content_doc: String,
    outside: String,
    outside_doc: String,
}

#[derive(Debug, Serialize)]
struct Parameter {
    name: String,
    doc: String,
    example: String,
}

#[derive(Debug, Serialize)]
struct Table {
    file: String,
    uses: String,
    table: String,
}

/// The page for people: Markdown.
#[derive(Debug, Serialize)]
struct ForPeople {
    file: String,
    title: String,
    doc: String,
    refs: Vec<String>,
    entry_doc: String,
    field: String,
    parts: Vec<Row>,
    values: Vec<Row>,
    refused: Vec<Row>,
    splits: bool,
}

#[derive(Debug, Serialize)]
struct Row {
    cells: Vec<String>,
}

/// The pages of a text format.
pub fn pages(format: &TextFormat<'_>) -> Vec<Page> {
    let id = format.table.name;
    let at = |file: &str| format!("formats/src/{id}/{file}.rs");
    let face = face(format);
    let mut baker = Baker::default();
    let baked = baker.bake(&format.table);
    let table = Table { file: format.file.clone(), table: baked, uses: baker.uses() };
    vec![
        Page::new("text_table.rs.tera", at("table"), &table),
        Page::new("text_mod.rs.tera", at("mod"), &face),
        Page::new("text_strategy.rs.tera", at("strategy"), &face),
        Page::new("text_arbitrary.rs.tera", at("arbitrary"), &face),
        Page::new("text_tests.rs.tera", at("tests"), &face),
        Page::new("text_page.md.tera", format!("docs/{id}.md"), &for_people(format)),
    ]
}

fn face(format: &TextFormat<'_>) -> Face {
    let table = &format.table;
    let [_, content_doc, _] = &format.parts;
    let parameters = table
        .parameters
        .iter()
        .zip(&format.parameters)
        .map(|(name, (example, doc))| Parameter {
            name: (*name).to_owned(),
            doc: one_line(doc),
            example: bytes_literal(example.as_bytes()),
        });
    Face {
        file: format.file.clone(),
        id: table.name.to_owned(),
        title: table.title.to_owned(),
        doc: format.docs.doc.lines().map(str::to_owned).collect(),
        refs: format.docs.refs.clone(),
        reader: camel(table.name),
        parameters: parameters.collect(),
        field: table.field.name.to_owned(),
        field_doc: one_line(&format.field),
        entry_doc: one_line(&format.entry),
        content: table.content.name.to_owned(),
        content_doc: one_line(content_doc),
        outside: table.outside.name.to_owned(),
        outside_doc: one_line(&format.outside),
    }
}

fn for_people(format: &TextFormat<'_>) -> ForPeople {
    let table = &format.table;
    let [start, content, end] = &format.parts;
    let parameters = table.parameters.iter().zip(&format.parameters);
    let mut values: Vec<Row> = parameters
        .map(|(name, (example, doc))| row([placeholder(name), code(example), one_line(doc)]))
        .collect();
    let encoding = match table.field.encoding {
        Encoding::Utf8 => "UTF-8 text",
        Encoding::Ascii => "ASCII text",
    };
    let placeholder_of_field = placeholder(table.field.name);
    values.push(row([
        placeholder_of_field.clone(),
        encoding.to_owned(),
        one_line(&format.field),
    ]));
    let line = |marker: &Marker<'_>, doc: &str| {
        row([format!("`{}`", marker.name), format!("`{}`", spelled(format, marker)), one_line(doc)])
    };
    let content =
        row([format!("`{}`", table.content.name), "any bytes that hold neither marker".to_owned(), one_line(content)]);
    let mut tails: Vec<String> = [&table.start, &table.end]
        .into_iter()
        .filter(|marker| marker.has_field)
        .map(|marker| format!("`{}`", parts(format, marker.tail)))
        .collect();
    tails.dedup();
    let tails = tails
        .into_iter()
        .map(|tail| row([tail, "it holds what ends its marker line".to_owned()]));
    let refused = table
        .field
        .refuse
        .iter()
        .map(|refusal| row([code(refusal.text), refusal.why.to_owned()]));
    ForPeople {
        file: format.file.clone(),
        title: table.title.to_owned(),
        doc: format.docs.doc.clone(),
        refs: format.docs.refs.clone(),
        entry_doc: one_line(&format.entry),
        field: placeholder_of_field,
        parts: vec![line(&table.start, start), content, line(&table.end, end)],
        values,
        refused: tails.chain(refused).collect(),
        splits: table.splits,
    }
}

fn spelled(format: &TextFormat<'_>, marker: &Marker<'_>) -> String {
    let field = if marker.has_field {
        format!("<{}>", format.table.field.name)
    } else {
        String::new()
    };
    format!("{}{field}{}", parts(format, marker.lead), parts(format, marker.tail))
}

fn parts(format: &TextFormat<'_>, parts: &[Part<'_>]) -> String {
    let spelled = parts.iter().map(|part| match part {
        Part::Text(text) => escaped(text),
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
    format!("`{}`", escaped(text))
}

fn escaped(text: &str) -> String {
    text.as_bytes().escape_ascii().to_string()
}

fn row<const N: usize>(cells: [String; N]) -> Row {
    Row { cells: cells.into() }
}
