//! Formats that hold no code objects: they are known by their tables, so that their files can be told, shown and checked.

use alloc::vec::Vec;

use crate::bytes::Bytes;
use crate::describe::Describer;
use crate::error::{ReadError, Stop};
use crate::layout::Layout;
use crate::tree::Tree;

/// A format that is neither a container nor an envelope.
#[derive(Debug, Clone, Copy)]
pub struct PlainFormat {
    /// The format's name in the schema.
    pub name: &'static str,
    /// The format's title for people.
    pub title: &'static str,
    /// What is where in a file.
    pub table: PlainTable,
}

/// What is where in a file of a format without code objects.
#[derive(Debug, Clone, Copy)]
pub enum PlainTable {
    /// The layout of one that can be written, too.
    Layout(&'static Layout<'static>),
    /// The records of one that is only read.
    Tree(&'static Tree<'static>),
}

impl PlainFormat {
    /// The bytes that every file of the format begins with; `None` if there are none, so that no file can be told to be one.
    pub fn magic(&self) -> Option<&'static [u8]> {
        match self.table {
            PlainTable::Layout(layout) => layout.magic(),
            PlainTable::Tree(tree) => tree.magic(),
        }
    }

    /// Whether input that begins with `head` is of this format.
    pub fn recognises(&self, head: &[u8]) -> bool {
        self.magic().is_some_and(|magic| head.starts_with(magic))
    }

    /// Its records, where it is only read.
    pub fn tree(&self) -> Option<&'static Tree<'static>> {
        match self.table {
            PlainTable::Tree(tree) => Some(tree),
            PlainTable::Layout(_) => None,
        }
    }

    /// Shows every field to `describer`.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the file; or it goes on where the window ends.
    pub fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop> {
        Ok(match self.table {
            PlainTable::Layout(layout) => layout.describe(bytes, describer),
            PlainTable::Tree(tree) => tree.describe(bytes, describer),
        }?)
    }

    /// What is wrong with the checksums of a file, and which cannot be judged.
    ///
    /// # Errors
    ///
    /// The file goes on where the window ends.
    pub fn check_sums(&self, bytes: Bytes<'_>) -> Result<Vec<ReadError>, Stop> {
        match self.table {
            // What such a format has is computed by its writer, and none of it is a checksum.
            PlainTable::Layout(_) => Ok(Vec::new()),
            PlainTable::Tree(tree) => Ok(tree.check_sums(bytes)?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Field, Holds, Record};

    const fn with(fields: &'static [Record<'static>]) -> Layout<'static> {
        Layout { records: fields, ..Layout::EMPTY }
    }

    static MARKED: Layout<'static> = with(&[Record {
        name: "marked",
        fields: &[Field { name: "mark", holds: Holds::Magic(b"MARK"), meaning: "" }],
        parts: &[],
    }]);
    static EMPTY: Layout<'static> = with(&[]);

    #[test]
    fn a_format_is_told_by_the_fixed_bytes_at_its_start() {
        let marked = PlainFormat { name: "marked", title: "Marked", table: PlainTable::Layout(&MARKED) };
        assert!(marked.recognises(b"MARKER") && !marked.recognises(b"MAR"));
        let empty = PlainFormat { table: PlainTable::Layout(&EMPTY), ..marked };
        assert!(!empty.recognises(b"MARK") && !empty.recognises(b""));
    }
}
