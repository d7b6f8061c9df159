//! The tables for walking over entries.

use super::tables::WalkTable;
use crate::ids::Grammar;
use crate::layout::Layout;

/// A reader that walks over the entries of a format.
#[derive(Debug, Clone, Copy)]
pub struct Walker {
    /// The layout of the records.
    pub layout: &'static Layout<'static>,
    /// What the fields of the layout mean.
    pub table: &'static WalkTable<'static>,
    /// The grammar that makes bundle entry IDs.
    pub grammar: &'static Grammar<'static>,
}
