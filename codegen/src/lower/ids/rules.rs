//! What rules refer to by name: other rules, classes and tables of words, each of them once.

use offload_bundle_core::ids::tables as core;

use crate::arena::Arena;
use crate::model::ids::Spec;
use crate::model::ids::rule::Expression;

/// The rules, classes and tables of words that are filled so far.
pub struct Shared<'a> {
    arena: &'a Arena,
    spec: &'a Spec<'a>,
    pub classes: Vec<&'a core::CharacterClass<'a>>,
    pub rules: Vec<&'a core::Rule<'a>>,
    pub words: Vec<&'a core::WordTable<'a>>,
}

impl<'a> Shared<'a> {
    /// All of `spec`.
    pub fn of(spec: &'a Spec<'a>, arena: &'a Arena) -> Self {
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
        for rule in &spec.rules {
            shared.rule(&rule.id);
        }
        shared
    }

    /// The rule called `name`. Those that it refers to come before it; none refers to itself.
    pub fn rule(&mut self, name: &'a str) -> &'a core::Rule<'a> {
        if let Some(rule) = self.rules.iter().find(|rule| rule.name == name) {
            return rule;
        }
        let model = self.spec.rule(name);
        let is = model.map_or(NOTHING, |model| self.expression(&model.is));
        let rule = self.arena.one(core::Rule { name, is });
        self.rules.push(rule);
        rule
    }

    /// The words that `name` names.
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

    fn expression(&mut self, model: &'a Expression) -> core::Expression<'a> {
        let arena = self.arena;
        let mut one = |inner: &'a Expression| arena.one(self.expression(inner));
        match model {
            Expression::Sequence(items) => core::Expression::Sequence(self.all(items)),
            Expression::FirstOf(items) => core::Expression::FirstOf(self.all(items)),
            Expression::Literal(text) => core::Expression::Literal(text),
            Expression::End => core::Expression::End,
            Expression::Rule(name) => core::Expression::Rule(self.rule(name)),
            Expression::Part(part) => core::Expression::Capture { part: &part.part, is: one(&part.is) },
            Expression::Chars(chars) => {
                let class = self.classes.iter().find(|class| class.name() == chars.chars.value);
                let model = self
                    .spec
                    .classes
                    .iter()
                    .find(|class| class.id.value == chars.chars.value);
                let expected = chars.expected.as_ref().or(model.map(|class| &class.expected));
                class.map_or(NOTHING, |class| core::Expression::Chars {
                    class,
                    at_least: usize::try_from(chars.at_least.unwrap_or(1)).unwrap_or(usize::MAX),
                    expected: arena.text(expected.map_or("", String::as_str)),
                })
            }
            Expression::WordIn(word) => {
                core::Expression::Word { words: self.words(&word.word_in), expected: &word.expected }
            }
            Expression::Optional(inner) => core::Expression::Optional(one(inner)),
            Expression::Repeat(inner) => core::Expression::Repeat(one(inner)),
            Expression::Ahead(inner) => core::Expression::Ahead(one(inner)),
            Expression::Not(inner) => core::Expression::Not(one(inner)),
            Expression::Same(name) => core::Expression::Same(name),
            Expression::Distinct(distinct) => {
                core::Expression::Distinct { part: &distinct.distinct, expected: &distinct.expected }
            }
        }
    }

    fn all(&mut self, items: &'a [Expression]) -> &'a [core::Expression<'a>] {
        let items: Vec<_> = items.iter().map(|item| self.expression(item)).collect();
        self.arena.list(items)
    }
}

/// What nothing fits. It stands for what a checked schema does not lack.
const NOTHING: core::Expression<'static> = core::Expression::FirstOf(&[]);
