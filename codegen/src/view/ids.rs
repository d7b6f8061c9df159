//! The pages of an ID grammar: its tables, the types of IDs, and tests.

use offload_bundle_core::ids::tables::Grammar;
use serde::Serialize;

use super::rust::doc_lines;
use super::tables::Tables;
use crate::emit::Page;
use crate::ir::ids::{Doc, Ids, TypeName};
use crate::prose::sentence;

/// Where the types of the tables are.
const TABLES: &str = "offload_bundle_core::ids::tables";

/// The module: types that show the parts of an ID by their names.
#[derive(Debug, Serialize)]
struct Face {
    source: String,
    title: String,
    docs: Vec<String>,
    entry: TypeView,
    triple: TypeView,
    target: TypeView,
    feature: TypeView,
    kind: Field,
    first_field: Field,
    other_fields: Vec<Field>,
    processor: Field,
    target_field: String,
}

/// A generated type.
#[derive(Debug, Serialize)]
struct TypeView {
    name: String,
    docs: Vec<String>,
}

/// A field of a generated type, called as the part that it shows.
#[derive(Debug, Serialize)]
struct Field {
    name: String,
    doc: String,
}

/// The pages of `ids`.
pub fn pages(ids: &Ids<'_>) -> Vec<Page> {
    let path = |file: &str| format!("formats/src/{}/{file}.rs", ids.module);
    let face = face(ids);
    vec![
        Page::new("ids_mod.rs.tera", path("mod"), &face),
        Page::new("ids_tests.rs.tera", path("tests"), &face),
        tables(ids).page(path("tables")),
    ]
}

fn face(ids: &Ids<'_>) -> Face {
    let [entry, triple, target, feature] = ids.types.each_ref().map(type_view);
    let roles = &ids.grammar.roles;
    let mut fields = roles.triple.iter().map(|name| field(&ids.grammar, name));
    Face {
        source: ids.source.clone(),
        title: ids.title.clone(),
        docs: docs(&ids.doc),
        entry,
        triple,
        target,
        feature,
        kind: field(&ids.grammar, roles.kind),
        first_field: fields.next().unwrap_or_else(|| field(&ids.grammar, roles.architecture)),
        other_fields: fields.collect(),
        processor: field(&ids.grammar, roles.processor),
        target_field: roles.target.to_owned(),
    }
}

fn type_view(name: &TypeName) -> TypeView {
    TypeView { name: name.name.clone(), docs: docs(&name.doc) }
}

fn field(grammar: &Grammar<'_>, name: &str) -> Field {
    let meaning = grammar.part(name).map_or("", |part| part.meaning);
    Field { name: name.to_owned(), doc: sentence(meaning) }
}

fn docs(doc: &Doc) -> Vec<String> {
    doc_lines(
        &sentence(doc.text.trim()),
        doc.source.iter().map(|source| format!("Source: {source}.")),
    )
}

fn tables(ids: &Ids<'_>) -> Tables {
    let mut file = Tables::new(&ids.source, vec![format!("{}: the tables of the grammar.", ids.title)]);
    for class in &ids.classes {
        file.add_shared(Vec::new(), &format!("{TABLES}::CharacterClass"), *class);
    }
    for (table, doc) in &ids.words {
        file.add_shared(vec![sentence(doc)], &format!("{TABLES}::WordTable"), *table);
    }
    for (rule, doc) in &ids.rules {
        file.add_shared(docs(doc), &format!("{TABLES}::Rule"), *rule);
    }
    grammar(&ids.grammar, &mut file);
    file
}

/// The grammar. Each list has a static of its own, so that its rows are not set in deeply.
fn grammar(grammar: &Grammar<'_>, file: &mut Tables) {
    /// Adds the static of one list.
    macro_rules! list {
        ($list:ident: $type:literal, $doc:literal) => {{
            let constant = stringify!($list).to_uppercase();
            let head = format!(
                "static {constant}: &[{}<'_>]",
                file.name(&format!("{TABLES}::{}", $type))
            );
            let value = file.bake(&$list);
            file.add(vec![$doc.to_owned()], &head, &value);
            (stringify!($list), constant)
        }};
    }
    let Grammar {
        rules,
        parts,
        roles,
        kinds,
        features,
        processors,
        canonical,
        triple,
        styles,
        composition,
        compatibility,
        machines,
        flags,
    } = *grammar;
    let lists = [
        list!(parts: "Part", "What rules capture."),
        list!(kinds: "OffloadKind", "The kinds."),
        list!(features: "TargetFeature", "The features."),
        list!(processors: "ProcessorGroup", "The processors."),
        list!(styles: "Style", "How releases spell IDs."),
        list!(composition: "CompositionRule", "What may not stand side by side in one bundle."),
        list!(compatibility: "CompatibilityRule", "Which stored entry serves which request: the rules, in the order in which they are asked."),
        list!(machines: "Machine", "What ELF headers call architectures."),
        list!(flags: "FlagLayout", "What the flags in ELF headers say."),
    ];
    let inline = [
        ("rules", file.bake(&rules)),
        ("roles", file.bake(&roles)),
        ("canonical", file.bake(&canonical)),
        ("triple", file.bake(&triple)),
    ];
    let fields = lists
        .into_iter()
        .chain(inline)
        .map(|(name, value)| format!("{name}: {value}"));
    let name = file.name(&format!("{TABLES}::Grammar"));
    let value = format!("{name} {{ {} }}", fields.collect::<Vec<_>>().join(", "));
    file.add(
        vec!["The grammar.".to_owned()],
        &format!("pub static GRAMMAR: {name}<'_>"),
        &value,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docs_end_with_their_source() {
        let doc = Doc { text: "One.\nTwo".to_owned(), source: Some("Book, section 1".to_owned()) };
        assert_eq!(docs(&doc), ["One.", "Two.", "", "Source: Book, section 1."]);
    }
}
