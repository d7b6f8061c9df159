//! Features and parts of a captured ID.

use alloc::string::String;
use alloc::vec::Vec;

use super::answers::{IdPart, ParseError};
use super::captures::Captures;
use super::component::IdComponents;
use super::tables::{Grammar, Roles};

impl<'a> Captures<'a> {
    /// Returns the features with their signs, sorted by name.
    pub fn features(&self, roles: &Roles<'_>) -> Vec<(&'a str, &'a str)> {
        let mut pairs: Vec<(&str, &str)> = self.signed(roles).collect();
        pairs.sort_unstable();
        pairs
    }

    /// Returns the sign of the feature `name`, if present.
    pub fn sign(&self, roles: &Roles<'_>, name: &str) -> Option<&'a str> {
        let mut signs = self.signed(roles).filter(|(feature, _)| *feature == name);
        signs.next().map(|(_, sign)| sign)
    }

    /// Returns the features with their signs, in text order.
    pub fn signed(&self, roles: &Roles<'_>) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.all(roles.feature).zip(self.all(roles.sign))
    }
}

pub(super) fn column(text: &str, at: usize) -> usize {
    let before = text.char_indices().take_while(|(index, _)| *index < at);
    before.count().saturating_add(1)
}

struct Columns<'t> {
    text: &'t str,
    at: usize,
    column: usize,
}

impl<'t> Columns<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0, column: 1 }
    }

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
    /// Returns the offload kind of an ID, or `None` if the ID cannot be parsed.
    pub fn kind_of(&self, id: &str) -> Option<String> {
        let parts = self.read(id).ok()?;
        parts.get(self.roles.kind).map(String::from)
    }

    /// Returns the kind, the triple without trailing empty fields, and the target ID, which may be empty.
    ///
    /// # Errors
    ///
    /// Returns the position where the text stops following the grammar.
    pub fn components(&self, id: &str) -> Result<IdComponents, ParseError> {
        let parts = self.read(id)?;
        Ok(IdComponents {
            kind: parts.required(self.roles.kind, id)?.into(),
            triple: self.triple.write(self, &parts).trim_end_matches('-').into(),
            target: self.target(&parts),
        })
    }

    /// Returns the parts of an ID with descriptions, in text order.
    ///
    /// # Errors
    ///
    /// Returns the position where the text stops following the grammar.
    pub fn parts(&self, id: &str) -> Result<Vec<IdPart>, ParseError> {
        Ok(self.for_people(id, &self.read_by(self.rules.entry, id)?))
    }

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
