//! The reader of formats with consecutive entries.

use super::tables::WalkTable;
use crate::ids::Grammar;
use crate::tree::Tree;

/// A reader that walks over the entries of a format.
#[derive(Debug, Clone, Copy)]
pub struct Walker {
    /// The records.
    pub tree: &'static Tree<'static>,
    /// The fields with a meaning to the reader.
    pub table: &'static WalkTable<'static>,
    /// The grammar for bundle entry IDs.
    pub grammar: &'static Grammar<'static>,
}
