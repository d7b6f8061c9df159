//! Reading whole IDs, triples and target IDs.

use alloc::string::String;

use super::answers::ParseError;
use super::captures::Captures;
use super::tables::Grammar;

impl Grammar<'_> {
    /// Reads a whole ID.
    ///
    /// # Errors
    ///
    /// The text leaves the grammar; the error says where.
    pub fn read<'t>(&'t self, id: &'t str) -> Result<Captures<'t>, ParseError> {
        self.read_by(self.rules.entry, id)
    }

    /// Reads a triple by itself.
    ///
    /// # Errors
    ///
    /// The text leaves the grammar; the error says where.
    pub fn read_triple<'t>(&'t self, triple: &'t str) -> Result<Captures<'t>, ParseError> {
        self.read_by(self.rules.triple, triple)
    }

    /// Reads a target ID by itself.
    ///
    /// # Errors
    ///
    /// The text leaves the grammar; the error says where.
    pub fn read_target<'t>(&'t self, target: &'t str) -> Result<Captures<'t>, ParseError> {
        self.read_by(self.rules.target, target)
    }

    /// The canonical spelling of an ID.
    ///
    /// # Errors
    ///
    /// The text leaves the grammar; the error says where.
    pub fn canonical(&self, id: &str) -> Result<String, ParseError> {
        Ok(self.canonical.write(self, &self.read(id)?))
    }
}
