//! Output settings: format, verbosity, colours and sizes.

use anstyle::{AnsiColor, Style};
use offload_bundle::Severity;
use offload_bundle_cli_definitions::requests::Globals;

use super::sizes::Sizes;
use crate::surroundings::Surroundings;

/// Default: text, all messages, no colours, exact sizes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Settings {
    /// JSON output.
    pub json: bool,
    pub verbosity: Verbosity,
    /// Colours on standard output.
    pub colour_out: bool,
    /// Colours on standard error.
    pub colour_err: bool,
    /// Width of standard output, if it is a terminal.
    pub columns: Option<usize>,
    /// Sizes on standard output.
    pub sizes_out: Sizes,
    /// Sizes on standard error.
    pub sizes_err: Sizes,
    /// Sizes in sums, on either stream.
    pub sizes_of_sums: Sizes,
    /// Progress on standard error.
    pub progress: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verbosity {
    Quiet,
    #[default]
    Normal,
    Verbose,
}

impl Settings {
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
    /// Good, bad or undecided (`None`).
    pub(super) fn verdict(self, text: &str, is_good: Option<bool>) -> String {
        let style = match is_good {
            Some(true) => VALID,
            Some(false) => ERROR,
            None => WARNING,
        };
        apply_style(text, style, self.colour_out)
    }

    pub(super) fn severity(self, text: &str, severity: Severity) -> String {
        let style = match severity {
            Severity::Error => ERROR,
            Severity::Warning => WARNING,
            Severity::Note => NOTE,
        };
        apply_style(text, style, self.colour_out)
    }

    pub(super) fn heading(self, text: &str) -> String {
        apply_style(text, HEADING, self.colour_out)
    }
}

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const NOTE: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const HEADING: Style = AnsiColor::Green.on_default().bold();
pub(crate) const LITERAL: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const VALID: Style = AnsiColor::Green.on_default();

/// Before and after a heading.
pub(crate) fn heading_marks() -> [String; 2] {
    [HEADING.to_string(), format!(":{HEADING:#}")]
}

pub(crate) fn apply_style(text: &str, style: Style, coloured: bool) -> String {
    match coloured {
        true => format!("{style}{text}{style:#}"),
        false => text.to_owned(),
    }
}
