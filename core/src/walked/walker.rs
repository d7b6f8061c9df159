//! The tables for walking over entries.

use super::tables::WalkTable;
use crate::ids::Grammar;
use crate::tree::Tree;

/// A reader that walks over the entries of a format.
#[derive(Debug, Clone, Copy)]
pub struct Walker {
    /// The records.
    pub tree: &'static Tree<'static>,
    /// What their fields mean.
    pub table: &'static WalkTable<'static>,
    /// The grammar that makes bundle entry IDs.
    pub grammar: &'static Grammar<'static>,
}
