//! From the words of a command line to the command it asks for, and what becomes of one that is wrong.

use std::ffi::OsString;
use std::io::Write;

use clap::error::{Error, ErrorKind};
use clap::{Arg, ArgMatches};
use offload_bundle::ops::Session;
use offload_bundle_cli_definitions::PROGRAM;
use offload_bundle_cli_definitions::arguments::{GlobalArguments, arguments};
use offload_bundle_cli_definitions::commands::command;
use offload_bundle_formats::registry::REGISTRY;

use crate::commands::{self, failure};
use crate::progress::Bar;

/// Runs the command line `words`, of which the first is how the program was called. The result is the exit code.
pub(crate) fn run(words: &[OsString], out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let mut bar = Bar::default();
    let mut session = Session { registry: &REGISTRY, program: PROGRAM, out, err, json: false, progress: &mut bar };
    let parsed = command().try_get_matches_from(words);
    let globals = match &parsed {
        Ok(matches) => GlobalArguments::of(|flag| get_flag(matches, flag)),
        Err(_) => global_flags_on_parse_error(words),
    };
    session.json = globals.json;
    let arguments = match parsed.and_then(|matches| arguments(&matches)) {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error, &mut session),
    };
    match commands::run(&mut session, &arguments) {
        Ok(outcome) => outcome.exit_code(),
        Err(error) => failure::failure(&mut session, &error),
    }
}

/// Whether a flag that every command takes is given.
fn get_flag(matches: &ArgMatches, flag: &str) -> bool {
    matches.get_flag(flag)
}

/// The flags that every command takes, on a command line that is wrong elsewhere.
fn global_flags_on_parse_error(words: &[OsString]) -> GlobalArguments {
    let definition = command();
    GlobalArguments::of(|flag| {
        let known = definition.get_arguments().find(|argument| argument.get_id() == flag);
        let long = known.and_then(Arg::get_long);
        let mut words = words.iter().take_while(|word| *word != "--");
        words.any(|word| long.is_some() && word.to_str().and_then(|word| word.strip_prefix("--")) == long)
    })
}

/// Shows what the parser has to say: help on standard output, a mistake as one line on standard error. The result is the exit code.
fn usage(error: &Error, session: &mut Session<'_>) -> u8 {
    let text = error.render().to_string();
    let help = matches!(error.kind(), ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand);
    match (error.use_stderr(), help) {
        // Where the text cannot be shown, nobody is left to be told.
        (false, _) => drop(write!(session.out, "{text}")),
        (true, true) => drop(write!(session.err, "{text}")),
        (true, false) => failure::misuse(session, &one_line(&text)),
    }
    u8::try_from(error.exit_code()).unwrap_or(u8::MAX)
}

/// The mistake in what a parser of arguments says, as one line: its first paragraph, without the word that names it a mistake.
fn one_line(text: &str) -> String {
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let line = words.join(" ");
    line.strip_prefix("error: ").map_or(line.clone(), Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_told_in_one_line() {
        let text = "error: these are missing:\n  <A>\n  <B>\n\nUsage: x\n";
        assert_eq!(one_line(text), "these are missing: <A> <B>");
    }
}
