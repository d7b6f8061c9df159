//! The schemas resolved: no names left to look up, nothing left to decide but spelling.

/// Everything that is to be generated.
#[derive(Debug, Clone, Default)]
pub struct Project {}
