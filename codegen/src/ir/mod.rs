//! The schemas resolved: no names left to look up, nothing left to decide but spelling.

pub mod binary;

/// Everything that is to be generated.
#[derive(Debug, Clone, Default)]
pub struct Project {
    /// Binary formats.
    pub formats: Vec<binary::Format>,
}
