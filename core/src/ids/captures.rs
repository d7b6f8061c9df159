//! What a grammar captured from a text: named pieces in text order, borrowed.

use alloc::vec::Vec;

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
}
