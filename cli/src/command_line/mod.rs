//! From the words of a command line to the request that it makes, and what becomes of one that is wrong.

mod definition;
mod given;

#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::io::Write;

use clap::ArgMatches;
use clap::error::{Error, ErrorKind};
use offload_bundle::report::Outcome;
use offload_bundle::request::{FromWord, GivenArguments};
use offload_bundle_cli_definitions::commands::{DONE, FAILED, NEGATIVE, PROGRAM};
use offload_bundle_cli_definitions::requests::{Globals, Request};
use offload_bundle_formats::registry::REGISTRY;

use crate::commands;
use crate::drop_ins;
use crate::print::Printer;

pub(crate) use definition::definition;
pub(crate) use given::Given;

/// The parser for the program's own command line.
pub(crate) fn command() -> clap::Command {
    definition(&PROGRAM, drop_ins::tables())
}

/// Runs the command line `words`, of which the first is how the program was called. The result is the exit code.
pub(crate) fn run(words: &[OsString], out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let mut command = command();
    let parsed = command.try_get_matches_from_mut(words);
    let asked = parsed.and_then(|matches| asked(&command, &matches));
    let globals = match &asked {
        Ok((globals, _)) => globals.clone(),
        Err(_) => globals_on_parse_error(words),
    };
    let mut printer = Printer::new(PROGRAM.name, out, err, globals.json);
    let outcome = match &asked {
        Ok((_, request)) => commands::run(&mut printer, request),
        Err(error) => return usage(error, &mut printer),
    };
    let outcome = outcome.unwrap_or_else(|error| {
        printer.failure(error.code(), &advised(&error));
        error.outcome()
    });
    match outcome {
        Outcome::Done => DONE,
        Outcome::Negative => NEGATIVE,
        Outcome::Failed => FAILED,
    }
}

/// What `error` says, and which option does what it speaks of.
fn advised(error: &offload_bundle::Error) -> String {
    match error {
        offload_bundle::Error::Exists { .. } => format!("{error} (--force)"),
        _ => error.to_string(),
    }
}

/// What `matches` ask for, which fit `command`.
fn asked(command: &clap::Command, matches: &ArgMatches) -> Result<(Globals, Request), Error> {
    let (names, given) = Given::of(&REGISTRY, command, matches);
    let request = Request::of(&names, &given)?;
    // The parser knows no other commands.
    let request = request.ok_or_else(|| Error::new(ErrorKind::MissingSubcommand))?;
    Ok((Globals::of(&given)?, request))
}

/// What every command is given, on a command line that is wrong elsewhere: its flags, wherever they stand.
fn globals_on_parse_error(words: &[OsString]) -> Globals {
    Globals::of(&Flags(words)).unwrap_or_default()
}

/// The words of a command line that cannot be understood.
struct Flags<'w>(&'w [OsString]);

impl GivenArguments for Flags<'_> {
    type Error = std::convert::Infallible;

    fn flag(&self, name: &str, field: &mut bool) {
        let mut words = self.0.iter().take_while(|word| *word != "--");
        *field = words.any(|word| word.to_str().and_then(|word| word.strip_prefix("--")) == Some(name));
    }

    fn one<T: FromWord>(&self, _name: &str, _field: &mut T) -> Result<(), Self::Error> {
        Ok(())
    }

    fn all<T: FromWord>(&self, _name: &str, _field: &mut Vec<T>) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// Shows what the parser has to say: help on standard output, a mistake as one line on standard error. The result is the exit code.
fn usage(error: &Error, printer: &mut Printer<'_>) -> u8 {
    let text = error.render().to_string();
    let help = matches!(error.kind(), ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand);
    match (error.use_stderr(), help) {
        // Where the text cannot be shown, nobody is left to be told.
        (false, _) => drop(printer.print(&text)),
        (true, true) => printer.say(&text),
        (true, false) => printer.failure("usage", &one_line(&text)),
    }
    if error.use_stderr() { FAILED } else { DONE }
}

/// The mistake in what a parser of arguments says, as one line: its first paragraph, without the word that names it a mistake.
fn one_line(text: &str) -> String {
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let line = words.join(" ");
    line.strip_prefix("error: ").map_or(line.clone(), Into::into)
}
