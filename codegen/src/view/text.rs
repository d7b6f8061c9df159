//! The views of a text format.

use serde::Serialize;

use crate::emit::Page;
use crate::ir::text::{Marker, Parameter, Part, TextFormat};
use crate::names::camel;
use crate::prose::{first_sentence, one_line};
use crate::view::rust::{bytes_literal, literal};

/// Everything that the templates of a text format place.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)] // Each field is the place of that name in the templates.
pub struct TextView {
    pub source: String,
    pub id: String,
    pub id_string: String,
    pub title: String,
    pub title_string: String,
    pub doc: Vec<String>,
    pub refs: Vec<String>,
    pub reader: String,
    pub builder: String,
    pub entry_builder: String,
    pub container: String,
    pub parameters: Vec<ParameterView>,
    /// Whether there are any.
    pub parametric: bool,
    /// `prefix: &[u8]`
    pub parameter_list: String,
    /// `, prefix: &[u8]`
    pub more_parameter_list: String,
    /// `prefix`
    pub parameter_names: String,
    /// `, prefix`
    pub more_parameter_names: String,
    /// `&prefix`
    pub parameter_refs: String,
    /// `&self.prefix`
    pub own_parameters: String,
    /// `self.prefix`
    pub own_static_parameters: String,
    /// `, self.prefix`
    pub more_own_static_parameters: String,
    /// `PREFIX`
    pub parameter_constants: String,
    /// `, PREFIX`
    pub more_parameter_constants: String,
    /// `, &builder.prefix`
    pub more_builder_parameters: String,
    /// `TextContainer { prefix: PREFIX }`
    pub container_of_constants: String,
    pub field: String,
    pub field_string: String,
    pub field_doc: String,
    pub field_meaning_string: String,
    pub refuse: Vec<RefusalView>,
    /// `"\n", "\0"`
    pub refused_list: String,
    pub entry_doc: String,
    pub start: String,
    pub start_string: String,
    pub start_lead: Vec<String>,
    pub start_close: String,
    pub start_close_name: String,
    pub start_meaning: String,
    pub start_meaning_string: String,
    /// `a start marker`
    pub start_phrase: String,
    /// The same as a literal.
    pub start_words: String,
    pub start_words_of_another: String,
    pub content: String,
    pub content_string: String,
    pub content_doc: String,
    pub content_meaning_string: String,
    pub end: String,
    pub end_string: String,
    pub end_lead: Vec<String>,
    pub end_close: String,
    pub end_close_name: String,
    pub end_meaning: String,
    pub end_meaning_string: String,
    /// `an end marker`
    pub end_phrase: String,
    /// The same as a literal.
    pub end_words: String,
    pub end_words_of_no_entry: String,
    pub end_may_lack_close: bool,
    pub outside: String,
    pub outside_string: String,
    pub outside_doc: String,
    pub outside_meaning_string: String,
    pub splits: bool,
}

/// A parameter as the templates place it.
#[derive(Debug, Clone, Serialize)]
pub struct ParameterView {
    /// `prefix`
    pub name: String,
    /// `"prefix"`
    pub string: String,
    /// `PREFIX`
    pub constant: String,
    /// `b"//"`
    pub example: String,
    /// Its documentation in one line.
    pub doc: String,
}

/// Text that the field must not hold.
#[derive(Debug, Clone, Serialize)]
pub struct RefusalView {
    /// `"\r"`
    pub text: String,
    /// `"it holds a carriage return"`
    pub why: String,
}

/// The pages of a text format.
pub fn pages(format: &TextFormat) -> Vec<Page> {
    let view = TextView::new(format);
    [
        ("text_mod.rs.tera", "mod"),
        ("text_read.rs.tera", "read"),
        ("text_write.rs.tera", "write"),
        ("text_describe.rs.tera", "describe"),
        ("text_container.rs.tera", "container"),
        ("text_strategy.rs.tera", "strategy"),
        ("text_arbitrary.rs.tera", "arbitrary"),
        ("text_tests.rs.tera", "tests"),
    ]
    .into_iter()
    .map(|(template, file)| Page::new(template, format!("formats/src/{}/{file}.rs", format.id), &view))
    .collect()
}

impl TextView {
    /// Spells `format` in Rust.
    pub fn new(format: &TextFormat) -> Self {
        let reader = camel(&format.id);
        let container = format!("{reader}Container");
        let each = |spell: &dyn Fn(&str) -> String| -> Vec<String> {
            format.parameters.iter().map(|parameter| spell(&parameter.id)).collect()
        };
        let list = |spell: &dyn Fn(&str) -> String| each(spell).join(", ");
        let more =
            |spell: &dyn Fn(&str) -> String| each(spell).iter().map(|item| format!(", {item}")).collect::<String>();
        let constants = list(&|name| format!("{name}: {}", name.to_uppercase()));
        Self {
            source: format.file.clone(),
            id: format.id.clone(),
            id_string: literal(&format.id),
            title: format.title.clone(),
            title_string: literal(&format.title),
            doc: format.docs.doc.lines().map(str::to_owned).collect(),
            refs: format.docs.refs.clone(),
            builder: format!("{reader}Builder"),
            entry_builder: "EntryBuilder".to_owned(),
            container_of_constants: format!("{container} {{ {constants} }}"),
            parameter_list: list(&|name| format!("{name}: &[u8]")),
            more_parameter_list: more(&|name| format!("{name}: &[u8]")),
            parameter_names: list(&str::to_owned),
            more_parameter_names: more(&str::to_owned),
            parameter_refs: list(&|name| format!("&{name}")),
            own_parameters: list(&|name| format!("&self.{name}")),
            own_static_parameters: list(&|name| format!("self.{name}")),
            more_own_static_parameters: more(&|name| format!("self.{name}")),
            parameter_constants: list(&str::to_uppercase),
            more_parameter_constants: more(&str::to_uppercase),
            more_builder_parameters: more(&|name| format!("&builder.{name}")),
            reader,
            container,
            parameters: format.parameters.iter().map(parameter).collect(),
            parametric: !format.parameters.is_empty(),
            field: format.field.id.clone(),
            field_string: literal(&format.field.id),
            field_doc: one_line(&format.field.docs.doc),
            field_meaning_string: literal(&first_sentence(&format.field.docs.doc)),
            refuse: format
                .field
                .refuse
                .iter()
                .map(|(text, why)| RefusalView { text: pattern(text), why: literal(why) })
                .collect(),
            refused_list: format
                .field
                .refuse
                .iter()
                .map(|(text, _)| literal(text))
                .collect::<Vec<_>>()
                .join(", "),
            entry_doc: one_line(&format.entry_doc),
            start: format.start.id.clone(),
            start_string: literal(&format.start.id),
            start_lead: lead(format, &format.start),
            start_close: bytes_literal(format.start.close.as_bytes()),
            start_close_name: format!("{}_CLOSE", format.start.id.to_uppercase()),
            start_meaning: one_line(&format.start.docs.doc),
            start_meaning_string: literal(&first_sentence(&format.start.docs.doc)),
            start_phrase: marker_words(&format.start),
            start_words: literal(&marker_words(&format.start)),
            start_words_of_another: literal(&format!("{} of another entry", marker_words(&format.start))),
            content: format.content.clone(),
            content_string: literal(&format.content),
            content_doc: one_line(&format.content_doc),
            content_meaning_string: literal(&first_sentence(&format.content_doc)),
            end: format.end.id.clone(),
            end_string: literal(&format.end.id),
            end_lead: lead(format, &format.end),
            end_close: bytes_literal(format.end.close.as_bytes()),
            end_close_name: format!("{}_CLOSE", format.end.id.to_uppercase()),
            end_meaning: one_line(&format.end.docs.doc),
            end_meaning_string: literal(&first_sentence(&format.end.docs.doc)),
            end_phrase: marker_words(&format.end),
            end_words: literal(&marker_words(&format.end)),
            end_words_of_no_entry: literal(&format!("{} without a start", marker_words(&format.end))),
            end_may_lack_close: format.end_may_lack_close,
            outside: format.outside.clone(),
            outside_string: literal(&format.outside),
            outside_doc: one_line(&format.outside_doc),
            outside_meaning_string: literal(&first_sentence(&format.outside_doc)),
            splits: format.splits,
        }
    }
}

fn parameter(parameter: &Parameter) -> ParameterView {
    ParameterView {
        name: parameter.id.clone(),
        string: literal(&parameter.id),
        constant: parameter.id.to_uppercase(),
        example: bytes_literal(parameter.example.as_bytes()),
        doc: one_line(&parameter.doc),
    }
}

/// The lead as items of an array of byte slices; the first says the items' type.
fn lead(format: &TextFormat, marker: &Marker) -> Vec<String> {
    let mut items: Vec<String> = marker
        .lead
        .iter()
        .map(|part| match part {
            Part::Text(text) => bytes_literal(text.as_bytes()),
            Part::Parameter(index) => format.parameters[*index].id.clone(),
        })
        .collect();
    if let Some(first) = items.first_mut() {
        first.push_str(".as_slice()");
    }
    items
}

fn marker_words(marker: &Marker) -> String {
    let article = if marker.id.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {} marker", marker.id)
}

/// A pattern that finds `text`: a character literal where it is one character.
fn pattern(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => format!("{letter:?}"),
        _ => literal(text),
    }
}
