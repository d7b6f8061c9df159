//! Words that people may mean: which there are for each argument of a command, and which of them is near to a misspelt one.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command};
use offload_bundle_cli_words::{FromWord, GivenArguments, KnownWord};
use offload_bundle_core::registry::Registry;

/// Shorter words than this may mean anything.
const LEAST: usize = 3;
/// One letter for each so many may be another than in the word that is meant; one at least.
const PER_LETTER: usize = 5;

/// The words that people may mean by the arguments of one command, by the names of these. The types of what the arguments fill say them.
#[derive(Debug)]
pub(crate) struct KnownWords<'r> {
    registry: &'r Registry,
    words: RefCell<BTreeMap<String, Vec<KnownWord>>>,
}

impl<'r> KnownWords<'r> {
    /// None yet: they come with the request that is filled with this.
    pub(crate) fn new(registry: &'r Registry) -> Self {
        Self { registry, words: RefCell::default() }
    }

    /// The words of the argument `name`.
    pub(crate) fn words_of(&self, name: &str) -> Vec<KnownWord> {
        self.words.borrow().get(name).cloned().unwrap_or_default()
    }

    fn keep<T: FromWord>(&self, name: &str) {
        self.words
            .borrow_mut()
            .insert(name.to_owned(), T::known_words(self.registry));
    }
}

impl GivenArguments for KnownWords<'_> {
    type Error = Infallible;

    fn flag<T: From<bool>>(&self, _name: &str, _field: &mut T) {}

    fn one<T: FromWord>(&self, name: &str, _field: &mut T) -> Result<(), Infallible> {
        self.keep::<T>(name);
        Ok(())
    }

    fn all<T: FromWord>(&self, name: &str, _field: &mut Vec<T>) -> Result<(), Infallible> {
        self.keep::<T>(name);
        Ok(())
    }
}

/// Takes every word, and tells shells which ones there are.
#[derive(Debug, Clone, Default)]
pub(super) struct WordParser(Vec<KnownWord>);

impl WordParser {
    /// One that tells of `words`.
    pub(super) fn new(words: Vec<KnownWord>) -> Self {
        Self(words)
    }
}

impl TypedValueParser for WordParser {
    type Value = OsString;

    fn parse_ref(&self, _: &Command, _: Option<&Arg>, word: &OsStr) -> Result<OsString, Error> {
        Ok(word.to_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = self.0.iter().map(|known| match known.meaning {
            "" => PossibleValue::new(&known.word),
            meaning => PossibleValue::new(&known.word).help(meaning),
        });
        (!self.0.is_empty()).then(|| Box::new(values) as Box<dyn Iterator<Item = PossibleValue>>)
    }
}

/// The one of `words` that was meant by `word`, as far as that is clear: it differs by a letter, or a few where it is long, or is the only
/// one that goes on where `word` ends. A list or a pattern is no misspelt word.
pub(super) fn nearest(word: &str, words: &[impl AsRef<str>]) -> Option<String> {
    let count = word.chars().count();
    if count < LEAST || word.contains([',', '*', '?', ' ']) {
        return None;
    }
    let only = |meant: &dyn Fn(&str) -> bool| {
        let mut all = words.iter().map(AsRef::as_ref).filter(|known: &&str| meant(known));
        all.next().filter(|_| all.next().is_none()).map(str::to_owned)
    };
    let most = (count / PER_LETTER).max(1);
    (1..=most)
        .find_map(|distance| only(&|known| strsim::osa_distance(known, word) == distance))
        .or_else(|| only(&|known| known.starts_with(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_offered_if_it_is_near() {
        let words = ["ochre", "umber", "o", "red", "redder", "blue7", "blue8", "vermilion"];
        for (word, expected) in [
            ("ocre", Some("ochre")),
            ("umbar", Some("umber")),
            ("rde", Some("red")),
            ("blue7x", Some("blue7")),
            ("verm", Some("vermilion")),
            ("blue", None),
            ("black", None),
            ("x", None),
            ("", None),
            ("red,umber", None),
            ("blue*", None),
            ("red+blue7", None),
        ] {
            assert_eq!(nearest(word, &words).as_deref(), expected, "{word}");
        }
    }
}
