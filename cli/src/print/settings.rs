//! How results and messages are shown: in which form, how much of them, and in which colours.

use std::ffi::OsStr;
use std::io::{self, IsTerminal};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use offload_bundle_cli_definitions::requests::Globals;

use super::sizes::Sizes;

/// How results and messages are shown. Usually: as text, the results and all messages, without colours, sizes exact.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Settings {
    /// Whether results are JSON rather than text.
    pub json: bool,
    /// How much is said besides results.
    pub verbosity: Verbosity,
    /// Whether what goes to standard output is coloured.
    pub colour_out: bool,
    /// Whether what goes to standard error is coloured.
    pub colour_err: bool,
    /// Sizes on standard output.
    pub sizes_out: Sizes,
    /// Sizes on standard error.
    pub sizes_err: Sizes,
    /// Sizes in what is a sum for people, wherever it goes.
    pub sizes_of_sums: Sizes,
}

/// How much is said besides results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verbosity {
    /// Errors.
    Quiet,
    /// Warnings and notes too.
    #[default]
    Normal,
    /// What was done with each file too.
    Verbose,
}

impl Settings {
    /// What every command is given, for the terminal that this process has.
    pub(crate) fn of(globals: &Globals) -> Self {
        let verbosity = match globals {
            Globals { quiet: true, .. } => Verbosity::Quiet,
            Globals { verbose: true, .. } => Verbosity::Verbose,
            _ => Verbosity::Normal,
        };
        let sizes = |by_itself| Sizes::of(globals.sizes.to_str(), by_itself);
        Self {
            json: globals.json,
            verbosity,
            colour_out: coloured(&globals.color, &AutoStream::choice(&io::stdout())),
            colour_err: coloured(&globals.color, &AutoStream::choice(&io::stderr())),
            sizes_out: sizes(io::stdout().is_terminal()),
            sizes_err: sizes(io::stderr().is_terminal()),
            sizes_of_sums: sizes(true),
        }
    }
}

impl Settings {
    /// `text` as it stands above other text on standard output.
    pub(super) fn heading(self, text: &str) -> String {
        styled(text, HEADING, self.colour_out)
    }
}

/// Whether colours are wanted: `by_itself` says what becomes of them where that is not told.
fn coloured(told: &OsStr, by_itself: &ColorChoice) -> bool {
    match told.to_str() {
        Some("always") => true,
        Some("never") => false,
        _ => *by_itself != ColorChoice::Never,
    }
}

/// What stands before an error.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// What stands before a warning.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// What stands before a note.
pub(crate) const NOTE: Style = AnsiColor::Cyan.on_default().bold();
/// What stands above other text.
pub(crate) const HEADING: Style = AnsiColor::Green.on_default().bold();
/// What is typed as it stands.
pub(crate) const LITERAL: Style = AnsiColor::Cyan.on_default().bold();
/// What is said of good things.
pub(crate) const VALID: Style = AnsiColor::Green.on_default();

/// `text` in `style`, if it is `coloured`.
pub(crate) fn styled(text: &str, style: Style, coloured: bool) -> String {
    match coloured {
        true => format!("{style}{text}{style:#}"),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_counts_more_than_the_terminal() {
        for (told, by_itself, expected) in [
            ("auto", ColorChoice::Always, true),
            ("auto", ColorChoice::Never, false),
            ("", ColorChoice::Always, true),
            ("never", ColorChoice::Always, false),
            ("always", ColorChoice::Never, true),
        ] {
            assert_eq!(coloured(told.as_ref(), &by_itself), expected, "{told} {by_itself:?}");
        }
    }
}
