//! Prints results and messages as text or JSON.

use std::io::{self, Write};
use std::path::Path;

use offload_bundle::Error;
use offload_bundle::input::{InputFile, STANDARD};
use serde::Serialize;

use super::advice::{advise, hint};
use super::settings::{ERROR, NOTE, Settings, Verbosity, WARNING, apply_style};
use super::shown::show;
use crate::waiting::ProgressLine;

/// In bytes.
const ENOUGH: usize = 64 << 10;

pub(crate) struct Printer<'p> {
    out: &'p mut dyn Write,
    err: &'p mut dyn Write,
    settings: Settings,
    text: String,
    waiting: Option<ProgressLine>,
    /// A JSON document then replaces all messages on `err`.
    out_is_a_file: bool,
}

impl<'p> Printer<'p> {
    pub(crate) fn new(out: &'p mut dyn Write, err: &'p mut dyn Write, settings: Settings) -> Self {
        Self { out, err, settings, text: String::new(), waiting: None, out_is_a_file: false }
    }

    /// With a progress line on a terminal.
    pub(crate) fn while_reading<'i, T>(
        &mut self,
        inputs: impl IntoIterator<Item = &'i InputFile>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let waiting = self.settings.progress.then(|| ProgressLine::begin(total_size(inputs)));
        self.beside(waiting, work)
    }

    /// Until it ends or prints part of a line. Whole lines appear above.
    pub(crate) fn beside<T>(&mut self, waiting: Option<ProgressLine>, work: impl FnOnce(&mut Self) -> T) -> T {
        self.waiting = waiting;
        let done = work(self);
        self.waiting = None;
        done
    }

    pub(crate) fn settings(&self) -> Settings {
        self.settings
    }

    pub(crate) fn is_json(&self) -> bool {
        self.settings.json
    }

    /// For outputs called `-`.
    pub(crate) fn stdout(&mut self) -> &mut dyn Write {
        self.waiting = None;
        self.out
    }

    pub(crate) fn give_stdout_to_a_file(&mut self) {
        self.out_is_a_file = true;
    }

    /// Standard error is reserved for a JSON document.
    pub(crate) fn only_document(&self) -> bool {
        self.settings.json && self.out_is_a_file
    }

    pub(super) fn push(&mut self, text: &str) -> Result<(), Error> {
        self.text.push_str(text);
        match self.text.len() {
            ENOUGH.. => self.flush(),
            _ => Ok(()),
        }
    }

    /// A closed pipe is not an error.
    pub(super) fn flush(&mut self) -> Result<(), Error> {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            // The progress line must not erase a partial line.
            self.waiting = None;
        }
        // Standard output is reserved for a file.
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

    pub(crate) fn print(&mut self, text: &str) -> Result<(), Error> {
        self.push(text)?;
        self.flush()
    }

    pub(crate) fn report<R: Serialize>(
        &mut self,
        report: &R,
        text: impl FnOnce(&R, Settings) -> String,
    ) -> Result<(), Error> {
        self.report_beside(report, text, [])
    }

    /// To standard error if an output is `-`.
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

    /// To standard error if an output is `-`.
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

    /// Escaped so that it stays one line and cannot control a terminal.
    pub(crate) fn message(&mut self, text: &str) {
        if !self.only_document() {
            let word = apply_style("error:", ERROR, self.settings.colour_err);
            self.say(&format!("{word} {}\n", show(text)));
        }
    }

    pub(crate) fn error(&mut self, error: &Error) {
        self.message(&advise(error));
        self.hint_at(error);
    }

    pub(super) fn hint_at(&mut self, error: &Error) {
        if let Some(hint) = hint(error) {
            self.hint(&hint);
        }
    }

    pub(crate) fn hint(&mut self, hint: &str) {
        if !self.only_document() {
            let word = apply_style("hint:", NOTE, self.settings.colour_err);
            self.say(&format!("{word} {}\n", show(hint)));
        }
    }

    pub(crate) fn warning(&mut self, text: &str) {
        self.remark(
            Verbosity::Normal,
            &apply_style("warning:", WARNING, self.settings.colour_err),
            text,
        );
    }

    pub(crate) fn note(&mut self, text: &str) {
        self.remark(
            Verbosity::Normal,
            &apply_style("note:", NOTE, self.settings.colour_err),
            text,
        );
    }

    /// Prints one line with `--verbose`.
    pub(crate) fn detail(&mut self, text: impl FnOnce() -> String) {
        if self.settings.verbosity == Verbosity::Verbose {
            self.remark(Verbosity::Verbose, "", &text());
        }
    }

    fn remark(&mut self, verbosity: Verbosity, kind: &str, text: &str) {
        if self.settings.verbosity >= verbosity && !self.only_document() {
            let space = if kind.is_empty() { "" } else { " " };
            self.say(&format!("{kind}{space}{}\n", show(text)));
        }
    }

    pub(crate) fn say(&mut self, text: &str) {
        // Failures to write to standard error only change the exit code ([`crate::run`]).
        let mut write = || self.err.write_all(text.as_bytes()).and_then(|()| self.err.flush());
        let _ = match &self.waiting {
            Some(waiting) => waiting.aside(write),
            None => write(),
        };
    }

    /// One line, and in JSON an object `error` with `code` and `message`.
    pub(crate) fn failure(&mut self, code: &str, message: &str) {
        self.message(message);
        self.failure_as_json(code, message);
    }

    pub(crate) fn failure_as_json(&mut self, code: &str, message: &str) {
        let document = || pretty(&serde_json::json!({ "error": { "code": code, "message": message } }));
        if self.only_document() {
            self.say(&document());
        } else if self.settings.json {
            // The message is on standard error already.
            let _ = self.print(&document());
        }
    }
}

/// If all are files.
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

pub(super) fn pretty(report: &impl Serialize) -> String {
    // Maps with text keys always serialize.
    let mut text = serde_json::to_string_pretty(report).unwrap_or_default();
    text.push('\n');
    text
}
