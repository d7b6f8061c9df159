//! Reading an ID, and looking up words in the tables of a grammar.

use super::answers::ParseError;
use super::captures::Captures;
use super::parser::Parser;
use super::tables::{Grammar, OffloadKind, PartKind, Processor};

impl Grammar {
    /// Reads a whole ID.
    ///
    /// # Errors
    ///
    /// The text leaves the grammar; the error says where.
    pub fn read<'a>(&self, id: &'a str) -> Result<Captures<'a>, ParseError> {
        Parser::read(id, self.entry)
    }

    /// The part named `name`.
    pub fn part(&self, name: &str) -> Option<&'static PartKind> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// The primary spelling of `text` as the part `name`, where it is a listed word.
    pub fn primary(&self, name: &str, text: &str) -> Option<&'static str> {
        self.part(name)?.words?.primary(text)
    }

    /// The processor called `name`, by its primary or an alternative name.
    pub fn processor(&self, name: &str) -> Option<&'static Processor> {
        self.processors.iter().find(|processor| processor.is_called(name))
    }

    /// The kind called `name`.
    pub fn kind(&self, name: &str) -> Option<&'static OffloadKind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }
}
