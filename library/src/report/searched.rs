//! How much of object files was searched.

use serde::Serialize;

use super::integer::Integer;

/// How much of an object file was searched for bundles besides the sections that are known to hold some; for an archive, of all its object
/// files together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Searched {
    /// The number of bytes that were searched: the data that a program loads, or the whole file on request.
    pub size: Integer,
    /// The number of bytes that were neither searched nor known to hold bundles: code, tables, and what no program loads.
    pub left_size: Integer,
}

impl Searched {
    /// Adds what was searched of another.
    pub(crate) fn add(&mut self, other: Self) {
        self.size = Integer(self.size.0.saturating_add(other.size.0));
        self.left_size = Integer(self.left_size.0.saturating_add(other.left_size.0));
    }
}
