//! The environment of a command line: streams, terminals and variables.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use terminal_size::{Width, terminal_size_of};

/// The streams, terminals and variables that a command line uses.
pub struct Surroundings<'s> {
    /// Standard output.
    pub out: &'s mut dyn Write,
    /// Standard error.
    pub err: &'s mut dyn Write,
    /// The terminal of `out`.
    pub out_terminal: Terminal,
    /// The terminal of `err`.
    pub err_terminal: Terminal,
    /// Returns the value of an environment variable.
    pub variable: &'s dyn Fn(&str) -> Option<OsString>,
}

/// The kind of an output stream.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Terminal {
    /// Whether the stream is a terminal. Terminals get rounded sizes and progress bars.
    pub is_terminal: bool,
    /// Whether to use colours if the command line does not choose.
    pub has_colours: bool,
    /// Width of the terminal in columns, if known. Tables are wrapped to it.
    pub columns: Option<usize>,
}

impl Terminal {
    /// Queries the process's standard output.
    #[must_use]
    pub fn of_stdout() -> Self {
        let stdout = io::stdout();
        let columns = terminal_size_of(&stdout).map(|(Width(columns), _)| columns.into());
        let has_colours = AutoStream::choice(&stdout) != ColorChoice::Never;
        Self { is_terminal: stdout.is_terminal(), has_colours, columns }
    }

    /// Queries the process's standard error.
    #[must_use]
    pub fn of_stderr() -> Self {
        let stderr = io::stderr();
        let columns = terminal_size_of(&stderr).map(|(Width(columns), _)| columns.into());
        let has_colours = AutoStream::choice(&stderr) != ColorChoice::Never;
        Self { is_terminal: stderr.is_terminal(), has_colours, columns }
    }

    /// `told` is the value of `--color`.
    pub(crate) fn is_coloured(self, told: &OsStr) -> bool {
        match told.to_str() {
            Some("always") => true,
            Some("never") => false,
            _ => self.has_colours,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_overrides_terminal_colours() {
        for (told, has_colours, expected) in [
            ("auto", true, true),
            ("auto", false, false),
            ("", true, true),
            ("never", true, false),
            ("always", false, true),
        ] {
            let terminal = Terminal { is_terminal: true, has_colours, columns: None };
            assert_eq!(terminal.is_coloured(told.as_ref()), expected, "{told} {has_colours}");
        }
    }
}
