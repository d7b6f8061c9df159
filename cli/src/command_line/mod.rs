//! Parses a command line and runs its request.

mod definition;
mod given;
mod mistake;
mod styles;
mod word;

#[cfg(test)]
mod tests;

use std::ffi::OsString;

use clap::ArgMatches;
use clap::error::{Error, ErrorKind};
use offload_bundle::report::Outcome;
use offload_bundle_cli_definitions::commands::{DONE, FAILED, NEGATIVE, PROGRAM};
use offload_bundle_cli_definitions::requests::{Globals, Request};

use crate::commands;
use crate::drop_ins;
use crate::print::{Printer, Settings, advise};
use crate::surroundings::Surroundings;

use definition::Definition;
pub(crate) use given::Given;
pub(crate) use word::Parsers;

pub(crate) fn command() -> clap::Command {
    definition(&|_| true, true).parser(drop_ins::tables())
}

fn definition(is_whole: &dyn Fn(&str) -> bool, shows_rare: bool) -> Definition<'_> {
    Definition { program: &PROGRAM, find_parsers: parsers, is_whole, has_help: true, shows_rare }
}

fn parsers(names: &[&str]) -> Parsers {
    let parsers = Parsers::default();
    Globals::of(&parsers);
    // Only the types of the fields matter.
    Request::of(names, &parsers);
    parsers
}

/// Program name first.
pub(crate) fn run(words: &[OsString], surroundings: &mut Surroundings<'_>) -> u8 {
    let asked = parse(words);
    let globals = match &asked {
        Ok((globals, _)) => globals.clone(),
        Err(_) => globals_on_parse_error(words),
    };
    let settings = Settings::new(&globals, surroundings);
    let mut printer = Printer::new(surroundings.out, surroundings.err, settings);
    let mut request = match asked {
        Ok((_, request)) => request,
        Err(error) => return mistake::show(error, words, &mut printer),
    };
    if commands::name_stdout(&mut request) {
        printer.give_stdout_to_a_file();
    }
    let outcome = commands::run(&mut printer, &request, self::command).unwrap_or_else(|error| {
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

/// The parser is built for the named command only, unless it must print help or an error.
fn parse(words: &[OsString]) -> Result<(Globals, Request), Error> {
    let mut names = words.iter().skip(1).filter_map(|word| word.to_str());
    let named = names.find(|word| PROGRAM.commands.iter().any(|table| table.name == *word));
    let shows_rare = words.iter().any(|word| word == "--help" || word == "help");
    let is_named = |name: &str| Some(name) == named;
    let all = definition(&is_named, shows_rare);
    let one = Definition { has_help: false, ..all };
    let matches = |definition: Definition<'_>| definition.parser(drop_ins::tables()).try_get_matches_from(words);
    to_request(&matches(one).or_else(|_| matches(all))?)
}

fn to_request(matches: &ArgMatches) -> Result<(Globals, Request), Error> {
    let (names, given) = Given::collect(matches);
    // The parser knows no other commands.
    let request = Request::of(&names, &given).ok_or_else(|| Error::new(ErrorKind::MissingSubcommand))?;
    Ok((Globals::of(&given), request))
}

fn globals_on_parse_error(words: &[OsString]) -> Globals {
    let words = words.iter().take_while(|word| *word != "--");
    let words: Vec<&str> = words.map(|word| word.to_str().unwrap_or_default()).collect();
    let joined = words.iter().find_map(|word| word.strip_prefix("--color="));
    let color = joined.or_else(|| {
        let mut pairs = words.windows(2);
        pairs.find_map(|pair| match pair {
            ["--color", color] => Some(*color),
            _ => None,
        })
    });
    Globals { json: words.contains(&"--json"), color: color.unwrap_or_default().into(), ..Globals::default() }
}
