//! Which stored entry serves which request, in C: the rules of compatibility, processors and kinds as tables, spellings as steps.

use offload_bundle_core::ids::tables::{Compares, CompatibilityRule, Grammar, OneOf, Spelling};
use serde_json::{Value, json};

use super::grammar::part;
use super::spelling::{literal, optional};
use super::words::{list, table};
use crate::ir::ids::Ids;

/// The view of everything by which IDs are compared and spelled.
pub(super) fn view(ids: &Ids<'_>) -> Value {
    let grammar = &ids.grammar;
    let mut conditions = Vec::new();
    let rules: Vec<String> = grammar
        .compatibility
        .iter()
        .map(|rule| of_rule(grammar, rule, &mut conditions))
        .collect();
    let signs = grammar.compatibility.iter().filter_map(|rule| match &rule.compares {
        Compares::Features(features) => Some(features.serves),
        _ => None,
    });
    let signs = signs.flatten().flat_map(|row| {
        row.serves
            .iter()
            .map(|asked| format!("{{{}, {}, 0}}", optional(row.stored), optional(*asked)))
    });
    let processors = grammar.processors.iter().enumerate().flat_map(|(number, group)| {
        group.processors.iter().flat_map(move |processor| {
            let row = format!(
                "{{{}, {}, {number}}}",
                list(processor.features.iter().chain(processor.newer_features).copied()),
                optional(processor.family)
            );
            vec![row; 1 + processor.also.len()]
        })
    });
    let subarchitectures = grammar.subarchitectures.iter().flat_map(|table| {
        let unnamed = list(table.unnamed.iter().copied());
        table.list.iter().flat_map(move |one| {
            let names = [one.name].into_iter().chain(one.also.iter().copied());
            let row = |name| {
                let architecture = literal(table.architecture);
                format!(
                    "{{{}, {architecture}, {}, {unnamed}}}",
                    literal(name),
                    optional(one.processor)
                )
            };
            names.map(row).collect::<Vec<_>>()
        })
    });
    let groups = grammar.processors.iter().map(|group| {
        let [own, from, compiled_for] =
            [group.architectures, group.compiled_from, group.compiled_for].map(|words| list(words.iter().copied()));
        format!("{{{own}, {from}, {compiled_for}}}")
    });
    let kinds = grammar.kinds.iter().map(|kind| literal(kind.group));
    let generations = grammar.generations.iter().map(|row| {
        let [alone, together, apart] = [row.alone, row.together, row.apart].map(|words| list(words.iter().copied()));
        let renamed = list(row.renamed.iter().flat_map(|renamed| [renamed.from, renamed.to]));
        format!("{{{}, {alone}, {together}, {apart}, {renamed}}}", literal(row.begins))
    });
    let mut fills = Vec::new();
    let (canonical, triple) = (
        spelling(ids, &grammar.canonical, (&mut fills, &mut conditions)),
        spelling(ids, &grammar.triple, (&mut fills, &mut conditions)),
    );
    let feature = pieces(grammar.roles.feature_template)
        .into_iter()
        .map(|piece| match piece {
            Piece::Text(text) => format!("obi_add(spans, {}, {});", literal(text), text.len()),
            Piece::Name(name) if name == grammar.roles.feature => "obi_add(spans, name.text, name.size);".to_owned(),
            Piece::Name(_) => "obi_add(spans, sign.text, sign.size);".to_owned(),
        });
    let feature: Vec<String> = feature.collect();
    let tables = grammar.parts.iter().map(|part| {
        part.words
            .as_ref()
            .map_or_else(|| "NULL".to_owned(), |words| format!("&{}", table(ids, words)))
    });
    let roles = &grammar.roles;
    json!({
        "tables": tables.collect::<Vec<_>>(),
        "conditions": conditions,
        "rules": rules,
        "signs": signs.collect::<Vec<_>>(),
        "processors": processors.collect::<Vec<_>>(),
        "subarchitectures": subarchitectures.collect::<Vec<_>>(),
        "groups": groups.collect::<Vec<_>>(),
        "kinds": kinds.collect::<Vec<_>>(),
        "generations": generations.collect::<Vec<_>>(),
        "fills": fills,
        "spans": canonical.len().max(triple.len()) + 1,
        "feature_spans": feature.len(),
        "canonical": canonical,
        "triple": triple,
        "feature": feature,
        "kind": part(grammar, roles.kind),
        "architecture": part(grammar, roles.architecture),
        "processor": part(grammar, roles.processor),
        "named": part(grammar, roles.feature),
        "sign": part(grammar, roles.sign),
    })
}

/// A row of the table of rules. What it refers to is added to `conditions`.
fn of_rule(grammar: &Grammar<'_>, rule: &CompatibilityRule<'_>, conditions: &mut Vec<String>) -> String {
    let (id, differs) = (literal(rule.id), literal(rule.differs));
    let plain = |compares: &str| format!("{{{compares}, 0, NULL, NULL, 0, 0, 0, 0, {id}, {differs}}}");
    match &rule.compares {
        Compares::Text => plain("OBI_TEXT"),
        Compares::Readable => plain("OBI_READABLE"),
        Compares::OwnFeatures => plain("OBI_OWN_FEATURES"),
        Compares::Features(_) => plain("OBI_FEATURES"),
        Compares::Word(word) => {
            let (first, count) = add_conditions(grammar, word.ignored, conditions);
            let (missing, unlisted) = (optional(word.missing), optional(word.unlisted));
            let (by_group, family) = (u8::from(word.by_group), u8::from(word.selects_family));
            let part = part(grammar, word.part);
            format!(
                "{{OBI_WORD, {part}, {missing}, {unlisted}, {by_group}, {family}, {first}, {count}, {id}, {differs}}}"
            )
        }
    }
}

/// Adds rows to the table of conditions. Gives the first of them, and how many they are.
fn add_conditions(grammar: &Grammar<'_>, all: &[OneOf<'_>], conditions: &mut Vec<String>) -> (usize, usize) {
    let first = conditions.len();
    conditions.extend(all.iter().map(|one_of| {
        let is_empty = u8::from(one_of.words.contains(&""));
        format!(
            "{{{}, {}, {is_empty}}}",
            part(grammar, one_of.part),
            list(one_of.words.iter().copied())
        )
    }));
    (first, all.len())
}

/// A piece of a template.
enum Piece<'t> {
    Text(&'t str),
    Name(&'t str),
}

fn pieces(template: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, tail)) = after.split_once('}') else {
            break;
        };
        pieces.extend((!before.is_empty()).then_some(Piece::Text(before)));
        pieces.push(Piece::Name(name));
        rest = tail;
    }
    pieces.extend((!rest.is_empty()).then_some(Piece::Text(rest)));
    pieces
}

/// The lines that spell an ID.
fn spelling(
    ids: &Ids<'_>,
    spelling: &Spelling<'_>,
    (fills, conditions): (&mut Vec<String>, &mut Vec<String>),
) -> Vec<String> {
    let grammar = &ids.grammar;
    let lines = pieces(spelling.template).into_iter().map(|piece| match piece {
        Piece::Text(text) => format!("obi_add(spans, {}, {});", literal(text), text.len()),
        Piece::Name(name) if name == grammar.roles.target => "obi_add_target(spans, id);".to_owned(),
        Piece::Name(name) => {
            let first = fills.len();
            for fill in spelling.fills.iter().filter(|fill| fill.part == name) {
                let (condition, count) = add_conditions(grammar, fill.only, conditions);
                fills.push(format!(
                    "{{{}, {}, {condition}, {count}}}",
                    literal(fill.gives),
                    u8::from(fill.only_empty)
                ));
            }
            format!(
                "obi_add_part(spans, id, {}, {first}, {});",
                part(grammar, name),
                fills.len() - first
            )
        }
    });
    lines.collect()
}
