//! What a walk over entries goes by.

use super::tables::WalkTable;
use crate::ids::Grammar;
use crate::layout::Layout;

/// Walks over the entries of a format.
#[derive(Debug, Clone, Copy)]
pub struct Walker {
    /// The layout of its records.
    pub layout: &'static Layout<'static>,
    /// What of it means what.
    pub table: &'static WalkTable<'static>,
    /// Makes bundle entry IDs.
    pub grammar: &'static Grammar<'static>,
}
