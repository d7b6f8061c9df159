//! Rules and words of an ID grammar in C, as tables for one matcher.

use std::slice::from_ref;

use offload_bundle_core::ids::tables::{CharacterClass, Expression, Grammar, Processor, Rule, Words};
use serde_json::Value;

use super::spelling::{list, optional, row, table};

const BITS: u8 = 32;

type Rows<'b> = (&'b str, Vec<String>);

/// Rows are added on demand.
#[derive(Debug)]
pub(super) struct Tables<'b> {
    grammar: &'b Grammar<'b>,
    rules: Vec<(Rows<'b>, usize)>,
    classes: Vec<Rows<'b>>,
    lists: Vec<(Rows<'b>, bool)>,
}

impl<'b> Tables<'b> {
    pub(super) fn new(grammar: &'b Grammar<'b>) -> Self {
        Self { grammar, rules: Vec::new(), classes: Vec::new(), lists: Vec::new() }
    }

    pub(super) fn views(self) -> Vec<Value> {
        let mut first = 0;
        let lists = self.lists.iter().map(|((_, rows), open)| {
            first += rows.len();
            row!(first - rows.len(), rows.len(), u8::from(*open))
        });
        let lists = table("obi_words", "lists", "{0, 0, 0}", lists);
        let named = |(name, mut rows): Rows<'_>| {
            if let Some(first) = rows.first_mut() {
                *first = format!("/* {name} */\n    {first}");
            }
            rows
        };
        let classes = self.classes.into_iter().flat_map(named);
        let rules = self.rules.into_iter().flat_map(|(rows, _)| named(rows));
        let words = self.lists.into_iter().flat_map(|(rows, _)| named(rows));
        vec![
            table("obi_class", "classes", "{0, 0, 0, 0, 0}", classes),
            table("obi_expression", "expressions", "{OBI_END, 1, 0, 0, NULL}", rules),
            table("obi_word", "all_words", "{\"\", NULL, \"\"}", words),
            lists,
        ]
    }

    pub(super) fn lists(&self) -> usize {
        self.lists.len()
    }

    /// The first row, after the rules that it refers to.
    pub(super) fn rule(&mut self, rule: &'b Rule<'b>) -> usize {
        if let Some((_, start)) = self.rules.iter().find(|((name, _), _)| *name == rule.name) {
            return *start;
        }
        let mut rows = Vec::new();
        self.add(&rule.is, 0, &mut rows);
        let start = self.rules.iter().map(|((_, rows), _)| rows.len()).sum();
        self.rules.push(((rule.name, rows), start));
        start
    }

    fn add(&mut self, expression: &'b Expression<'b>, depth: usize, rows: &mut Vec<String>) {
        if let Expression::Sequence([only]) = expression {
            return self.add(only, depth, rows);
        }
        let (does, inner): (&str, &[Expression<'_>]) = match expression {
            Expression::Sequence(items) => ("ALL", items),
            Expression::FirstOf(items) => ("FIRST_OF", items),
            Expression::Literal(_) => ("LITERAL", &[]),
            Expression::End => ("END", &[]),
            Expression::Rule(_) => ("RULE", &[]),
            Expression::Capture { is, .. } => ("CAPTURE", from_ref(is)),
            Expression::Chars { .. } => ("CHARS", &[]),
            Expression::Word { .. } => ("WORD", &[]),
            Expression::Optional(is) => ("OPTIONAL", from_ref(is)),
            Expression::Repeat(is) => ("REPEAT", from_ref(is)),
            Expression::Ahead(is) => ("AHEAD", from_ref(is)),
            Expression::Not(is) => ("NOT", from_ref(is)),
            Expression::Same(_) => ("SAME", &[]),
            Expression::Distinct { .. } => ("DISTINCT", &[]),
        };
        let number = match expression {
            Expression::Rule(rule) => self.rule(rule),
            Expression::Chars { class, .. } => self.class(class),
            Expression::Word { words, .. } => self.list(words),
            Expression::Capture { part, .. } | Expression::Same(part) | Expression::Distinct { part, .. } => {
                self.part(part)
            }
            _ => 0,
        };
        let (least, text) = match expression {
            Expression::Literal(text) => (text.len(), Some(*text)),
            Expression::Chars { at_least, expected, .. } => (*at_least, Some(*expected)),
            Expression::Word { expected, .. } | Expression::Distinct { expected, .. } => (0, Some(*expected)),
            _ => (0, None),
        };
        let at = rows.len();
        rows.push(String::new());
        inner.iter().for_each(|item| self.add(item, depth + 1, rows));
        let count = rows.len() - at;
        if let Some(own) = rows.get_mut(at) {
            let cells = row!(format!("OBI_{does}"), count, number, least, optional(text));
            *own = format!("{}{cells}", "  ".repeat(depth));
        }
    }

    pub(super) fn part(&self, id: &str) -> usize {
        let parts = self.grammar.parts;
        parts.iter().position(|part| part.name == id).unwrap_or(parts.len())
    }

    pub(super) fn target(&self) -> &'b str {
        self.grammar.roles.target
    }

    fn class(&mut self, class: &CharacterClass<'b>) -> usize {
        let name = class.name();
        let known = self.classes.iter().position(|(known, _)| *known == name);
        known.unwrap_or_else(|| {
            self.classes.push((name, vec![bits(class)]));
            self.classes.len() - 1
        })
    }

    pub(super) fn list(&mut self, words: &Words<'b>) -> usize {
        // No table name in a schema contains a space.
        let (name, open) = match words {
            Words::Table(table) => (table.name, table.open),
            Words::Kinds => ("offload kinds", false),
            Words::Features => ("target features", false),
            Words::Processors => ("all processors", false),
        };
        let known = self.lists.iter().position(|((known, _), _)| *known == name);
        known.unwrap_or_else(|| {
            let rows = rows(self.grammar, words);
            self.lists.push(((name, rows), open));
            self.lists.len() - 1
        })
    }
}

/// Per word: its names, the primary one first; the group or family; the features of a processor.
fn rows(grammar: &Grammar<'_>, words: &Words<'_>) -> Vec<String> {
    let row = |names: &[&str], of: Option<&str>, features: &[&str]| {
        row!(
            list(names.iter().copied()),
            optional(of),
            list(features.iter().copied())
        )
    };
    match words {
        Words::Table(table) => table.words.iter().map(|names| row(names, None, &[])).collect(),
        Words::Kinds => grammar
            .kinds
            .iter()
            .map(|kind| row(&[kind.name], Some(kind.group), &[]))
            .collect(),
        Words::Features => grammar
            .features
            .iter()
            .map(|feature| row(&[feature.name], None, &[]))
            .collect(),
        Words::Processors => {
            let processors = grammar.processors.iter().flat_map(|group| group.processors);
            let row = |one: &Processor<'_>| {
                let names = [&[one.name], one.also].concat();
                row(&names, one.family, &[one.features, one.newer_features].concat())
            };
            processors.map(row).collect()
        }
    }
}

/// Per ASCII character, and a nonzero number if all others belong to the class.
fn bits(class: &CharacterClass<'_>) -> String {
    let belongs = |letter: u8| class.prefix(char::from(letter).encode_utf8(&mut [0; 4])) > 0;
    let numbers = (0..128_u8).step_by(usize::from(BITS)).map(|first| {
        let bits = (0..BITS).filter(|bit| belongs(first + bit));
        format!("UINT32_C(0x{:08x})", bits.fold(0_u32, |bits, bit| bits | 1 << bit))
    });
    let others = u8::from(class.prefix("é") > 0);
    row!(numbers.collect::<Vec<_>>().join(", "), others)
}
