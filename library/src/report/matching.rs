//! How many bundles hold something that is asked for.

use serde::Serialize;

/// How many of the bundles of an input hold something that is asked for. What is empty does not count, unless kinds are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Matching {
    /// So many bundles hold some.
    pub bundles: usize,
    /// So many bundles there are.
    pub of: usize,
}

impl Matching {
    /// Whether there are bundles that hold nothing of it.
    pub fn is_partial(self) -> bool {
        self.bundles < self.of
    }
}
