//! The reader of a format with a table of contents.

use super::tables::TocTable;
use crate::ids::Grammar;
use crate::tree::Tree;

/// The reader of a format with a table of contents.
#[derive(Debug, Clone, Copy)]
pub struct TocReader {
    /// The records of the header.
    pub tree: &'static Tree<'static>,
    /// The header fields and table keys with a meaning to the reader.
    pub table: &'static TocTable<'static>,
    /// The grammar for bundle entry IDs.
    pub grammar: &'static Grammar<'static>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    /// In bytes from the start of the input.
    pub(super) start: u64,
    /// In bytes.
    pub(super) have: u64,
    pub(super) header_len: u64,
    /// In bytes from the start of the input.
    pub(super) table_start: u64,
}
