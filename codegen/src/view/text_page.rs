//! The view of a text format's page for people: the lines of an entry, and what stands in them.

use serde::Serialize;

use crate::emit::Page;
use crate::ir::text::{Marker, Part, TextFormat};
use crate::prose::one_line;

#[derive(Debug, Serialize)]
struct TextPage {
    file: String,
    title: String,
    doc: String,
    refs: Vec<String>,
    entry_doc: String,
    parts: Vec<Row>,
    parameters: Vec<Row>,
    refused: Vec<Row>,
    splits: bool,
    field: String,
}

/// One row of a table.
#[derive(Debug, Serialize)]
struct Row {
    what: String,
    bytes: String,
    meaning: String,
}

/// The page of a text format.
pub fn page(format: &TextFormat) -> Page {
    Page::new("text_page.md.tera", format!("docs/{}.md", format.id), &view(format))
}

fn view(format: &TextFormat) -> TextPage {
    let content = Row {
        what: format.content.clone(),
        bytes: "any bytes that hold neither marker".to_owned(),
        meaning: one_line(&format.content_doc),
    };
    let parameters = format.parameters.iter().map(|parameter| Row {
        what: parameter.id.clone(),
        bytes: code(&parameter.example),
        meaning: one_line(&parameter.doc),
    });
    let mut parameters: Vec<Row> = parameters.collect();
    parameters.push(Row {
        what: format.field.id.clone(),
        bytes: "UTF-8 text".to_owned(),
        meaning: one_line(&format.field.docs.doc),
    });
    TextPage {
        file: format.file.clone(),
        title: format.title.clone(),
        doc: format.docs.doc.clone(),
        refs: format.docs.refs.clone(),
        entry_doc: one_line(&format.entry_doc),
        parts: vec![marker(format, &format.start), content, marker(format, &format.end)],
        parameters,
        refused: format
            .field
            .refuse
            .iter()
            .map(|(text, why)| Row { what: String::new(), bytes: code(text), meaning: why.clone() })
            .collect(),
        splits: format.splits,
        field: format.field.id.clone(),
    }
}

fn marker(format: &TextFormat, marker: &Marker) -> Row {
    let mut line = String::new();
    for part in &marker.lead {
        match part {
            Part::Text(text) => line.push_str(&escaped(text)),
            Part::Parameter(index) => {
                line.push_str(
                    &format
                        .parameters
                        .get(*index)
                        .map_or_else(String::new, |p| format!("<{}>", p.id)),
                );
            }
        }
    }
    line.push_str(&format!("<{}>{}", format.field.id, escaped(&marker.close)));
    Row { what: marker.id.clone(), bytes: format!("`{line}`"), meaning: one_line(&marker.docs.doc) }
}

fn code(text: &str) -> String {
    format!("`{}`", escaped(text))
}

fn escaped(text: &str) -> String {
    text.as_bytes().escape_ascii().to_string()
}
