//! What was captured, in the terms of a grammar: features with their signs, and parts for people.

use alloc::string::String;
use alloc::vec::Vec;

use super::answers::{IdPart, ParseError};
use super::captures::Captures;
use super::tables::{Grammar, Roles};

impl<'a> Captures<'a> {
    /// The features with their signs, by name.
    pub fn features(&self, roles: &Roles<'_>) -> Vec<(&'a str, &'a str)> {
        let mut pairs: Vec<(&str, &str)> = self.signed(roles).collect();
        pairs.sort_unstable();
        pairs
    }

    /// The sign of the feature `name`, where it is named.
    pub fn sign(&self, roles: &Roles<'_>, name: &str) -> Option<&'a str> {
        let mut signs = self.signed(roles).filter(|(feature, _)| *feature == name);
        signs.next().map(|(_, sign)| sign)
    }

    /// The features with their signs, in text order.
    pub fn signed(&self, roles: &Roles<'_>) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.all(roles.feature).zip(self.all(roles.sign))
    }
}

/// The place of the byte `at` of `text`, in characters from 1.
pub(super) fn column(text: &str, at: usize) -> usize {
    let before = text.char_indices().take_while(|(index, _)| *index < at);
    before.count().saturating_add(1)
}

impl Grammar<'static> {
    /// The parts of an ID for people, in text order.
    ///
    /// # Errors
    ///
    /// The text leaves the grammar; the error says where.
    pub fn parts(&self, id: &str) -> Result<Vec<IdPart>, ParseError> {
        let read = self.read(id)?;
        let pieces = read.items().iter();
        let parts = pieces.filter_map(|piece| Some((piece, self.part(piece.part)?)));
        Ok(parts
            .map(|(piece, part)| IdPart {
                name: part.name,
                value: String::from(piece.text),
                column: column(id, piece.at),
                meaning: part.meaning,
            })
            .collect())
    }
}
