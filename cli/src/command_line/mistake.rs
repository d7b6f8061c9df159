//! Shows help or a parse error.

use std::ffi::OsString;
use std::path::Path;

use anstream::adapter::strip_str;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use offload_bundle::Escaped;
use offload_bundle::input::STANDARD;
use offload_bundle_cli_definitions::commands::{DONE, FAILED, PROGRAM};
use offload_bundle_core::Shortened;
use offload_bundle_core::options::{Command, Retired};

use super::styles::STYLES;
use crate::print::Printer;

/// The longest list of values in a message.
const LISTED: usize = 16;

/// Help goes to standard output, errors to standard error.
pub(super) fn show(mut error: Error, words: &[OsString], printer: &mut Printer<'_>) -> u8 {
    let settings = printer.settings();
    if !error.use_stderr() {
        return match printer.print(&rendered(&error, settings.colour_out)) {
            Ok(()) => DONE,
            Err(error) => {
                printer.message(&error.to_string());
                FAILED
            }
        };
    }
    if may_write_to_stdout(words) {
        printer.give_stdout_to_a_file();
    }
    shorten(&mut error);
    if error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        add_hints(&mut error, words);
    }
    if !printer.only_document() {
        printer.say(&harmless(&error, words, settings.colour_err));
    }
    printer.failure_as_json("usage", &one_line(&rendered(&error, false)));
    FAILED
}

/// Escapes control characters of the command line.
fn harmless(error: &Error, words: &[OsString], is_coloured: bool) -> String {
    let mut words = words.iter().map(OsString::as_os_str);
    if words.all(|word| *Escaped::from(word).to_string() == *word) {
        return rendered(error, is_coloured);
    }
    let text = rendered(error, false);
    text.lines().map(|line| format!("{}\n", Escaped::from(line))).collect()
}

/// clap's tips become hints.
fn rendered(error: &Error, is_coloured: bool) -> String {
    let valid = STYLES.get_valid();
    let text = error.render().ansi().to_string();
    let text = text.replace(&format!("  {valid}tip:{valid:#}"), &format!("{valid}hint:{valid:#}"));
    match is_coloured {
        true => text,
        false => strip_str(&text).to_string(),
    }
}

/// clap prints very long words whole and repeats them in its tips.
fn shorten(error: &mut Error) {
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidValue, ContextKind::InvalidSubcommand] {
        let Some(ContextValue::String(word)) = error.get(kind) else {
            continue;
        };
        let short = Shortened(word).to_string();
        if short != *word {
            error.insert(kind, ContextValue::String(short));
            error.remove(ContextKind::Suggested);
        }
    }
}

/// Hints that clap does not know. Removes long lists.
fn add_hints(error: &mut Error, words: &[OsString]) {
    if let Some(ContextValue::Strings(values)) = error.get(ContextKind::ValidValue)
        && values.len() > LISTED
    {
        error.insert(ContextKind::ValidValue, ContextValue::None);
    }
    let mut hints = Vec::new();
    if let Some(retired) = retired(words) {
        hints.extend([retired.message, retired.hint].map(str::to_owned));
    }
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && Path::new(word).exists()
        && !PROGRAM.file_command.is_empty()
    {
        let called = called(words);
        hints.push(format!("`{called} {} {word}` looks into a file", PROGRAM.file_command));
    }
    if let Some(option) = repeated(error, words) {
        hints.push(format!("give {option} once for each"));
    }
    if !hints.is_empty() {
        let hints = hints.into_iter().map(StyledStr::from).collect();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(hints));
    }
}

fn called(words: &[OsString]) -> String {
    let file = words.first().and_then(|word| Path::new(word).file_stem());
    file.map_or_else(|| PROGRAM.name.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Given several values in one word. Values of `key=value` pairs contain commas.
fn repeated<'e>(error: &'e Error, words: &[OsString]) -> Option<&'e str> {
    let (ErrorKind::ValueValidation, Some(ContextValue::String(option)), Some(ContextValue::String(value))) = (
        error.kind(),
        error.get(ContextKind::InvalidArg),
        error.get(ContextKind::InvalidValue),
    ) else {
        return None;
    };
    let (option, _) = option.split_once(' ')?;
    let mut arguments = command(words)?.arguments.iter();
    let repeats = arguments.any(|table| table.repeats && option.strip_prefix("--") == Some(table.name));
    (repeats && value.contains(',') && !value.contains('=')).then_some(option)
}

/// Whether an output is named `-`: `-o -`, `--output=-`, `--html -`, `ID=-`.
fn may_write_to_stdout(words: &[OsString]) -> bool {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let is_output = |word: &str| ["-o", "--output", "--html"].contains(&word);
    let mut pairs = words.windows(2);
    let follows = pairs.any(|pair| matches!(pair, [option, STANDARD] if is_output(option)));
    follows || words.iter().any(|word| word.ends_with("=-") || *word == "-o-")
}

fn command(words: &[OsString]) -> Option<&'static Command<'static>> {
    let mut words = words.iter().skip(1).filter_map(|word| word.to_str());
    words.find_map(|word| PROGRAM.commands.iter().find(|table| table.name == word))
}

/// The command no longer supports it.
fn retired(words: &[OsString]) -> Option<&'static Retired<'static>> {
    let mut retired = command(words)?.retired.iter();
    let words = words.iter().skip(1).filter_map(|word| word.to_str());
    let words: Vec<&str> = words.take_while(|word| *word != "--").collect();
    let line = format!(" {} ", words.join(" ").replace('=', " "));
    retired.find(|retired| line.contains(&format!(" {} ", retired.words)))
}

pub(super) fn one_line(text: &str) -> String {
    let text = text.strip_prefix("error:").unwrap_or(text);
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_is_one_line_without_usage() {
        let text = "error: these are missing:\n  <A>\n  <B>\n\n  tip: give them\n\nUsage: x\n";
        assert_eq!(one_line(text), "these are missing: <A> <B>");
    }
}
