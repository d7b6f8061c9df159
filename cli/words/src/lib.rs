//! What the words of a command line stand for: [`FromWord`] makes the value of a request's field from a word, and [`GivenArguments`] fills
//! the fields from what is given for the arguments of a command.

mod image;
mod named;
mod plain;
mod size;

use std::ffi::OsStr;

use offload_bundle_core::registry::Registry;

/// A value of a request that people write as a word.
pub trait FromWord: Sized {
    /// The value that `word` stands for, with what `registry` knows.
    ///
    /// # Errors
    ///
    /// It stands for none. The text is for people, and names what there is: whoever shows it says where the word comes from.
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String>;

    /// The words that people may mean, where they are known. There may be others that stand for a value.
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
    /// What it stands for; empty where the word says it all.
    pub meaning: &'static str,
}

impl KnownWord {
    /// The word, which says it all.
    pub fn new(word: impl ToString) -> Self {
        Self::meaning(word, "")
    }

    /// The word, which stands for `meaning`.
    pub fn meaning(word: impl ToString, meaning: &'static str) -> Self {
        Self { word: word.to_string(), meaning }
    }
}

/// What the words of a command line give for its arguments, each by its name. What is not given leaves its field as it is.
pub trait GivenArguments {
    /// Why a word stands for no value.
    type Error;

    /// Whether the flag is given.
    fn flag(&self, name: &str, field: &mut bool);

    /// The value of an argument that has one.
    ///
    /// # Errors
    ///
    /// The word stands for none.
    fn one<T: FromWord>(&self, name: &str, field: &mut T) -> Result<(), Self::Error>;

    /// The values of an argument that can have several.
    ///
    /// # Errors
    ///
    /// A word stands for none.
    fn all<T: FromWord>(&self, name: &str, field: &mut Vec<T>) -> Result<(), Self::Error>;
}
