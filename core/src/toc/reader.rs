//! What a file with a table of contents is read by, and where in an input its parts are.

use super::tables::TocTable;
use crate::ids::Grammar;
use crate::layout::Layout;

/// Reads files of a format with a table of contents.
#[derive(Debug, Clone, Copy)]
pub struct TocReader {
    /// The layout of its header.
    pub layout: &'static Layout<'static>,
    /// What of it, and of the table, means what.
    pub table: &'static TocTable<'static>,
    /// Makes bundle entry IDs.
    pub grammar: &'static Grammar<'static>,
}

/// Where in an input a file is, and its parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    /// First byte of the file, from the start of the input.
    pub(super) start: u64,
    /// How many bytes it has.
    pub(super) have: u64,
    pub(super) header_len: u64,
    /// First byte of the table, from the start of the input.
    pub(super) table_start: u64,
}
