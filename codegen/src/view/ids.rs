//! Views of an ID grammar.

use offload_bundle_core::ids::tables::Grammar;
use serde_json::{Value, json};

use super::rust::doc_lines;
use super::tables::Tables;
use crate::emit::Page;
use crate::ir::ids::Ids;
use crate::model::ids::Type;
use crate::prose::sentence;

const TABLES: &str = "offload_bundle_core::ids::tables";

pub fn pages(ids: &Ids<'_>) -> Vec<Page> {
    let path = |file: &str| format!("formats/src/{}/{file}.rs", ids.spec.meta.id.value);
    let face = face(ids);
    vec![
        Page::new("ids_mod.rs.tera", path("mod"), &face),
        Page::new("ids_tests.rs.tera", path("tests"), &face),
        tables(ids).page(path("tables")),
    ]
}

fn face(ids: &Ids<'_>) -> Value {
    let (spec, roles) = (ids.spec, &ids.grammar.roles);
    let type_view =
        |name: &str, doc: &str, source: &Option<String>| json!({ "name": name, "docs": docs(doc, source.as_deref()) });
    let of_rule = |of: &Type| type_view(&of.name, &of.doc, &of.doc_ref);
    let feature = &spec.types.feature;
    let mut fields = roles.triple.iter().map(|name| field(&ids.grammar, name));
    json!({
        "source": ids.source,
        "title": spec.meta.title,
        "docs": docs(&spec.doc, spec.doc_ref.as_deref()),
        "entry": of_rule(&spec.types.entry),
        "triple": of_rule(&spec.types.triple),
        "target": of_rule(&spec.types.target),
        "feature": type_view(&feature.name, &feature.doc, &feature.doc_ref),
        "kind": field(&ids.grammar, roles.kind),
        "first_field": fields.next().unwrap_or_else(|| field(&ids.grammar, roles.architecture)),
        "other_fields": fields.collect::<Vec<_>>(),
        "processor": field(&ids.grammar, roles.processor),
        "target_field": roles.target,
    })
}

fn field(grammar: &Grammar<'_>, name: &str) -> Value {
    let meaning = grammar.part(name).map_or("", |part| part.meaning);
    json!({ "name": name, "doc": sentence(meaning) })
}

fn docs(doc: &str, source: Option<&str>) -> Vec<String> {
    let source = source.iter().map(|source| format!("Source: {source}."));
    doc_lines(&sentence(doc.trim()), source)
}

fn tables(ids: &Ids<'_>) -> Tables {
    let spec = ids.spec;
    let mut file = Tables::new(
        ids.source,
        vec![format!("{}: the tables of the grammar.", spec.meta.title)],
    );
    for class in &ids.classes {
        file.add_shared(Vec::new(), &format!("{TABLES}::CharacterClass"), *class);
    }
    for table in &ids.words {
        let model = spec.words.iter().find(|model| model.id.value == table.name);
        let docs = model.map(|model| sentence(&model.doc)).into_iter();
        file.add_shared(docs.collect(), &format!("{TABLES}::WordTable"), *table);
    }
    for rule in &ids.rules {
        let model = spec.rules.iter().find(|(name, _)| *name == rule.name);
        let docs = model.map(|(_, model)| docs(model.doc, model.doc_ref));
        file.add_shared(docs.unwrap_or_default(), &format!("{TABLES}::Rule"), *rule);
    }
    grammar(&ids.grammar, &mut file);
    file
}

/// Each list has its own static, to limit indentation.
fn grammar(grammar: &Grammar<'_>, file: &mut Tables) {
    macro_rules! list {
        ($list:ident: $type:literal, $doc:literal) => {{
            let constant = stringify!($list).to_uppercase();
            let head = format!(
                "static {constant}: &[{}<'_>]",
                file.baker.name(&format!("{TABLES}::{}", $type))
            );
            let value = file.baker.bake(&grammar.$list);
            file.add(vec![$doc.to_owned()], &head, &value);
            (stringify!($list), constant)
        }};
    }
    let lists = [
        list!(parts: "Part", "Captures of the rules."),
        list!(kinds: "OffloadKind", "The kinds."),
        list!(features: "TargetFeature", "The features."),
        list!(processors: "ProcessorGroup", "The processors."),
        list!(subarchitectures: "Subarchitectures", "Architectures that name processors."),
        list!(generations: "Generations", "Generations of processors with numbers as names."),
        list!(styles: "Style", "Spellings of IDs by release."),
        list!(composition: "CompositionRule", "Conflicts between entries of one bundle."),
        list!(compatibility: "CompatibilityRule", "Rules that decide whether a stored entry serves a request, in order."),
        list!(machines: "Machine", "ELF machine numbers of architectures."),
        list!(flags: "FlagLayout", "Processor and feature bits in ELF flags."),
        list!(variants: "Variants", "Processors in the metadata of wheels."),
    ];
    let inline = [
        ("rules", file.baker.bake(&grammar.rules)),
        ("roles", file.baker.bake(&grammar.roles)),
        ("canonical", file.baker.bake(&grammar.canonical)),
        ("triple", file.baker.bake(&grammar.triple)),
        ("releases_only", file.baker.bake(&grammar.releases_only)),
    ];
    let fields = lists
        .into_iter()
        .chain(inline)
        .map(|(name, value)| format!("{name}: {value}"));
    let name = file.baker.name(&format!("{TABLES}::Grammar"));
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
        let source = Some("Book, section 1");
        assert_eq!(
            docs("One.\nTwo", source),
            ["One.", "Two.", "", "Source: Book, section 1."]
        );
    }
}
