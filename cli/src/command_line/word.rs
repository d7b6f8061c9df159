//! clap value parsers that call [`FromWord`].

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::marker::PhantomData;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use clap::error::Error;
use clap::{Arg, Command};
use offload_bundle::Escaped;
use offload_bundle_cli_words::{FromWord, GivenArguments};
use offload_bundle_core::options::Argument;
use offload_bundle_formats::registry::REGISTRY;

pub(super) struct Parser {
    pub(super) parser: ValueParser,
    pub(super) is_listed: bool,
}

type MakeParser = fn(choices: &'static [&'static str]) -> Parser;

/// By name, collected from the types of the request's fields.
#[derive(Default)]
pub(crate) struct Parsers(RefCell<BTreeMap<String, MakeParser>>);

impl Parsers {
    pub(super) fn parser_of(&self, table: &Argument<'static>) -> Option<Parser> {
        self.0.borrow().get(table.name).map(|make| make(table.choices))
    }

    fn keep<T: FromWord>(&self, name: &str) {
        let make: MakeParser = |choices| Parser {
            parser: ValueParser::new(WordParser::<T> { choices, value: PhantomData }),
            is_listed: T::IS_LISTED || !choices.is_empty(),
        };
        self.0.borrow_mut().insert(name.to_owned(), make);
    }
}

impl GivenArguments for Parsers {
    fn flag<T: From<bool>>(&self, _name: &str, _field: &mut T) {}

    fn one<T: FromWord>(&self, name: &str, _field: &mut T) {
        self.keep::<T>(name);
    }

    fn all<T: FromWord>(&self, name: &str, _field: &mut Vec<T>) {
        self.keep::<T>(name);
    }
}

#[derive(Debug, Clone)]
struct WordParser<T> {
    choices: &'static [&'static str],
    value: PhantomData<fn() -> T>,
}

impl<T: FromWord> WordParser<T> {
    fn known_words(&self) -> Vec<PossibleValue> {
        if !self.choices.is_empty() {
            return self.choices.iter().map(PossibleValue::new).collect();
        }
        let known = T::known_words(&REGISTRY).into_iter();
        known
            .map(|known| match known.meaning {
                "" => PossibleValue::new(known.word),
                meaning => PossibleValue::new(known.word).help(meaning),
            })
            .collect()
    }
}

impl<T: FromWord> TypedValueParser for WordParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, word: &OsStr) -> Result<T, Error> {
        if !word.is_empty() && (T::IS_LISTED || !self.choices.is_empty()) {
            PossibleValuesParser::new(self.known_words()).parse_ref(command, argument, word)?;
        }
        T::from_word(&REGISTRY, word).or_else(|why| {
            let refuse = move |_: &str| Err(why.clone());
            refuse.parse_ref(command, argument, Escaped::from(word).to_string().as_ref())
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let known = self.known_words();
        (!known.is_empty()).then(|| Box::new(known.into_iter()) as Box<dyn Iterator<Item = PossibleValue>>)
    }
}
