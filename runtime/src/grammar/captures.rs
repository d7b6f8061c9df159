//! What a grammar captured from a text: named pieces in text order, borrowed.

use alloc::string::String;
use alloc::vec::Vec;

use super::Grammar;
use crate::ids::Part;

/// One captured piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Captured<'a> {
    /// The part's name in the schema.
    pub part: &'static str,
    /// The piece.
    pub text: &'a str,
    /// Its first byte in the whole text.
    pub at: usize,
}

/// The pieces of one text, in text order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Captures<'a> {
    items: Vec<Captured<'a>>,
}

impl<'a> Captures<'a> {
    /// These pieces.
    pub fn new(items: Vec<Captured<'a>>) -> Self {
        Self { items }
    }

    /// Adds a piece at the end. Its place is unknown.
    pub fn add(&mut self, part: &'static str, text: &'a str) {
        self.items.push(Captured { part, text, at: 0 });
    }

    /// All pieces.
    pub fn items(&self) -> &[Captured<'a>] {
        &self.items
    }

    /// The first piece of the part `name`.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.all(name).next()
    }

    /// Every piece of the part `name`.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &'a str> {
        self.items.iter().filter(move |c| c.part == name).map(|c| c.text)
    }

    /// The features with their signs, by name.
    pub fn features(&self, grammar: &Grammar) -> Vec<(&'a str, &'a str)> {
        let roles = &grammar.roles;
        let mut pairs: Vec<(&str, &str)> = self.all(roles.feature).zip(self.all(roles.sign)).collect();
        pairs.sort_unstable();
        pairs
    }

    /// The sign of the feature `name`, where it is named.
    pub fn sign(&self, grammar: &Grammar, name: &str) -> Option<&'a str> {
        self.features(grammar)
            .into_iter()
            .find(|(feature, _)| *feature == name)
            .map(|(_, sign)| sign)
    }

    /// The pieces of `text`, from which they were captured, for people.
    pub fn parts(&self, grammar: &Grammar, text: &str) -> Vec<Part> {
        let column = |at: usize| text.char_indices().take_while(|(index, _)| *index < at).count();
        self.items
            .iter()
            .map(|piece| Part {
                name: piece.part,
                value: String::from(piece.text),
                column: column(piece.at),
                meaning: grammar.part(piece.part).map_or("", |part| part.meaning),
            })
            .collect()
    }
}
