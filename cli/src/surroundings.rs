//! What surrounds a command line: where it prints, what a terminal there shows, and the environment variables.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use terminal_size::{Width, terminal_size_of};

/// What a command line uses besides its words and the file system.
pub struct Surroundings<'s> {
    /// Standard output.
    pub out: &'s mut dyn Write,
    /// Standard error.
    pub err: &'s mut dyn Write,
    /// What `out` is connected to.
    pub out_terminal: Terminal,
    /// What `err` is connected to.
    pub err_terminal: Terminal,
    /// The value of an environment variable.
    pub variable: &'s dyn Fn(&str) -> Option<OsString>,
}

/// What an output stream is connected to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Terminal {
    /// Whether it is a terminal: sizes are rounded there, and long work shows its progress.
    pub is_terminal: bool,
    /// Whether colours are shown where the command line does not say.
    pub has_colours: bool,
    /// The number of columns that a terminal has, if that is known. Tables fit into them.
    pub columns: Option<usize>,
}

impl Terminal {
    /// What standard output of this process is connected to.
    #[must_use]
    pub fn of_stdout() -> Self {
        let stdout = io::stdout();
        let columns = terminal_size_of(&stdout).map(|(Width(columns), _)| columns.into());
        let has_colours = AutoStream::choice(&stdout) != ColorChoice::Never;
        Self { is_terminal: stdout.is_terminal(), has_colours, columns }
    }

    /// What standard error of this process is connected to.
    #[must_use]
    pub fn of_stderr() -> Self {
        let stderr = io::stderr();
        let columns = terminal_size_of(&stderr).map(|(Width(columns), _)| columns.into());
        let has_colours = AutoStream::choice(&stderr) != ColorChoice::Never;
        Self { is_terminal: stderr.is_terminal(), has_colours, columns }
    }

    /// Whether colours are wanted here by somebody who says `told`.
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
    fn what_is_told_counts_more_than_the_terminal() {
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
