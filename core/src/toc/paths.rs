//! The paths of values in a table of contents.

use super::stored::ENTRIES;
use super::tables::TocTable;
use crate::error::Path;

/// Returns the path of the name with this number.
pub(super) fn row_path(table: &'static TocTable<'static>, number: usize) -> Path {
    Path::from(table.rows.key).index(u64::try_from(number).unwrap_or(u64::MAX))
}

/// Returns the path of an entry under it.
pub(super) fn entry_path(table: &'static TocTable<'static>, row: usize, number: usize) -> Path {
    row_path(table, row)
        .field(ENTRIES)
        .index(u64::try_from(number).unwrap_or(u64::MAX))
}
