//! The pages of an ID grammar: one module of the generated crate.

mod code_object;
mod judge;
mod rules;
mod spell;
mod style;
mod tables;

use serde::Serialize;

use crate::emit::Page;
use crate::ir::ids::{Doc, Grammar, TypeName};

/// What every page of the module knows.
#[derive(Debug, Serialize)]
struct Frame {
    source: String,
    title: String,
    docs: Vec<String>,
    grammar: String,
    entry: TypeView,
    triple: TypeView,
    target: TypeView,
    feature: TypeView,
    fields: Vec<Field>,
    first_field: Field,
    roles: Roles,
    parts: Vec<String>,
    rules: Vec<rules::RuleView>,
    classes: Vec<rules::ClassView>,
    tables: tables::Tables,
    canonical: String,
    triple_spelling: String,
    triple_template: String,
    unchecked: String,
    styles: Vec<String>,
    style_names: Vec<String>,
    composition: Vec<String>,
    compatibility: Vec<String>,
    contents: Vec<String>,
    machines: Vec<String>,
    flags: Vec<String>,
    about_triple: String,
    about_target: String,
}

/// A generated type.
#[derive(Debug, Serialize)]
struct TypeView {
    name: String,
    rule: String,
    docs: Vec<String>,
}

/// A field of a generated type.
#[derive(Debug, Serialize)]
struct Field {
    name: String,
    part: String,
    doc: String,
}

/// Role names as Rust literals and identifiers.
#[derive(Debug, Serialize)]
struct Roles {
    kind: String,
    kind_name: String,
    kind_doc: String,
    architecture: String,
    processor: String,
    processor_name: String,
    processor_doc: String,
    feature: String,
    sign: String,
    on: String,
    off: String,
    target: String,
    target_name: String,
    feature_template: String,
}

/// The files of the module: template and file name.
const FILES: &[(&str, &str)] = &[
    ("ids_mod.rs.tera", "mod"),
    ("ids_parse.rs.tera", "parse"),
    ("ids_format.rs.tera", "format"),
    ("ids_tables.rs.tera", "tables"),
    ("ids_compat.rs.tera", "compat"),
    ("ids_composition.rs.tera", "composition"),
    ("ids_code_objects.rs.tera", "code_objects"),
    ("ids_styles.rs.tera", "styles"),
    ("ids_strategy.rs.tera", "strategy"),
    ("ids_tests.rs.tera", "tests"),
];

/// The pages of `grammar`.
pub fn pages(grammar: &Grammar) -> Vec<Page> {
    let view = frame(grammar);
    FILES
        .iter()
        .map(|(template, file)| Page::new(template, format!("formats/src/{}/{file}.rs", grammar.module), &view))
        .collect()
}

fn frame(grammar: &Grammar) -> Frame {
    let [entry, triple, target, feature] = grammar.types.each_ref().map(type_view);
    let roles = &grammar.roles;
    let mut about_triple = vec![roles.first_field.clone()];
    about_triple.extend(roles.other_fields.iter().cloned());
    let about_target = [roles.processor.clone(), roles.feature.clone()];
    Frame {
        source: grammar.source.clone(),
        title: grammar.title.clone(),
        docs: doc_lines(&grammar.doc),
        grammar: grammar.type_name.clone(),
        entry,
        triple,
        target,
        feature,
        first_field: field(grammar, &roles.first_field),
        fields: roles.other_fields.iter().map(|name| field(grammar, name)).collect(),
        roles: role_view(grammar),
        parts: grammar.parts.iter().map(tables::part).collect(),
        rules: grammar.rules.iter().map(rules::rule).collect(),
        classes: grammar.classes.iter().map(rules::class).collect(),
        tables: tables::tables(grammar),
        canonical: style::spelling(&grammar.canonical),
        triple_spelling: style::spelling(&grammar.triple),
        triple_template: spell::text(&grammar.triple.template),
        unchecked: grammar.unchecked.clone(),
        styles: grammar.styles.iter().map(style::style).collect(),
        style_names: grammar.styles.iter().map(|style| spell::text(&style.name)).collect(),
        composition: grammar.composition.iter().map(judge::composition).collect(),
        compatibility: grammar.compatibility.iter().map(judge::comparison).collect(),
        contents: grammar.contents.iter().map(code_object::content).collect(),
        machines: grammar.machines.iter().map(code_object::machine).collect(),
        flags: grammar.flags.iter().map(code_object::flags).collect(),
        about_triple: spell::texts(&about_triple),
        about_target: spell::texts(&about_target),
    }
}

fn type_view(name: &TypeName) -> TypeView {
    TypeView { name: name.name.clone(), rule: name.rule.clone(), docs: doc_lines(&name.doc) }
}

fn field(grammar: &Grammar, name: &str) -> Field {
    Field { name: name.to_owned(), part: spell::text(name), doc: meaning(grammar, name) }
}

/// What the part `name` means, as a sentence.
fn meaning(grammar: &Grammar, name: &str) -> String {
    let part = grammar.parts.iter().find(|part| part.name == name);
    part.map(|part| spell::sentence(&part.meaning)).unwrap_or_default()
}

fn role_view(grammar: &Grammar) -> Roles {
    let roles = &grammar.roles;
    Roles {
        kind: spell::text(&roles.kind),
        kind_name: roles.kind.clone(),
        kind_doc: meaning(grammar, &roles.kind),
        architecture: spell::text(&roles.architecture),
        processor: spell::text(&roles.processor),
        processor_name: roles.processor.clone(),
        processor_doc: meaning(grammar, &roles.processor),
        feature: spell::text(&roles.feature),
        sign: spell::text(&roles.sign),
        on: spell::text(&roles.on),
        off: spell::text(&roles.off),
        target: spell::text(&roles.target),
        target_name: roles.target.clone(),
        feature_template: spell::text(&roles.feature_template),
    }
}

/// The lines of a doc comment, with the source at the end.
fn doc_lines(doc: &Doc) -> Vec<String> {
    let mut lines: Vec<String> = doc.text.lines().map(|line| line.trim_end().to_owned()).collect();
    if let Some(last) = lines.last_mut()
        && !last.ends_with('.')
    {
        last.push('.');
    }
    if let Some(source) = &doc.source {
        lines.push(String::new());
        lines.push(format!("Source: {source}."));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doc_lines_end_with_their_source() {
        let doc = Doc { text: "One.\nTwo".to_owned(), source: Some("Book, section 1".to_owned()) };
        assert_eq!(doc_lines(&doc), ["One.", "Two.", "", "Source: Book, section 1."]);
    }
}
