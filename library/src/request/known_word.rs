//! A word that people may mean: what a shell completes, and what is offered for a misspelt one.

/// A word that people may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownWord {
    /// The word.
    pub word: String,
    /// What it stands for; empty where the word says it all.
    pub meaning: &'static str,
}

impl KnownWord {
    /// The word, which says it all.
    pub fn new(word: impl ToString) -> Self {
        Self { word: word.to_string(), meaning: "" }
    }

    /// The word, which stands for `meaning`.
    pub fn meaning(word: impl ToString, meaning: &'static str) -> Self {
        Self { word: word.to_string(), meaning }
    }
}
