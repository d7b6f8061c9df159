//! What the words of a command line give for the arguments of its command.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{ArgMatches, Command};
use offload_bundle::Shown;
use offload_bundle_cli_words::{FromWord, GivenArguments, KnownWord};
use offload_bundle_core::registry::Registry;

use super::known::nearest;

/// What is given to a command.
#[derive(Debug)]
pub(crate) struct Given<'g> {
    registry: &'g Registry,
    command: &'g Command,
    matches: &'g ArgMatches,
}

impl<'g> Given<'g> {
    /// What `matches` give to the innermost command, and the names of the commands from below `program` to it.
    pub(crate) fn collect(
        registry: &'g Registry,
        program: &'g Command,
        matches: &'g ArgMatches,
    ) -> (Vec<&'g str>, Self) {
        let mut names = Vec::new();
        let mut given = Self { registry, command: program, matches };
        while let Some((name, matches)) = given.matches.subcommand()
            && let Some(command) = given.command.find_subcommand(name)
        {
            names.push(name);
            given = Self { registry, command, matches };
        }
        (names, given)
    }

    fn value<T: FromWord>(&self, name: &str, word: &OsString) -> Result<T, Error> {
        T::from_word(self.registry, word).map_err(|why| {
            let known = self.command.get_arguments().find(|argument| argument.get_id() == name);
            let argument = known.map_or_else(|| name.to_owned(), ToString::to_string);
            let word = Shown::from(word.as_os_str()).to_string();
            let near = nearest(&word, &words_of(T::known_words(self.registry)));
            let said =
                [(ContextKind::InvalidArg, argument), (ContextKind::InvalidValue, word), (ContextKind::Custom, why)];
            let near = near.map(|near| (ContextKind::SuggestedValue, near));
            let mut error = Error::new(ErrorKind::ValueValidation);
            for (kind, text) in said.into_iter().chain(near) {
                error.insert(kind, ContextValue::String(text));
            }
            error
        })
    }
}

fn words_of(known: Vec<KnownWord>) -> Vec<String> {
    known.into_iter().map(|known| known.word).collect()
}

impl GivenArguments for Given<'_> {
    type Error = Error;

    fn flag<T: From<bool>>(&self, name: &str, field: &mut T) {
        *field = self.matches.get_flag(name).into();
    }

    fn one<T: FromWord>(&self, name: &str, field: &mut T) -> Result<(), Error> {
        if let Some(word) = self.matches.get_one::<OsString>(name) {
            *field = self.value(name, word)?;
        }
        Ok(())
    }

    fn all<T: FromWord>(&self, name: &str, field: &mut Vec<T>) -> Result<(), Error> {
        let words = self.matches.get_many::<OsString>(name).into_iter().flatten();
        *field = words.map(|word| self.value(name, word)).collect::<Result<_, _>>()?;
        Ok(())
    }
}
