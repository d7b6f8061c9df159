//! From the words of a command line to the request that it makes, and what becomes of one that is wrong.

mod definition;
mod given;
mod help;
mod known;
mod line;
mod mistake;
mod styles;

#[cfg(test)]
mod tests;

use std::ffi::OsString;

use clap::ArgMatches;
use clap::error::{Error, ErrorKind};
use offload_bundle::input::STANDARD;
use offload_bundle::report::Outcome;
use offload_bundle_cli_definitions::commands::{DONE, FAILED, NEGATIVE, PROGRAM};
use offload_bundle_cli_definitions::requests::{Globals, Request};
use offload_bundle_cli_words::{FromWord, GivenArguments};
use offload_bundle_formats::registry::REGISTRY;

use crate::commands;
use crate::drop_ins;
use crate::print::{Printer, Settings, advise};
use crate::surroundings::Surroundings;

pub(crate) use definition::definition;
use definition::definition_of_one;
pub(crate) use given::Given;
pub(crate) use known::KnownWords;
use line::Line;

/// The parser for the program's own command line.
pub(crate) fn command() -> clap::Command {
    definition(&PROGRAM, drop_ins::tables(), known_words)
}

/// The words that people may mean by the arguments of the command with these names.
fn known_words(names: &[&str]) -> KnownWords<'static> {
    let known = KnownWords::new(&REGISTRY);
    // The request is of no use: what matters is which types it is filled with.
    let Ok(_) = Request::of(names, &known);
    known
}

/// Runs the command line `words`, of which the first is how the program was called. The result is the exit code.
pub(crate) fn run(words: &[OsString], surroundings: &mut Surroundings<'_>) -> u8 {
    let (command, parsed) = parse(words);
    let mut asked = parsed.and_then(|matches| to_request(&command, &matches));
    let globals = match &asked {
        Ok((globals, _)) => globals.clone(),
        Err(_) => globals_on_parse_error(words),
    };
    let settings = Settings::new(&globals, surroundings);
    let called = line::program_name(words.first(), PROGRAM.name);
    let mut printer = Printer::new(&called, surroundings.out, surroundings.err, settings);
    let gives_stdout = match &mut asked {
        Ok((_, request)) => commands::name_stdout(request),
        Err(_) => may_write_to_stdout(words),
    };
    if gives_stdout {
        printer.give_stdout_to_a_file();
    }
    let outcome = match asked {
        Ok((_, request)) => commands::run(&mut printer, &request, self::command),
        Err(error) => {
            let line = Line { program: &PROGRAM, called: &called, words };
            return mistake::show(&error, &line, &mut printer);
        }
    };
    let outcome = outcome.unwrap_or_else(|error| {
        printer.error(&error);
        printer.failure_as_json(error.code(), &advise(&error));
        error.outcome()
    });
    match outcome {
        Outcome::Done => DONE,
        Outcome::Negative => NEGATIVE,
        Outcome::Failed => FAILED,
    }
}

/// What the words are, and the parser that says so: that of the command that they name, if nothing else is to be said of them.
fn parse(words: &[OsString]) -> (clap::Command, Result<ArgMatches, Error>) {
    let mut words_of_names = words.iter().skip(1).filter_map(|word| word.to_str());
    let named = words_of_names.find_map(|word| PROGRAM.commands.iter().find(|table| table.name == word));
    if let Some(table) = named {
        let mut command = definition_of_one(&PROGRAM, table);
        if let Ok(matches) = command.try_get_matches_from_mut(words) {
            return (command, Ok(matches));
        }
    }
    let mut command = command();
    let parsed = command.try_get_matches_from_mut(words);
    (command, parsed)
}

/// What `matches` ask for, which fit `command`.
fn to_request(command: &clap::Command, matches: &ArgMatches) -> Result<(Globals, Request), Error> {
    let (names, given) = Given::collect(&REGISTRY, command, matches);
    let request = Request::of(&names, &given)?;
    // The parser knows no other commands.
    let request = request.ok_or_else(|| Error::new(ErrorKind::MissingSubcommand))?;
    Ok((Globals::of(&given)?, request))
}

/// What every command is given, on a command line that is wrong elsewhere, wherever it is: flags, and values by their long names.
fn globals_on_parse_error(words: &[OsString]) -> Globals {
    Globals::of(&Flags(words)).unwrap_or_default()
}

/// Whether a command line that is wrong elsewhere seems to name standard output as an output: `-o -`, `--output=-`, `--html -`, `ID=-`.
fn may_write_to_stdout(words: &[OsString]) -> bool {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let is_output = |word: &str| ["-o", "--output", "--html"].contains(&word);
    let follows = words
        .windows(2)
        .any(|pair| matches!(pair, [option, STANDARD] if is_output(option)));
    follows || words.iter().any(|word| word.ends_with("=-") || *word == "-o-")
}

/// The words of a command line that cannot be understood.
struct Flags<'w>(&'w [OsString]);

impl GivenArguments for Flags<'_> {
    type Error = std::convert::Infallible;

    fn flag<T: From<bool>>(&self, name: &str, field: &mut T) {
        let mut words = self.0.iter().take_while(|word| *word != "--");
        *field = words
            .any(|word| word.to_str().and_then(|word| word.strip_prefix("--")) == Some(name))
            .into();
    }

    fn one<T: FromWord>(&self, name: &str, field: &mut T) -> Result<(), Self::Error> {
        let mut words = self.0.iter().take_while(|word| *word != "--");
        let name = format!("--{name}");
        while let Some(word) = words.next() {
            let value = match word.to_str().and_then(|word| word.strip_prefix(&name)) {
                Some("") => words.next().cloned(),
                Some(value) => value.strip_prefix('=').map(OsString::from),
                None => None,
            };
            if let Some(Ok(value)) = value.map(|value| T::from_word(&REGISTRY, &value)) {
                *field = value;
            }
        }
        Ok(())
    }

    fn all<T: FromWord>(&self, _name: &str, _field: &mut Vec<T>) -> Result<(), Self::Error> {
        Ok(())
    }
}
