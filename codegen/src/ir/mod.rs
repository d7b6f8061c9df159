//! The schemas resolved: no names left to look up, nothing left to decide but spelling.

pub mod ids;

/// Everything that is to be generated.
#[derive(Debug, Clone, Default)]
pub struct Project {
    /// The grammar of bundle entry IDs.
    pub ids: Option<ids::Grammar>,
}
