//! What comes of a change.

/// What came of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// The generator refuses it, and says why.
    Refused(String),
    /// What noticed it.
    Noticed(String),
    /// What is generated is the same.
    NoChange,
    /// Nothing notices it.
    Survives,
}
