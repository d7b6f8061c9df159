//! What was captured, in the terms of a grammar: features with their signs, and parts for people.

use alloc::string::String;
use alloc::vec::Vec;

use super::answers::{IdPart, ParseError};
use super::captures::Captures;
use super::component::IdComponents;
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

/// The places of one piece after the other, each in characters from 1: counted on from the one before.
struct Columns<'t> {
    text: &'t str,
    at: usize,
    column: usize,
}

impl<'t> Columns<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0, column: 1 }
    }

    /// The place of the byte `at`. Pieces come in text order; what is before the last one is counted from the start.
    fn at(&mut self, at: usize) -> usize {
        match self.text.get(self.at..at) {
            Some(between) => self.column = self.column.saturating_add(between.chars().count()),
            None => self.column = column(self.text, at),
        }
        self.at = at;
        self.column
    }
}

impl Grammar<'static> {
    /// The kind that the ID names; `None` where it cannot be read.
    pub fn kind_of(&self, id: &str) -> Option<String> {
        let parts = self.read(id).ok()?;
        parts.get(self.roles.kind).map(String::from)
    }

    /// The kind, the triple without empty fields at its end, and the processor with its features, or nothing, that an ID names.
    ///
    /// # Errors
    ///
    /// The text leaves the grammar; the error says where.
    pub fn components(&self, id: &str) -> Result<IdComponents, ParseError> {
        let parts = self.read(id)?;
        Ok(IdComponents {
            kind: parts.required(self.roles.kind, id)?.into(),
            triple: self.triple.write(self, &parts).trim_end_matches('-').into(),
            target: self.target(&parts),
        })
    }

    /// The parts of an ID for people, in text order.
    ///
    /// # Errors
    ///
    /// The text leaves the grammar; the error says where.
    pub fn parts(&self, id: &str) -> Result<Vec<IdPart>, ParseError> {
        Ok(self.for_people(id, &self.read(id)?))
    }

    /// The pieces of `text` for people.
    pub(super) fn for_people(&self, text: &str, read: &Captures<'_>) -> Vec<IdPart> {
        let pieces = read.items().iter();
        let parts = pieces.filter_map(|piece| Some((piece, self.part(piece.part)?)));
        let mut columns = Columns::new(text);
        parts
            .map(|(piece, part)| IdPart {
                name: part.name,
                value: String::from(piece.text),
                column: columns.at(piece.at),
                meaning: part.meaning,
            })
            .collect()
    }
}
