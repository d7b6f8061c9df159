//! Named items of rules: other rules, classes and word tables.

use offload_bundle_core::ids::tables as core;

use crate::arena::Arena;
use crate::model::ids::Spec;
use crate::model::ids::rule::NOTHING;

pub struct Shared<'a> {
    arena: &'a Arena,
    spec: &'a Spec<'a>,
    pub classes: Vec<&'a core::CharacterClass<'a>>,
    pub rules: Vec<&'a core::Rule<'a>>,
    pub words: Vec<&'a core::WordTable<'a>>,
}

impl<'a> Shared<'a> {
    pub fn new(spec: &'a Spec<'a>, arena: &'a Arena) -> Self {
        let mut shared = Self { arena, spec, classes: Vec::new(), rules: Vec::new(), words: Vec::new() };
        for class in &spec.classes {
            let class = core::CharacterClass::new(&class.id, &class.chars);
            shared.classes.push(arena.one(class));
        }
        for table in &spec.words {
            let words = table.words.iter().map(|word| arena.texts(word));
            let filled = core::WordTable { name: &table.id, open: table.open, words: arena.list(words) };
            shared.words.push(arena.one(filled));
        }
        for (name, _) in spec.rules {
            shared.rule(name);
        }
        shared
    }

    /// Rules are stored in dependency order.
    pub fn rule(&mut self, name: &'a str) -> &'a core::Rule<'a> {
        if let Some(rule) = self.rules.iter().find(|rule| rule.name == name) {
            return rule;
        }
        let model = self.spec.rules.iter().find(|(known, _)| *known == name);
        let is = self.expression(model.map_or(NOTHING, |(_, rule)| rule.is));
        let rule = self.arena.one(core::Rule { name, is });
        self.rules.push(rule);
        rule
    }

    pub fn words(&self, name: &str) -> core::Words<'a> {
        match name {
            "kinds" => core::Words::Kinds,
            "features" => core::Words::Features,
            "processors" => core::Words::Processors,
            _ => {
                let table = self.words.iter().find(|table| table.name == name);
                table.map_or(core::Words::Kinds, |table| core::Words::Table(table))
            }
        }
    }

    fn expression(&mut self, expression: core::Expression<'a>) -> core::Expression<'a> {
        use core::Expression::{
            Ahead, Capture, Chars, Distinct, End, FirstOf, Literal, Not, Optional, Repeat, Rule, Same, Sequence, Word,
        };
        let arena = self.arena;
        let mut one = |inner: &core::Expression<'a>| arena.one(self.expression(*inner));
        match expression {
            Capture { part, is } => Capture { part, is: one(is) },
            Optional(inner) => Optional(one(inner)),
            Repeat(inner) => Repeat(one(inner)),
            Ahead(inner) => Ahead(one(inner)),
            Not(inner) => Not(one(inner)),
            Sequence(items) => Sequence(self.all(items)),
            FirstOf(items) => FirstOf(self.all(items)),
            Rule(rule) => Rule(self.rule(rule.name)),
            Word { words: core::Words::Table(table), expected } => Word { words: self.words(table.name), expected },
            Chars { class, at_least, expected } => {
                let model = self.spec.classes.iter().find(|model| model.id.value == class.name());
                let usual = model.map_or("", |model| model.expected.as_str());
                let class = self.classes.iter().find(|known| known.name() == class.name());
                let expected = if expected.is_empty() { usual } else { expected };
                class.map_or(NOTHING, |class| Chars { class, at_least, expected })
            }
            Literal(_) | End | Word { .. } | Same(_) | Distinct { .. } => expression,
        }
    }

    fn all(&mut self, items: &[core::Expression<'a>]) -> &'a [core::Expression<'a>] {
        let items: Vec<_> = items.iter().map(|item| self.expression(*item)).collect();
        self.arena.list(items)
    }
}
