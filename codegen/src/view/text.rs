//! Views of text formats.

use offload_bundle_core::text::{LINE_BREAK, Marker, Part};
use serde_json::{Value, json};

use super::page::{self, FormatPage};
use super::tables;
use crate::emit::Page;
use crate::ir::text::TextFormat;
use crate::model::docs::Docs;
use crate::model::text::Parameter;
use crate::names::camel;
use crate::prose::{comma_list, one_line};
use crate::view::rust::bytes_literal;

pub fn pages(format: &TextFormat<'_>) -> Vec<Page> {
    let id = format.table.name;
    let at = |file: &str| format!("formats/src/{id}/{file}.rs");
    let face = face(format);
    let (about, doc) = ("Markers and fields.", "The format.");
    let head = "pub static FORMAT: TextFormat<'static>";
    vec![
        tables::page(format.file, about, doc, head, &format.table, at("table")),
        Page::new("text_mod.rs.tera", at("mod"), &face),
        for_people(format).page(),
    ]
}

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

fn face(format: &TextFormat<'_>) -> Value {
    let TextFormat { file, spec, table } = format;
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
        "content_doc": one_line(&spec.entry.content.docs.doc),
        "outside": table.outside.name,
        "outside_doc": one_line(&spec.outside.doc),
    })
}

fn for_people<'a>(format: &TextFormat<'a>) -> FormatPage<'a> {
    let TextFormat { file, spec, table } = format;
    let entry = &spec.entry;
    let parameters = spec.parameters.iter().map(|parameter| {
        let Parameter { id, example, doc } = parameter;
        [placeholder(id), code(example), one_line(doc)]
    });
    let field = placeholder(table.field.name);
    let values = parameters.chain([[field.clone(), "UTF-8 text".to_owned(), one_line(&spec.field.docs.doc)]]);
    let row = |name: &str, bytes: String, docs: &Docs| [format!("`{name}`"), bytes, one_line(&docs.doc)];
    let line = |name, marker, docs| row(name, format!("`{}`", spell(format, marker)), docs);
    let bytes = "any bytes without a marker".to_owned();
    let refused = table.field.refuse.iter();
    let refused = refused.map(|refusal| [code(refusal.text), refusal.why.to_owned()]);
    let ends = [code(LINE_BREAK), "it contains the end of its marker line".to_owned()];
    let parts = [
        line("start", &table.start, &entry.start.docs),
        row(table.content.name, bytes, &entry.content.docs),
        line("end", &table.end, &entry.end.docs),
    ];
    let tables = [
        page::table("", &["part", "bytes", "meaning"], parts),
        page::table("", &["in a marker", "such as", "meaning"], values),
        page::table(
            "",
            &[&format!("never in {field}"), "because"],
            [ends].into_iter().chain(refused),
        ),
    ];
    let again = format!("The next bundle begins where the first {field} appears again.");
    FormatPage {
        id: table.name,
        file,
        title: table.title,
        doc: &spec.docs.doc,
        refs: &spec.docs.doc_ref,
        sections: vec![page::section("An entry", &one_line(&spec.entry.doc), tables)],
        end: again,
        ..FormatPage::default()
    }
}

fn spell(format: &TextFormat<'_>, marker: &Marker<'_>) -> String {
    let parts = marker.lead.iter().map(|part| match part {
        Part::Text(text) => escape(text),
        Part::Parameter(index) => {
            let name = format.table.parameters.get(*index);
            name.map_or_else(String::new, |name| format!("<{name}>"))
        }
    });
    let (line_break, field) = (escape(LINE_BREAK), format.table.field.name);
    format!("{line_break}{}<{field}>{line_break}", parts.collect::<String>())
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
