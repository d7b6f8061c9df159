//! Values of requests from the words of a command line: [`FromWord`] makes the value of a field from a word, and [`GivenArguments`] fills
//! the fields from the arguments of a command.

mod image;
mod named;
mod plain;
pub mod request;
mod size;

use std::ffi::OsStr;

use offload_bundle_core::registry::Registry;

/// A value of a request that people write as a word.
pub trait FromWord: Clone + Send + Sync + Sized + 'static {
    /// Whether only the known words have a value.
    const IS_LISTED: bool = false;

    /// The value that `word` means to the formats of `registry`.
    ///
    /// # Errors
    ///
    /// The word means no value. The text is for people and names the known words; the caller adds where the word comes from.
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String>;

    /// The words that people may mean, where they can be listed. Others may have a value too.
    fn known_words(_registry: &Registry) -> Vec<KnownWord> {
        Vec::new()
    }
}

/// A word that people may mean: what a shell completes, and what is offered for a misspelt one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownWord {
    /// The word.
    pub word: String,
    /// Its meaning; empty where the word needs no explanation.
    pub meaning: &'static str,
}

impl KnownWord {
    /// A word that needs no explanation.
    pub fn new(word: impl ToString) -> Self {
        Self::meaning(word, "")
    }

    /// A word and its meaning.
    pub fn meaning(word: impl ToString, meaning: &'static str) -> Self {
        Self { word: word.to_string(), meaning }
    }
}

/// The arguments given on a command line, each by its name. A field whose argument is not given keeps its value.
pub trait GivenArguments {
    /// What is asked for by the flag, given or not.
    fn flag<T: From<bool>>(&self, name: &str, field: &mut T);

    /// The value of an argument that has one.
    fn one<T: FromWord>(&self, name: &str, field: &mut T);

    /// The values of an argument that can have several.
    fn all<T: FromWord>(&self, name: &str, field: &mut Vec<T>);
}
