//! Formats without code objects, for recognising, describing and checking files.

use alloc::vec::Vec;

use crate::bytes::Bytes;
use crate::describe::Describer;
use crate::error::{ReadError, Stop};
use crate::tree::Tree;

/// A format that is neither a container nor an envelope.
#[derive(Debug, Clone, Copy)]
pub struct PlainFormat {
    /// The name of the format in the schema.
    pub name: &'static str,
    /// The title shown to users.
    pub title: &'static str,
    /// The table of the format.
    pub tree: &'static Tree<'static>,
}

impl PlainFormat {
    /// Returns the first bytes of every file, or `None` if they vary and files cannot be recognised.
    pub fn magic(&self) -> Option<&'static [u8]> {
        self.tree.magic()
    }

    /// Returns whether input that starts with `head` has this format.
    pub fn recognises(&self, head: &[u8]) -> bool {
        self.magic().is_some_and(|magic| head.starts_with(magic))
    }

    /// Shows every field to `describer`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not valid, or continues past the window.
    pub fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop> {
        Ok(self.tree.describe(bytes, describer)?)
    }

    /// Returns the errors of all checksums in a file, including checksums that cannot be checked.
    ///
    /// # Errors
    ///
    /// Returns an error if the file continues past the window.
    pub fn check_sums(&self, bytes: Bytes<'_>) -> Result<Vec<ReadError>, Stop> {
        Ok(self.tree.check_sums(bytes)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Attr, Holds, Record};

    static MARKED: Tree<'static> =
        Tree { records: &[Record::new("marked", &[Attr::new("mark", "", Holds::Fixed(b"MARK"))])], ..Tree::EMPTY };

    #[test]
    fn format_is_recognised_by_magic() {
        let marked = PlainFormat { name: "marked", title: "Marked", tree: &MARKED };
        assert!(marked.recognises(b"MARKER") && !marked.recognises(b"MAR"));
        let empty = PlainFormat { tree: &Tree::EMPTY, ..marked };
        assert!(!empty.recognises(b"MARK") && !empty.recognises(b""));
    }
}
