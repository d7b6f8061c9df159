//! How results and messages are shown: in which form, how much of them, and in which colours.

use anstyle::{AnsiColor, Style};
use offload_bundle::Severity;
use offload_bundle_cli_definitions::requests::Globals;

use super::sizes::Sizes;
use crate::surroundings::Surroundings;

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
    /// How many columns there are on standard output, if that is a terminal.
    pub columns: Option<usize>,
    /// Sizes on standard output.
    pub sizes_out: Sizes,
    /// Sizes on standard error.
    pub sizes_err: Sizes,
    /// Sizes in what is a sum for people, wherever it goes.
    pub sizes_of_sums: Sizes,
    /// Whether long work shows its progress on standard error.
    pub progress: bool,
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
    /// What every command is given, printed to `surroundings`.
    pub(crate) fn new(globals: &Globals, surroundings: &Surroundings<'_>) -> Self {
        let verbosity = match globals {
            Globals { quiet: true, .. } => Verbosity::Quiet,
            Globals { verbose: true, .. } => Verbosity::Verbose,
            _ => Verbosity::Normal,
        };
        let sizes = |by_itself| Sizes::new(globals.sizes.to_str(), by_itself);
        let Surroundings { out_terminal, err_terminal, .. } = surroundings;
        Self {
            json: globals.json,
            verbosity,
            colour_out: out_terminal.is_coloured(&globals.color),
            colour_err: err_terminal.is_coloured(&globals.color),
            columns: out_terminal.columns,
            sizes_out: sizes(out_terminal.is_terminal),
            sizes_err: sizes(err_terminal.is_terminal),
            sizes_of_sums: sizes(true),
            progress: verbosity != Verbosity::Quiet && err_terminal.is_terminal,
        }
    }
}

impl Settings {
    /// A verdict on standard output: good, bad, or in doubt.
    pub(super) fn verdict(self, text: &str, is_good: Option<bool>) -> String {
        let style = match is_good {
            Some(true) => VALID,
            Some(false) => ERROR,
            None => WARNING,
        };
        apply_style(text, style, self.colour_out)
    }

    /// A finding on standard output, as messages of its severity are shown.
    pub(super) fn severity(self, text: &str, severity: Severity) -> String {
        let style = match severity {
            Severity::Error => ERROR,
            Severity::Warning => WARNING,
            Severity::Note => NOTE,
        };
        apply_style(text, style, self.colour_out)
    }

    /// `text` as it is above other text on standard output.
    pub(super) fn heading(self, text: &str) -> String {
        apply_style(text, HEADING, self.colour_out)
    }
}

/// What is before an error.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// What is before a warning.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// What is before a note.
pub(crate) const NOTE: Style = AnsiColor::Cyan.on_default().bold();
/// What is above other text.
pub(crate) const HEADING: Style = AnsiColor::Green.on_default().bold();
/// What is typed as it is.
pub(crate) const LITERAL: Style = AnsiColor::Cyan.on_default().bold();
/// What is said of good things.
pub(crate) const VALID: Style = AnsiColor::Green.on_default();

/// `text` in `style`, if it is `coloured`.
pub(crate) fn apply_style(text: &str, style: Style, coloured: bool) -> String {
    match coloured {
        true => format!("{style}{text}{style:#}"),
        false => text.to_owned(),
    }
}
