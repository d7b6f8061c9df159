//! Captures: named pieces of a text.

use alloc::string::String;
use alloc::vec::Vec;

use super::answers::ParseError;

/// A captured piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Captured<'a> {
    /// The name of the part in the schema.
    pub part: &'a str,
    /// The text of the piece.
    pub text: &'a str,
    /// The offset of the piece in the whole text, in bytes.
    pub at: usize,
}

/// The captured pieces of one text, in text order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Captures<'a> {
    items: Vec<Captured<'a>>,
}

impl<'a> Captures<'a> {
    /// Creates captures from these pieces.
    pub fn new(items: Vec<Captured<'a>>) -> Self {
        Self { items }
    }

    /// Appends a piece whose offset is unknown.
    pub fn add(&mut self, part: &'a str, text: &'a str) {
        self.items.push(Captured { part, text, at: 0 });
    }

    /// Returns all pieces.
    pub fn items(&self) -> &[Captured<'a>] {
        &self.items
    }

    /// Returns the first piece of the part `name`.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.all(name).next()
    }

    /// Returns the first piece of the part `name`.
    ///
    /// # Errors
    ///
    /// Returns an error if `text`, the source of the pieces, has no such part.
    pub fn required(&self, name: &str, text: &str) -> Result<&'a str, ParseError> {
        self.get(name).ok_or_else(|| ParseError {
            column: text.chars().count().saturating_add(1),
            expected: String::from(name),
            found: String::from("the end"),
        })
    }

    /// Returns every piece of the part `name`.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &'a str> {
        self.items.iter().filter(move |c| c.part == name).map(|c| c.text)
    }
}
