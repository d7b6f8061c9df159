//! How many files hold something.

use serde::Serialize;

/// How many files were given, and how many of them hold no bundles.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileCounts {
    /// How many files were given.
    pub file_count: usize,
    /// How many of them are no bundles and hold none.
    pub without_bundles_count: usize,
}

impl FileCounts {
    /// Whether none of the files holds any.
    pub fn is_without_bundles(self) -> bool {
        self.without_bundles_count == self.file_count
    }
}
