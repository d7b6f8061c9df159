//! The words of an ID grammar in C: a table for each list, with the primary word of each.

use offload_bundle_core::ids::tables::{WordTable, Words};
use serde_json::{Value, json};

use super::spelling::literal;
use crate::ir::ids::Ids;

/// Words, each with its other names.
type Listed<'w> = Vec<(&'w str, &'w [&'w str])>;
const NO_OTHERS: &[&str] = &[];

/// The table of these words.
pub(super) fn table(ids: &Ids<'_>, words: &Words<'_>) -> String {
    let name = match words {
        Words::Table(WordTable { name, .. }) => format!("words_{}", crate::names::snake(name)),
        Words::Kinds => "kinds".to_owned(),
        Words::Features => "features".to_owned(),
        Words::Processors => "processors".to_owned(),
    };
    format!("obi_{}_{name}", ids.spec.meta.id.value)
}

/// The view of all tables.
pub(super) fn views(ids: &Ids<'_>) -> Vec<Value> {
    let grammar = &ids.grammar;
    let tables = ids.words.iter().map(|table| {
        let words: Listed<'_> = table
            .words
            .iter()
            .filter_map(|word| word.split_first().map(|(name, also)| (*name, also)))
            .collect();
        (Words::Table(table), words, table.open)
    });
    let kinds: Listed<'_> = grammar.kinds.iter().map(|kind| (kind.name, NO_OTHERS)).collect();
    let features: Listed<'_> = grammar
        .features
        .iter()
        .map(|feature| (feature.name, NO_OTHERS))
        .collect();
    let processors = grammar.processors.iter().flat_map(|group| group.processors);
    let processors: Listed<'_> = processors.map(|processor| (processor.name, processor.also)).collect();
    let all = tables.chain([
        (Words::Kinds, kinds, false),
        (Words::Features, features, false),
        (Words::Processors, processors, false),
    ]);
    all.map(|(words, list, open)| view(&table(ids, &words), &list, open))
        .collect()
}

fn view(name: &str, words: &[(&str, &[&str])], open: bool) -> Value {
    let mut rows = Vec::new();
    for (primary, also) in words {
        let of = rows.len();
        let names = std::iter::once(primary).chain(also.iter());
        rows.extend(names.map(|name| format!("{{{}, {}, {of}}}", literal(name), name.len())));
    }
    json!({ "name": name, "rows": rows, "open": u8::from(open) })
}

/// Words one after the other, each with a NUL behind it, as one literal.
pub(super) fn list<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let all: String = words
        .into_iter()
        .filter(|word| !word.is_empty())
        .map(|word| format!("{word}\0"))
        .collect();
    literal(&all)
}
