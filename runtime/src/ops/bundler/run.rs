//! From a command line to the work: help and version, what the environment says, which options go together.

use std::io::Write;
use std::{borrow::ToOwned, format, string::String, string::ToString, vec::Vec};

use super::{BundlerEnvironment, BundlerOptions, BundlerTool, targets, work};
use crate::catalog::Catalog;
use crate::options::{Action, Outcome, Words, fill, help, parse};

/// Runs `tool` on `words` with the process's environment. The result is the exit code.
pub fn run(
    tool: &BundlerTool,
    catalog: &'static Catalog,
    words: &Words,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8 {
    let environment = (tool.environment)(&|name| std::env::var(name).ok()).heeded();
    let options = match parse(&tool.syntax, words, err) {
        Outcome::Run(parsed) => (tool.options)(&parsed),
        Outcome::Show(action) => return show(tool, words, &environment, action, out),
        Outcome::Mistakes => return tool.exit_codes.failed,
    };
    if options.help == Some(true) {
        let action = Action::Help { headings: false, hidden: false };
        return show(tool, words, &environment, action, out);
    }
    let mut driver =
        Driver { tool, catalog, program: &words.program, style: String::new(), options, environment, out, err };
    match driver.drive() {
        Ok(()) => tool.exit_codes.done,
        Err(text) => {
            let line = fill(tool.texts.error, &[("program", &words.program), ("text", &text)]);
            driver.say(&line);
            tool.exit_codes.failed
        }
    }
}

/// Shows help or version.
fn show(
    tool: &BundlerTool,
    words: &Words,
    environment: &BundlerEnvironment,
    action: Action,
    out: &mut dyn Write,
) -> u8 {
    let text = match action {
        Action::Help { headings, hidden } => help(&tool.syntax, &words.name(), headings, hidden),
        Action::Version => {
            let style = environment.style.as_deref().unwrap_or(tool.default_style);
            let version = fill(tool.syntax.version, &[("style", style), ("version", tool.version)]);
            format!("{version}\n")
        }
    };
    // A reader that has gone away has seen enough.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    tool.exit_codes.done
}

/// One run. Errors of its functions are messages.
pub(super) struct Driver<'d> {
    pub(super) tool: &'d BundlerTool,
    pub(super) catalog: &'static Catalog,
    pub(super) program: &'d str,
    /// The style of IDs; set before any work.
    pub(super) style: String,
    pub(super) options: BundlerOptions,
    pub(super) environment: BundlerEnvironment,
    pub(super) out: &'d mut dyn Write,
    pub(super) err: &'d mut dyn Write,
}

impl Driver<'_> {
    /// Says one line. A standard error that cannot be written to leaves nobody to tell.
    pub(super) fn say(&mut self, line: &str) {
        let _ = writeln!(self.err, "{line}");
    }

    fn warn(&mut self, text: &str) {
        let line = fill(self.tool.texts.warning, &[("program", self.program), ("text", text)]);
        self.say(&line);
    }

    fn drive(&mut self) -> Result<(), String> {
        self.style = self.asked_style()?;
        let versions = self.tool.versions_of(&self.style);
        for warning in self.environment.warnings(self.tool, versions) {
            self.say(&warning);
        }
        self.check_compression()?;
        self.merge_old_options()?;
        let given = |flag: Option<bool>| flag == Some(true);
        let unbundling = given(self.options.unbundle);
        if given(self.options.list) {
            self.check_list()?;
            return work::list(self);
        }
        self.check_counts(unbundling)?;
        let targets = targets::check(
            self.tool,
            self.catalog.ids,
            &self.style,
            &self.options.targets,
            !unbundling,
        )?;
        if unbundling {
            work::unbundle(self, &targets)
        } else {
            work::bundle(self, &targets)
        }
    }

    /// The style of IDs: the option's, the environment's, or the tool's own.
    fn asked_style(&self) -> Result<String, String> {
        let asked = self.options.style.as_ref().or(self.environment.style.as_ref());
        let style = asked.map_or_else(|| self.tool.default_style.to_owned(), Clone::clone);
        if self.catalog.ids.styles().contains(&style.as_str()) {
            return Ok(style);
        }
        Err(fill(self.tool.texts.unknown_style, &[("style", &style)]))
    }

    /// Inputs and outputs given by the old options count as given by the new ones.
    fn merge_old_options(&mut self) -> Result<(), String> {
        let texts = &self.tool.texts;
        let options = &mut self.options;
        let inputs = merge(&mut options.inputs, &mut options.old_inputs, texts.inputs_mixed)?;
        if inputs {
            self.warn(texts.inputs_deprecated);
        }
        let options = &mut self.options;
        let outputs = merge(&mut options.outputs, &mut options.old_outputs, texts.outputs_mixed)?;
        if outputs {
            self.warn(texts.outputs_deprecated);
        }
        Ok(())
    }

    fn check_list(&self) -> Result<(), String> {
        let (texts, options) = (&self.tool.texts, &self.options);
        first_of(&[
            (options.unbundle == Some(true), texts.list_and_unbundle),
            (options.inputs.len() != 1, texts.list_inputs),
            (!options.outputs.is_empty(), texts.list_outputs),
            (!options.targets.is_empty(), texts.list_targets),
        ])
    }

    fn check_counts(&self, unbundling: bool) -> Result<(), String> {
        let (texts, options) = (&self.tool.texts, &self.options);
        let archive = options.file_type.as_deref() == Some(self.tool.archive_type);
        let checks = options.check_archive == Some(true);
        let counts = |files: &Vec<String>| files.len() != options.targets.len();
        first_of(&[
            (checks && !unbundling, texts.check_archive_bundling),
            (checks && !archive, texts.check_archive_type),
            (options.outputs.is_empty(), texts.no_output),
            (options.targets.is_empty(), texts.no_targets),
        ])?;
        if unbundling {
            return first_of(&[
                (options.inputs.len() != 1, texts.unbundle_inputs),
                (counts(&options.outputs), texts.unbundle_counts),
            ]);
        }
        first_of(&[
            (archive, texts.archive_bundling),
            (options.outputs.len() != 1, texts.bundle_outputs),
            (counts(&options.inputs), texts.bundle_counts),
        ])
    }
}

/// The message of the first mistake that was made.
fn first_of(mistakes: &[(bool, &'static str)]) -> Result<(), String> {
    match mistakes.iter().find(|(made, _)| *made) {
        Some((_, text)) => Err((*text).to_string()),
        None => Ok(()),
    }
}

/// Moves what the old option gave to the new one, and says whether there was any. Errors: `mixed`, if both were used.
fn merge(new: &mut Vec<String>, old: &mut Vec<String>, mixed: &str) -> Result<bool, String> {
    if old.is_empty() {
        return Ok(false);
    }
    if !new.is_empty() {
        return Err(mixed.to_owned());
    }
    new.append(old);
    Ok(true)
}
