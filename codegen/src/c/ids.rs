//! An ID grammar in C: its functions, its tables, and what they are called.

use offload_bundle_core::ids::tables::Words;
use serde_json::{Value, json};

use super::names::Names;
use super::spelling::comment;
use super::{grammar, rules, words};
use crate::ir::ids::Ids;
use crate::model::ids::Type;
use crate::prose::{one_line, sentence};

/// Functions of a grammar, and another struct, by how their names end.
const FURTHER: &[&str] = &[
    "canonical",
    "compare",
    "compatible",
    "feature",
    "part",
    "piece",
    "read",
    "read_target",
    "read_triple",
    "target",
    "triple",
];

/// The view of a grammar.
pub(super) fn view(ids: &Ids<'_>, names: &mut Names) -> Value {
    let id = &ids.spec.meta.id.value;
    let of = free(names, &format!("ob_{id}"));
    let parts = ids.grammar.parts.iter().map(|part| {
        let name = names.macros.constant(&format!("{of}_{}", part.name));
        json!({ "doc": comment(&sentence(part.meaning), 0), "name": name })
    });
    let parts: Vec<Value> = parts.collect();
    let of_rule = |of: &Type| {
        let source = of
            .doc_ref
            .iter()
            .map(|source| format!("\nSource: {source}."))
            .collect::<String>();
        comment(&format!("Reads this: {}{source}", sentence(&one_line(&of.doc))), 0)
    };
    let types = &ids.spec.types;
    json!({
        "title": ids.spec.meta.title,
        "doc": comment(&one_line(&ids.spec.doc), 0),
        "of": of,
        "pieces": names.macros.constant(&format!("{of}_pieces")),
        "parts": parts,
        "entry_doc": of_rule(&types.entry),
        "triple_doc": of_rule(&types.triple),
        "target_doc": of_rule(&types.target),
        "words": words::views(ids),
        "kinds": words::table(ids, &Words::Kinds),
        "processors": words::table(ids, &Words::Processors),
        "grammar": grammar::view(ids),
        "rules": rules::view(ids),
    })
}

/// A name that is free, as all are that begin with it and end as those of functions of a grammar do.
fn free(names: &mut Names, wanted: &str) -> String {
    let of = names.top.snake(wanted);
    let further: Vec<String> = FURTHER.iter().map(|end| format!("{of}_{end}")).collect();
    match further.iter().all(|name| names.top.snake(name) == *name) {
        true => of,
        false => free(names, &format!("{of}_id")),
    }
}
