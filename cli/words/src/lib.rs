//! Converts words of a command line to values of requests: [`FromWord`] parses one value, [`GivenArguments`] fills the fields of a request.

mod image;
mod named;
mod plain;
pub mod request;
mod size;

use std::ffi::OsStr;

use offload_bundle_core::registry::Registry;

/// A value of a request that is given as a word.
pub trait FromWord: Clone + Send + Sync + Sized + 'static {
    /// Whether only the known words are valid.
    const IS_LISTED: bool = false;

    /// Parses `word` with the formats of `registry`.
    ///
    /// # Errors
    ///
    /// Returns a message for people with the known words if `word` is invalid. The caller adds the name of the argument.
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String>;

    /// The known words, for completion and suggestions. Other words may be valid too.
    fn known_words(_registry: &Registry) -> Vec<KnownWord> {
        Vec::new()
    }
}

/// A known word, for completion and suggestions.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownWord {
    /// The word.
    pub word: String,
    /// Its meaning; empty if the word explains itself.
    pub meaning: &'static str,
}

impl KnownWord {
    /// A word that explains itself.
    pub fn new(word: impl ToString) -> Self {
        Self::meaning(word, "")
    }

    /// A word and its meaning.
    pub fn meaning(word: impl ToString, meaning: &'static str) -> Self {
        Self { word: word.to_string(), meaning }
    }
}

/// The arguments given on a command line, by name. A field keeps its value if its argument is not given.
pub trait GivenArguments {
    /// Sets `field` to whether the flag is given.
    fn flag<T: From<bool>>(&self, name: &str, field: &mut T);

    /// Sets `field` to the value of an argument.
    fn one<T: FromWord>(&self, name: &str, field: &mut T);

    /// Sets `field` to all values of an argument.
    fn all<T: FromWord>(&self, name: &str, field: &mut Vec<T>);
}
