//! Counts of bundles with a requested entry.

use serde::Serialize;

/// The number of bundles of an input with a requested entry. Empty entries do not count, unless kinds are requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Matching {
    /// The number of bundles with a requested entry.
    pub bundles: usize,
    /// The number of bundles.
    pub of: usize,
}

impl Matching {
    /// Returns whether some bundle has no requested entry.
    pub fn is_partial(self) -> bool {
        self.bundles < self.of
    }
}
