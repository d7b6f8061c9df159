//! Spellings and compatibility rules of IDs in C, as tables.

use offload_bundle_core::ids::tables::{Compares, CompatibilityRule, Grammar, OneOf, Spelling, Words};
use serde_json::{Value, json};

use super::grammar::Tables;
use super::spelling::{list, literal, optional, row, table};

const NO_SLOT: &str = "{NULL, OBI_NO_PART, 0, 0}";

pub(super) fn views<'b>(grammar: &'b Grammar<'b>, tables: &mut Tables<'b>) -> (Vec<Value>, Value) {
    let parts: Vec<String> = grammar
        .parts
        .iter()
        .map(|part| match &part.words {
            Some(words) => tables.list(words).to_string(),
            None => "OBI_NO_WORDS".to_owned(),
        })
        .collect();
    let (kinds, processors) = (tables.list(&Words::Kinds), tables.list(&Words::Processors));
    let groups = grammar.processors.iter().map(|group| {
        let names = [group.architectures, group.compiled_from, group.compiled_for];
        let [own, from, compiled_for] = names.map(|words| list(words.iter().copied()));
        row!(group.processors.len(), own, from, compiled_for)
    });
    let subarchitectures = grammar.subarchitectures.iter().flat_map(|table| {
        let (architecture, unnamed) = (literal(table.architecture), list(table.unnamed.iter().copied()));
        table.list.iter().map(move |one| {
            let names = [one.name].into_iter().chain(one.also.iter().copied());
            row!(list(names), architecture, optional(one.processor), unnamed)
        })
    });
    let generations = grammar.generations.iter().map(|of| {
        let [alone, together, apart] = [of.alone, of.together, of.apart].map(|words| list(words.iter().copied()));
        let renamed = list(of.renamed.iter().flat_map(|renamed| [renamed.from, renamed.to]));
        row!(literal(of.begins), alone, together, apart, renamed)
    });
    let signs = grammar.compatibility.iter().filter_map(|rule| match &rule.compares {
        Compares::Features(features) => Some(features.serves),
        _ => None,
    });
    let signs = signs.flatten().flat_map(|stored| {
        let row = |asked: &Option<&str>| row!(optional(stored.stored), optional(*asked), 0);
        stored.serves.iter().map(row)
    });
    let mut referred = Referred { tables, conditions: Vec::new(), fills: Vec::new() };
    let rules: Vec<String> = grammar.compatibility.iter().map(|rule| referred.rule(rule)).collect();
    let (canonical, triple) = (
        referred.spelling(&grammar.canonical),
        referred.spelling(&grammar.triple),
    );
    let feature = Spelling { template: grammar.roles.feature_template, fills: &[] };
    let feature = referred.spelling(&feature);
    let Referred { conditions, fills, .. } = referred;
    let target = [row!("NULL", "OBI_TARGET", 0, 0)];
    let views = vec![
        table("unsigned", "part_lists", "OBI_NO_WORDS", parts),
        table("obi_group", "groups", "{0, \"\", \"\", \"\"}", groups),
        table(
            "obi_subarchitecture",
            "subarchitectures",
            "{NULL, \"\", NULL, \"\"}",
            subarchitectures,
        ),
        table(
            "obi_generation",
            "generations",
            "{NULL, \"\", \"\", \"\", \"\"}",
            generations,
        ),
        table("obi_sign", "signs", "{NULL, NULL, 1}", signs),
        table("obi_condition", "conditions", "{0, \"\", 0}", conditions),
        table("obi_fill", "fills", "{\"\", 0, 0, 0}", fills),
        table("obi_slot", "canonical", NO_SLOT, canonical),
        table("obi_slot", "triple", NO_SLOT, triple),
        table("obi_slot", "target", NO_SLOT, target),
        table("obi_slot", "feature_slots", NO_SLOT, feature),
        table(
            "obi_rule",
            "rules",
            "{OBI_SAME_TEXT, 0, NULL, NULL, 0, 0, 0, 0, NULL, NULL}",
            rules,
        ),
    ];
    let roles = &grammar.roles;
    let constants = json!([
        ("KIND", tables.part(roles.kind)),
        ("ARCHITECTURE", tables.part(roles.architecture)),
        ("PROCESSOR", tables.part(roles.processor)),
        ("FEATURE", tables.part(roles.feature)),
        ("SIGN", tables.part(roles.sign)),
        ("TARGET", grammar.parts.len()),
        ("NO_PART", grammar.parts.len() + 1),
        ("KINDS", kinds),
        ("PROCESSORS", processors),
        ("NO_WORDS", tables.lists()),
        ("GROUPS", grammar.processors.len()),
    ]);
    (views, constants)
}

struct Referred<'t, 'b> {
    tables: &'t Tables<'b>,
    conditions: Vec<String>,
    fills: Vec<String>,
}

impl Referred<'_, '_> {
    fn rule(&mut self, rule: &CompatibilityRule<'_>) -> String {
        let (id, differs) = (literal(rule.id), literal(rule.differs));
        let does = match &rule.compares {
            Compares::Text => "OBI_SAME_TEXT",
            Compares::Readable => "OBI_READABLE",
            Compares::OwnFeatures => "OBI_OWN_FEATURES",
            Compares::Features(_) => "OBI_FEATURES",
            Compares::Word(word) => {
                let (first, count) = self.conditions(word.ignored);
                let (missing, unlisted) = (optional(word.missing), optional(word.unlisted));
                let (by_group, family) = (u8::from(word.by_group), u8::from(word.selects_family));
                let part = self.tables.part(word.part);
                return row!(
                    "OBI_PART", part, missing, unlisted, by_group, family, first, count, id, differs
                );
            }
        };
        row!(does, 0, "NULL", "NULL", 0, 0, 0, 0, id, differs)
    }

    fn conditions(&mut self, all: &[OneOf<'_>]) -> (usize, usize) {
        let first = self.conditions.len();
        let rows = all.iter().map(|one_of| {
            let is_empty = u8::from(one_of.words.contains(&""));
            row!(
                self.tables.part(one_of.part),
                list(one_of.words.iter().copied()),
                is_empty
            )
        });
        self.conditions.extend(rows);
        (first, all.len())
    }

    /// A row per text and placeholder.
    fn spelling(&mut self, spelling: &Spelling<'_>) -> Vec<String> {
        let mut rows = Vec::new();
        let mut rest = spelling.template;
        let text = |text: &str| (!text.is_empty()).then(|| row!(literal(text), 0, 0, 0));
        while let Some((before, (name, after))) = rest
            .split_once('{')
            .and_then(|(before, after)| Some((before, after.split_once('}')?)))
        {
            rows.extend(text(before));
            rows.push(self.placeholder(spelling, name));
            rest = after;
        }
        rows.extend(text(rest));
        rows
    }

    fn placeholder(&mut self, spelling: &Spelling<'_>, name: &str) -> String {
        if name == self.tables.target() {
            return row!("NULL", "OBI_TARGET", 0, 0);
        }
        let (first, part) = (self.fills.len(), self.tables.part(name));
        for fill in spelling.fills.iter().filter(|fill| fill.part == name) {
            let (condition, count) = self.conditions(fill.only);
            self.fills
                .push(row!(literal(fill.gives), u8::from(fill.only_empty), condition, count));
        }
        row!("NULL", part, first, self.fills.len() - first)
    }
}
