//! What a file with a table of contents is read by, and where in an input its parts are.

use alloc::borrow::Cow;

use super::tables::TocTable;
use crate::bytes::Place;
use crate::ids::IdGrammar;
use crate::layout::Layout;

/// Gives the bytes of a file at a place, in bytes from its start. Their number is never more than there are.
pub type TocView<'v, 'b, E> = dyn FnMut(Place) -> Result<Cow<'b, [u8]>, E> + 'v;

/// Reads files of a format with a table of contents.
#[derive(Debug, Clone, Copy)]
pub struct TocReader {
    /// The layout of its header.
    pub layout: &'static Layout<'static>,
    /// What of it, and of the table, means what.
    pub table: &'static TocTable<'static>,
    /// Makes bundle entry IDs.
    pub grammar: &'static dyn IdGrammar,
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
