//! From a command line to the work: help and version, what the environment says, which options go together.

use std::io::Write;

use offload_bundle_cli_definitions::clang_offload_bundler::{
    ARCHIVE_TYPE, DEFAULT_STYLE, DONE, Environment, FAILED, Options, SYNTAX, TEXTS,
};
use offload_bundle_core::options::Action;
use offload_bundle_formats::registry::REGISTRY;

use super::compression::versions_of;
use super::driver::Driver;
use super::{environment, targets, work};
use crate::drop_ins::llvm_options::{CommandLine, ParseOutcome, fill, help, parse};

/// Runs the tool on `words` with the process's environment. The result is the exit code.
pub(in crate::drop_ins) fn run(words: &CommandLine, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let environment = environment::heeded();
    let options = match parse(&SYNTAX, words, err) {
        ParseOutcome::Run(parsed) => Options::of(&parsed),
        ParseOutcome::Show(action) => return show(words, &environment, action, out),
        ParseOutcome::Mistakes => return FAILED,
    };
    if options.help == Some(true) {
        return show(
            words,
            &environment,
            Action::Help { headings: false, hidden: false },
            out,
        );
    }
    let mut driver =
        Driver { registry: &REGISTRY, program: &words.program, style: String::new(), options, environment, out, err };
    match driver.drive() {
        Ok(()) => DONE,
        Err(text) => {
            let line = fill(TEXTS.error, &[("program", &words.program), ("text", &text)]);
            driver.say(&line);
            FAILED
        }
    }
}

/// Shows help or version.
fn show(words: &CommandLine, environment: &Environment, action: Action, out: &mut dyn Write) -> u8 {
    let text = match action {
        Action::Help { headings, hidden } => help(&SYNTAX, &words.name(), headings, hidden),
        Action::Version => {
            let style = environment.style.as_deref().unwrap_or(DEFAULT_STYLE);
            let version = fill(
                SYNTAX.version,
                &[("style", style), ("version", env!("CARGO_PKG_VERSION"))],
            );
            format!("{version}\n")
        }
    };
    // A reader that has gone away has seen enough.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    DONE
}

impl Driver<'_> {
    fn drive(&mut self) -> Result<(), String> {
        self.style = self.asked_style()?;
        let versions = versions_of(&self.style);
        for warning in environment::warnings(&self.environment, versions) {
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
        let targets = targets::check(self.registry.ids, &self.style, &self.options.targets, !unbundling)?;
        if unbundling {
            work::unbundle(self, &targets)
        } else {
            work::bundle(self, &targets)
        }
    }

    /// The style of IDs: the option's, the environment's, or the tool's own.
    fn asked_style(&self) -> Result<String, String> {
        let asked = self.options.style.as_ref().or(self.environment.style.as_ref());
        let style = asked.map_or_else(|| DEFAULT_STYLE.to_owned(), Clone::clone);
        if self.registry.ids.styles().contains(&style.as_str()) {
            return Ok(style);
        }
        Err(fill(TEXTS.unknown_style, &[("style", &style)]))
    }

    /// Inputs and outputs given by the old options count as given by the new ones.
    fn merge_old_options(&mut self) -> Result<(), String> {
        let options = &mut self.options;
        let inputs = merge(&mut options.inputs, &mut options.old_inputs, TEXTS.inputs_mixed)?;
        if inputs {
            self.warn(TEXTS.inputs_deprecated);
        }
        let options = &mut self.options;
        let outputs = merge(&mut options.outputs, &mut options.old_outputs, TEXTS.outputs_mixed)?;
        if outputs {
            self.warn(TEXTS.outputs_deprecated);
        }
        Ok(())
    }

    fn check_list(&self) -> Result<(), String> {
        let options = &self.options;
        first_of(&[
            (options.unbundle == Some(true), TEXTS.list_and_unbundle),
            (options.inputs.len() != 1, TEXTS.list_inputs),
            (!options.outputs.is_empty(), TEXTS.list_outputs),
            (!options.targets.is_empty(), TEXTS.list_targets),
        ])
    }

    fn check_counts(&self, unbundling: bool) -> Result<(), String> {
        let options = &self.options;
        let archive = options.file_type.as_deref() == Some(ARCHIVE_TYPE);
        let checks = options.check_archive == Some(true);
        let counts = |files: &Vec<String>| files.len() != options.targets.len();
        first_of(&[
            (checks && !unbundling, TEXTS.check_archive_bundling),
            (checks && !archive, TEXTS.check_archive_type),
            (options.outputs.is_empty(), TEXTS.no_output),
            (options.targets.is_empty(), TEXTS.no_targets),
        ])?;
        if unbundling {
            return first_of(&[
                (options.inputs.len() != 1, TEXTS.unbundle_inputs),
                (counts(&options.outputs), TEXTS.unbundle_counts),
            ]);
        }
        first_of(&[
            (archive, TEXTS.archive_bundling),
            (options.outputs.len() != 1, TEXTS.bundle_outputs),
            (counts(&options.inputs), TEXTS.bundle_counts),
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

/// Moves what the old option gave to the new one, and says whether there was any.
///
/// # Errors
///
/// `mixed`, if both were used.
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
