//! Counts of files.

use serde::Serialize;

/// The number of files that were given, and of those without bundles.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileCounts {
    /// The number of files that were given.
    pub file_count: usize,
    /// The number of files that are no bundles and hold none.
    pub without_bundles_count: usize,
}

impl FileCounts {
    /// Returns whether no file holds any bundle.
    pub fn is_without_bundles(self) -> bool {
        self.without_bundles_count == self.file_count
    }
}
