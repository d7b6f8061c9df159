//! An ID grammar in C.

use serde_json::{Value, json};

use super::grammar::Tables;
use super::names::Names;
use super::rules;
use super::spelling::comment;
use crate::ir::ids::Ids;
use crate::model::ids::Type;
use crate::prose::{one_line, sentence};

/// For further functions and types of a grammar.
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
    let mut tables = Tables::new(&ids.grammar);
    let rules = &ids.grammar.rules;
    let readers = [
        ("", &types.entry, rules.entry),
        ("_triple", &types.triple, rules.triple),
        ("_target", &types.target, rules.target),
    ];
    let readers =
        readers.map(|(part, of, rule)| json!({ "part": part, "doc": of_rule(of), "rule": tables.rule(rule) }));
    let (compared, constants) = rules::views(&ids.grammar, &mut tables);
    let tables: Vec<Value> = tables.views().into_iter().chain(compared).collect();
    json!({
        "title": ids.spec.meta.title,
        "doc": comment(&one_line(&ids.spec.doc), 0),
        "of": of,
        "pieces": names.macros.constant(&format!("{of}_pieces")),
        "parts": parts,
        "readers": readers,
        "constants": constants,
        "tables": tables,
    })
}

/// Unused with all suffixes.
fn free(names: &mut Names, wanted: &str) -> String {
    let of = names.top.snake(wanted);
    let further: Vec<String> = FURTHER.iter().map(|end| format!("{of}_{end}")).collect();
    match further.iter().all(|name| names.top.snake(name) == *name) {
        true => of,
        false => free(names, &format!("{of}_id")),
    }
}
