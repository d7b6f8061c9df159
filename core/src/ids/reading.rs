//! Parsing of IDs, triples and target IDs.

use alloc::string::String;

use super::answers::ParseError;
use super::captures::Captures;
use super::tables::Grammar;

impl Grammar<'_> {
    /// Parses an ID. A subarchitecture becomes its architecture, with the processor that it implies if the ID names no
    /// other.
    ///
    /// # Errors
    ///
    /// Returns the position where the text stops following the grammar.
    pub fn read<'t>(&'t self, id: &'t str) -> Result<Captures<'t>, ParseError> {
        Ok(self.resolve(self.read_by(self.rules.entry, id)?))
    }

    /// Parses a triple, as [`Grammar::read`] does.
    ///
    /// # Errors
    ///
    /// Returns the position where the text stops following the grammar.
    pub fn read_triple<'t>(&'t self, triple: &'t str) -> Result<Captures<'t>, ParseError> {
        Ok(self.resolve(self.read_by(self.rules.triple, triple)?))
    }

    /// Parses a target ID.
    ///
    /// # Errors
    ///
    /// Returns the position where the text stops following the grammar.
    pub fn read_target<'t>(&'t self, target: &'t str) -> Result<Captures<'t>, ParseError> {
        self.read_by(self.rules.target, target)
    }

    /// Returns the canonical spelling of an ID.
    ///
    /// # Errors
    ///
    /// Returns the position where the text stops following the grammar.
    pub fn canonical(&self, id: &str) -> Result<String, ParseError> {
        Ok(self.canonical.write(self, &self.read(id)?))
    }
}
