//! Where results and messages go, and in which form.

use std::io::{self, Write};
use std::path::Path;

use offload_bundle::Error;
use offload_bundle::input::{InputFile, STANDARD};
use serde::Serialize;

use super::advice::{advise, hint};
use super::settings::{ERROR, NOTE, Settings, Verbosity, WARNING, apply_style};
use super::shown::show;
use crate::waiting::Waiting;

/// How much text is collected before it is printed, in bytes.
const ENOUGH: usize = 64 << 10;

/// Prints results to one stream and messages to another.
pub(crate) struct Printer<'p> {
    out: &'p mut dyn Write,
    err: &'p mut dyn Write,
    settings: Settings,
    /// What is printed next.
    text: String,
    /// What shows that there is work, where a terminal does.
    waiting: Option<Waiting>,
    /// Whether a file goes to `out`: then a JSON document goes to `err`, and nothing else does.
    out_is_a_file: bool,
}

impl<'p> Printer<'p> {
    /// Prints results to `out` and messages to `err`.
    pub(crate) fn new(out: &'p mut dyn Write, err: &'p mut dyn Write, settings: Settings) -> Self {
        Self { out, err, settings, text: String::new(), waiting: None, out_is_a_file: false }
    }

    /// Does work that only reads `inputs`, and shows on a terminal how far it has come.
    pub(crate) fn while_reading<'i, T>(
        &mut self,
        inputs: impl IntoIterator<Item = &'i InputFile>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let waiting = self.settings.progress.then(|| Waiting::begin(total_size(inputs)));
        self.beside(waiting, work)
    }

    /// Does work, and shows `waiting` until it is done, or has printed a part of a line. Whole lines appear above.
    pub(crate) fn beside<T>(&mut self, waiting: Option<Waiting>, work: impl FnOnce(&mut Self) -> T) -> T {
        self.waiting = waiting;
        let done = work(self);
        self.waiting = None;
        done
    }

    /// How results and messages are shown.
    pub(crate) fn settings(&self) -> Settings {
        self.settings
    }

    /// Whether results are JSON rather than text.
    pub(crate) fn is_json(&self) -> bool {
        self.settings.json
    }

    /// Where outputs go that are called `-`.
    pub(crate) fn stdout(&mut self) -> &mut dyn Write {
        self.waiting = None;
        self.out
    }

    /// From now on standard output belongs to a file that is written there.
    pub(crate) fn give_stdout_to_a_file(&mut self) {
        self.out_is_a_file = true;
    }

    /// Whether nothing but a JSON document goes where messages go.
    pub(crate) fn only_document(&self) -> bool {
        self.settings.json && self.out_is_a_file
    }

    /// Adds `text` to what is printed.
    ///
    /// # Errors
    ///
    /// Standard output cannot be written.
    pub(super) fn push(&mut self, text: &str) -> Result<(), Error> {
        self.text.push_str(text);
        match self.text.len() {
            ENOUGH.. => self.flush(),
            _ => Ok(()),
        }
    }

    /// Prints what has been added. A reader that has gone away is no error.
    ///
    /// # Errors
    ///
    /// Standard output cannot be written.
    pub(super) fn flush(&mut self) -> Result<(), Error> {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            // What is printed ends within a line, which nothing may erase.
            self.waiting = None;
        }
        // Nothing goes among the bytes of a file.
        let to = if self.out_is_a_file {
            &mut self.err
        } else {
            &mut self.out
        };
        let mut write = || to.write_all(self.text.as_bytes()).and_then(|()| to.flush());
        let written = match &self.waiting {
            Some(waiting) if !self.text.is_empty() => waiting.aside(write),
            _ => write(),
        };
        self.text.clear();
        match written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Error::Output { file: STANDARD.into(), error })
            }
            _ => Ok(()),
        }
    }

    /// Prints `text`.
    ///
    /// # Errors
    ///
    /// Standard output cannot be written.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), Error> {
        self.push(text)?;
        self.flush()
    }

    /// Prints a report, as JSON or as the text that `text` makes of it.
    ///
    /// # Errors
    ///
    /// Standard output cannot be written.
    pub(crate) fn report<R: Serialize>(
        &mut self,
        report: &R,
        text: impl FnOnce(&R, Settings) -> String,
    ) -> Result<(), Error> {
        self.report_beside(report, text, [])
    }

    /// Prints a report, as JSON or as the text that `text` makes of it, where there is any; beside the messages where one of the outputs goes to
    /// standard output.
    ///
    /// # Errors
    ///
    /// Standard output cannot be written.
    pub(super) fn report_beside<'o, R: Serialize>(
        &mut self,
        report: &R,
        text: impl FnOnce(&R, Settings) -> String,
        outputs: impl IntoIterator<Item = &'o Path>,
    ) -> Result<(), Error> {
        let text = if self.settings.json {
            pretty(report)
        } else {
            text(report, self.settings)
        };
        match text.is_empty() {
            true => Ok(()),
            false => self.print_beside(&text, outputs.into_iter()),
        }
    }

    /// Prints `text` to standard output, unless one of the outputs goes there; then beside the messages.
    ///
    /// # Errors
    ///
    /// Standard output cannot be written.
    pub(super) fn print_beside<'o>(
        &mut self,
        text: &str,
        mut outputs: impl Iterator<Item = &'o Path>,
    ) -> Result<(), Error> {
        if outputs.any(|output| output.as_os_str() == STANDARD) {
            self.say(text);
            return Ok(());
        }
        self.print(text)
    }

    /// Says what went wrong. Whatever the text was made of, it stays one line, and does nothing to a terminal; so does every other remark.
    pub(crate) fn message(&mut self, text: &str) {
        if !self.only_document() {
            let word = apply_style("error:", ERROR, self.settings.colour_err);
            self.say(&format!("{word} {}\n", show(text)));
        }
    }

    /// Says what went wrong, and on another line what helps.
    pub(crate) fn error(&mut self, error: &Error) {
        self.message(&advise(error));
        self.hint_at(error);
    }

    /// Says on a line what helps against `error`, if something is known to.
    pub(super) fn hint_at(&mut self, error: &Error) {
        if let Some(hint) = hint(error) {
            self.hint(&hint);
        }
    }

    /// Says on a line what helps.
    pub(crate) fn hint(&mut self, hint: &str) {
        if !self.only_document() {
            let word = apply_style("hint:", NOTE, self.settings.colour_err);
            self.say(&format!("{word} {}\n", show(hint)));
        }
    }

    /// Prints a warning on one line, unless warnings are off.
    pub(crate) fn warning(&mut self, text: &str) {
        self.remark(
            Verbosity::Normal,
            &apply_style("warning:", WARNING, self.settings.colour_err),
            text,
        );
    }

    /// Prints a note on one line, unless notes are off.
    pub(crate) fn note(&mut self, text: &str) {
        self.remark(
            Verbosity::Normal,
            &apply_style("note:", NOTE, self.settings.colour_err),
            text,
        );
    }

    /// Says what was done: one line, if somebody wants to know.
    pub(crate) fn detail(&mut self, text: impl FnOnce() -> String) {
        if self.settings.verbosity == Verbosity::Verbose {
            self.remark(Verbosity::Verbose, "", &text());
        }
    }

    /// One line, where at least `verbosity` is wanted.
    fn remark(&mut self, verbosity: Verbosity, kind: &str, text: &str) {
        if self.settings.verbosity >= verbosity && !self.only_document() {
            let space = if kind.is_empty() { "" } else { " " };
            self.say(&format!("{kind}{space}{}\n", show(text)));
        }
    }

    /// Prints `text` as it is among the messages.
    pub(crate) fn say(&mut self, text: &str) {
        // A failure to write to standard error cannot be reported; the exit code tells ([`crate::run`]).
        let mut write = || self.err.write_all(text.as_bytes()).and_then(|()| self.err.flush());
        let _ = match &self.waiting {
            Some(waiting) => waiting.aside(write),
            None => write(),
        };
    }

    /// Says why a command could not be carried out: one line, and as JSON an object `error` with `code` and `message`.
    pub(crate) fn failure(&mut self, code: &str, message: &str) {
        self.message(message);
        self.failure_as_json(code, message);
    }

    /// As JSON, why a command could not be carried out.
    pub(crate) fn failure_as_json(&mut self, code: &str, message: &str) {
        let document = || pretty(&serde_json::json!({ "error": { "code": code, "message": message } }));
        if self.only_document() {
            self.say(&document());
        } else if self.settings.json {
            // It is on standard error already; that it cannot be printed a second time changes nothing.
            let _ = self.print(&document());
        }
    }
}

/// The length of `inputs` together, if all of them are files.
fn total_size<'i>(inputs: impl IntoIterator<Item = &'i InputFile>) -> Option<u64> {
    let len = |input: &InputFile| match input {
        InputFile::Path(path) => std::fs::metadata(path)
            .ok()
            .filter(|file| file.is_file())
            .map(|file| file.len()),
        _ => None,
    };
    inputs
        .into_iter()
        .try_fold(0_u64, |sum, input| Some(sum.saturating_add(len(input)?)))
}

/// A report as lines of JSON.
pub(super) fn pretty(report: &impl Serialize) -> String {
    // Writing a value that consists of maps with text keys cannot fail.
    let mut text = serde_json::to_string_pretty(report).unwrap_or_default();
    text.push('\n');
    text
}
