//! What was captured, in the terms of a grammar: features with their signs, and parts for people.

use alloc::string::String;
use alloc::vec::Vec;

use super::answers::IdPart;
use super::captures::Captures;
use super::tables::Grammar;

impl<'a> Captures<'a> {
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
    pub fn parts(&self, grammar: &Grammar, text: &str) -> Vec<IdPart> {
        let column = |at: usize| text.char_indices().take_while(|(index, _)| *index < at).count();
        self.items()
            .iter()
            .map(|piece| IdPart {
                name: piece.part,
                value: String::from(piece.text),
                column: column(piece.at),
                meaning: grammar.part(piece.part).map_or("", |part| part.meaning),
            })
            .collect()
    }
}
