//! What every operation works with: what is known, where results and messages go, and in which form.

use std::io::{self, Write};

use offload_bundle_core::registry::Registry;

use crate::error::OpError;
use crate::input::STANDARD;
use crate::output::Progress;
use crate::scan::{Located, Scan};

/// One run of a tool.
pub struct Session<'s> {
    /// What the tool knows.
    pub registry: &'static Registry,
    /// The tool's name, for messages.
    pub program: &'s str,
    /// Standard output: results, and outputs that go to `-`.
    pub out: &'s mut dyn Write,
    /// Standard error: messages.
    pub err: &'s mut dyn Write,
    /// Results as JSON rather than text.
    pub json: bool,
    /// Learns how far long work has come.
    pub progress: &'s mut dyn Progress,
}

/// The answer of an operation that could be carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Done, or yes. Exit code 0.
    Yes,
    /// No. Exit code 1.
    No,
    /// What can be reported has been, and so has what is wrong with the rest. Exit code 2.
    Partly,
}

impl Outcome {
    /// The exit code that tells it.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::Partly => 2,
        }
    }
}

impl Session<'_> {
    /// Prints `text` as (part of) the result. A reader that has gone away is no error.
    ///
    /// # Errors
    ///
    /// The text cannot be written.
    pub fn print(&mut self, text: &str) -> Result<(), OpError> {
        match self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(OpError::Io { file: "standard output".into(), error })
            }
            _ => Ok(()),
        }
    }

    /// Prints `text` as a report on the side: to standard output, unless an output file goes there.
    ///
    /// # Errors
    ///
    /// As [`Session::print`].
    pub fn report<'p>(&mut self, text: &str, outputs: impl IntoIterator<Item = &'p str>) -> Result<(), OpError> {
        if outputs.into_iter().any(|output| output == STANDARD) {
            self.write_err(text);
            return Ok(());
        }
        self.print(text)
    }

    /// Prints a line of its own to standard error.
    pub fn message(&mut self, text: &str) {
        let line = format!("{}: {text}\n", self.program);
        self.write_err(&line);
    }

    /// Warns of something that does not stop the operation.
    pub fn warn(&mut self, located: &Located) {
        self.message(&located.as_warning());
    }

    /// Warns of everything that a scan has found wrong or odd.
    pub(super) fn warn_of(&mut self, scan: &Scan) {
        scan.findings().for_each(|located| self.warn(&located));
    }

    /// Says of the sections of the input `name` whose device code is not in it where it went.
    pub(super) fn note_external_code(&mut self, name: &str, scan: &Scan) {
        for external_code in &scan.external_code {
            self.message(&external_code.as_note(name));
        }
    }

    fn write_err(&mut self, text: &str) {
        // Nobody is left who could learn of a failure to write to standard error.
        let _ = self.err.write_all(text.as_bytes()).and_then(|()| self.err.flush());
    }
}

/// A JSON value as lines of text.
pub(super) fn pretty(value: &serde_json::Value) -> String {
    // Writing a value that consists of maps with text keys cannot fail.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}
