//! What a grammar captured from a text: named pieces in text order, borrowed.

use alloc::string::String;
use alloc::vec::Vec;

use super::answers::ParseError;

/// One captured piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Captured<'a> {
    /// The part's name in the schema.
    pub part: &'a str,
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
    pub fn add(&mut self, part: &'a str, text: &'a str) {
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

    /// The first piece of the part `name`, which must be there.
    ///
    /// # Errors
    ///
    /// It is not in `text`, of which these are the pieces.
    pub fn required(&self, name: &str, text: &str) -> Result<&'a str, ParseError> {
        self.get(name).ok_or_else(|| ParseError {
            column: text.chars().count().saturating_add(1),
            expected: String::from(name),
            found: String::from("the end"),
        })
    }

    /// Every piece of the part `name`.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &'a str> {
        self.items.iter().filter(move |c| c.part == name).map(|c| c.text)
    }
}
