//! What the parser of a command line has to say: help, or a mistake with what was perhaps meant.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use offload_bundle::Shown;
use offload_bundle_cli_definitions::commands::{DONE, FAILED};
use offload_bundle_core::options::Program;

use super::styles::STYLES;
use crate::print::Printer;

/// The last line about a mistake.
pub(super) const TRY_HELP: &str = "For more information, try '--help'.";
/// What the parser calls a mistake; the printer has its own word.
const CALLED: &str = "error:";

/// Shows it: help on standard output, a mistake on standard error. The result is the exit code.
pub(super) fn show(error: Error, program: &Program<'_>, printer: &mut Printer<'_>) -> u8 {
    let to_out = !error.use_stderr();
    let error = with_file_command(error, program);
    let text = error.render();
    let settings = printer.settings();
    let coloured = if to_out {
        settings.colour_out
    } else {
        settings.colour_err
    };
    let shown = if coloured {
        text.ansi().to_string()
    } else {
        text.to_string()
    };
    if to_out {
        if let Err(error) = printer.print(&shown) {
            printer.message(&error.to_string());
            return FAILED;
        }
    } else if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        printer.say(&shown);
    } else {
        if is_harmless(&error, &text.to_string()) {
            printer.mistake(without_call(&shown).trim_end());
        } else {
            printer.message(&one_line(&text.to_string()));
        }
        printer.failure_as_json("usage", &one_line(&text.to_string()));
    }
    if to_out { DONE } else { FAILED }
}

/// Whether `text`, which says what is wrong, has the lines that it is meant to have, and does nothing to a terminal.
fn is_harmless(error: &Error, text: &str) -> bool {
    let is_shown = |text: &str| Shown::from(text).to_string() == text;
    let mut given = error.context().filter_map(|(_, value)| match value {
        ContextValue::String(word) => Some(word),
        _ => None,
    });
    given.all(|word| is_shown(word)) && text.lines().all(is_shown)
}

/// Whoever gives a file where a command is expected means the command for files.
fn with_file_command(mut error: Error, program: &Program<'_>) -> Error {
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && !program.file_command.is_empty()
        && Path::new(word).exists()
    {
        let text = format!(
            "to look into a file: '{} {} {word}'",
            program.name, program.file_command
        );
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![text.into()]));
    }
    error
}

/// A tip, as the parser shows its own.
pub(super) fn tip(text: &str) -> String {
    let style = STYLES.get_valid();
    format!("{style}tip:{style:#} {text}")
}

/// The text without the word that calls it a mistake.
fn without_call(text: &str) -> &str {
    let style = STYLES.get_error();
    let called = [CALLED.to_owned(), format!("{style}{CALLED}{style:#}")];
    let mut rest = called.iter().filter_map(|called| text.strip_prefix(called.as_str()));
    rest.next().map_or(text, str::trim_start)
}

/// The mistake and the tips as one line, without what is said of all mistakes alike.
pub(super) fn one_line(text: &str) -> String {
    let paragraphs = without_call(text).split("\n\n");
    let of_this =
        paragraphs.take_while(|paragraph| !paragraph.starts_with("Usage:") && !paragraph.starts_with(TRY_HELP));
    let lines = of_this.map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_as_one_line_has_its_tips() {
        let text = "error: these are missing:\n  <A>\n  <B>\n\n  tip: give them\n\nUsage: x\n\nFor more information, try '--help'.\n";
        assert_eq!(one_line(text), "these are missing: <A> <B>; tip: give them");
    }
}
