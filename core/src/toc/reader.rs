//! The reader of a file with a table of contents, and the places of the file's parts.

use super::tables::TocTable;
use crate::ids::Grammar;
use crate::tree::Tree;

/// The reader of a format with a table of contents.
#[derive(Debug, Clone, Copy)]
pub struct TocReader {
    /// The records of the header.
    pub tree: &'static Tree<'static>,
    /// What the fields of the header and the keys of the table mean.
    pub table: &'static TocTable<'static>,
    /// The grammar that makes bundle entry IDs.
    pub grammar: &'static Grammar<'static>,
}

/// The place of a file and its parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    /// The offset of the file, in bytes from the start of the input.
    pub(super) start: u64,
    /// The number of bytes in the file.
    pub(super) have: u64,
    pub(super) header_len: u64,
    /// The offset of the table, in bytes from the start of the input.
    pub(super) table_start: u64,
}
