//! What a grammar says for people, with its source.

/// A description with the section of the source document that it stands on.
#[derive(Debug, Clone, Default)]
pub struct Doc {
    /// The description.
    pub text: String,
    /// The section.
    pub source: Option<String>,
}
