//! Checks the command line and environment, then starts the work.

use std::path::PathBuf;

use offload_bundle_cli_definitions::clang_offload_bundler::{DONE, DROP_IN, Environment, FAILED, Options};
use offload_bundle_core::options::Action;

use super::compression::versions_of;
use super::driver::Driver;
use super::{environment, targets, work};
use crate::drop_ins::REGISTRY;
use crate::drop_ins::llvm_options::{CommandLine, ParseOutcome, Parsed, Release, list_releases, parse, show};
use crate::print::{Printer, Settings};
use crate::surroundings::Surroundings;

const ARCHIVE_TYPE: &str = "a";

/// Releases with it warn of the older ones.
const NEW_INPUT_OPTION: &str = "input";

pub(in crate::drop_ins) fn run(words: &CommandLine, surroundings: &mut Surroundings<'_>) -> u8 {
    let Surroundings { out, err, variable, .. } = surroundings;
    let environment = environment::from_env(*variable);
    let release_of = |given: &Parsed| choose_release(words, &Options::of(given), &environment);
    let (release, outcome) = parse(&DROP_IN, words, release_of, *err);
    let mut show = |action| match show(&DROP_IN, words, &release, action, (*out, *err)) {
        true => DONE,
        false => FAILED,
    };
    let options = match outcome {
        ParseOutcome::Run(parsed) => Options::of(&parsed),
        ParseOutcome::Show(action) => return show(action),
        ParseOutcome::Mistakes => return FAILED,
    };
    if options.h == Some(true) {
        return show(Action::Help { headings: false, hidden: false });
    }
    let program = words.program.as_str();
    let printer = Printer::new(*out, *err, Settings::default());
    let mut driver =
        Driver { registry: &REGISTRY, program, release, options, environment, inputs: Vec::new(), printer };
    match driver.drive() {
        Ok(()) => DONE,
        Err(text) => {
            driver.say(&format!("{}: error: {text}", words.program));
            FAILED
        }
    }
}

/// From the program name, the option or the environment; else the newest that accepts the targets.
fn choose_release(words: &CommandLine, options: &Options, environment: &Environment) -> Release {
    let variable = environment.offload_bundle_emulate.as_ref();
    let asked = options.emulate.clone();
    let asked = asked.or_else(|| variable.map(|value| value.to_string_lossy().into_owned()));
    let asked = asked.or_else(|| targets::newest_release(REGISTRY.ids, DROP_IN.releases, &options.targets));
    Release::choose(&DROP_IN, words, asked.as_deref())
}

impl Driver<'_> {
    fn drive(&mut self) -> Result<(), String> {
        let style = &self.release.behaves_as;
        if !self.registry.ids.styles.iter().any(|known| known.name == style) {
            return Err(format!(
                "'{style}': no such release to emulate; known are {}",
                known_releases()
            ));
        }
        if let Some(asked) = self
            .options
            .emulate
            .clone()
            .filter(|asked| *asked != self.release.named)
        {
            let named = &self.release.named;
            let text = format!("-emulate={asked} has no effect, because the name of the tool asks for release {named}");
            self.warn(&text);
        }
        for warning in environment::warnings(&self.environment, versions_of(&self.release)) {
            self.say(&warning);
        }
        self.merge_old_options()?;
        let given = |flag: Option<bool>| flag == Some(true);
        let unbundling = given(self.options.unbundle);
        if given(self.options.list) {
            self.check_list()?;
            return work::list(self);
        }
        self.check_counts(unbundling)?;
        let targets = targets::check(
            self.registry.ids,
            &self.release.behaves_as,
            &self.options.targets,
            !unbundling,
        )?;
        if unbundling {
            work::unbundle(self, &targets)
        } else {
            work::bundle(self, &targets)
        }
    }

    fn merge_old_options(&mut self) -> Result<(), String> {
        let options = &mut self.options;
        let (inputs, outputs) = (options.inputs.split_off(0), options.outputs.split_off(0));
        if !inputs.is_empty() {
            merge(
                inputs,
                &mut self.options.input,
                "-inputs and -input cannot be used together, use only -input instead",
            )?;
            self.warn_of_old_option("-inputs is deprecated, use -input instead");
        }
        if !outputs.is_empty() {
            let mixed = "-outputs and -output cannot be used together, use only -output instead";
            merge(outputs, &mut self.options.output, mixed)?;
            self.warn_of_old_option("-outputs is deprecated, use -output instead");
        }
        Ok(())
    }

    fn warn_of_old_option(&mut self, text: &str) {
        let mut options = DROP_IN.options.iter();
        let new = options.find(|option| option.name == NEW_INPUT_OPTION);
        if new.is_none_or(|new| new.is_known_to(&self.release.behaves_as, DROP_IN.releases)) {
            self.warn(text);
        }
    }

    pub(super) fn is_of_archives(&self) -> bool {
        self.options.file_type.as_deref() == Some(ARCHIVE_TYPE)
    }

    fn check_list(&self) -> Result<(), String> {
        let options = &self.options;
        first_of(&[
            (
                options.unbundle == Some(true),
                "-unbundle and -list cannot be used together",
            ),
            (options.input.len() != 1, "only one input file supported for -list"),
            (!options.output.is_empty(), "-outputs option is invalid for -list"),
            (!options.targets.is_empty(), "-targets option is invalid for -list"),
        ])
    }

    fn check_counts(&self, unbundling: bool) -> Result<(), String> {
        let options = &self.options;
        let archive = self.is_of_archives();
        let checks = options.check_input_archive == Some(true);
        let counts = |files: &Vec<PathBuf>| files.len() != options.targets.len();
        first_of(&[
            (
                checks && !unbundling,
                "-check-input-archive cannot be used while bundling",
            ),
            (
                checks && !archive,
                "-check-input-archive can only be used for unbundling archives (-type=a)",
            ),
            (options.output.is_empty(), "no output file specified!"),
            (
                options.targets.is_empty(),
                "for the --targets option: must be specified at least once!",
            ),
        ])?;
        if unbundling {
            return first_of(&[
                (
                    options.input.len() != 1,
                    "only one input file supported in unbundling mode",
                ),
                (
                    counts(&options.output),
                    "number of output files and targets should match in unbundling mode",
                ),
            ]);
        }
        first_of(&[
            (archive, "Archive files are only supported for unbundling"),
            (
                options.output.len() != 1,
                "only one output file supported in bundling mode",
            ),
            (
                counts(&options.input),
                "number of input files and targets should match in bundling mode",
            ),
        ])
    }
}

fn known_releases() -> String {
    let similar = DROP_IN.similar.iter().map(|similar| similar.name);
    let mut known: Vec<&str> = DROP_IN.releases.iter().copied().chain(similar).collect();
    known.sort_unstable();
    list_releases(&known)
}

fn first_of(mistakes: &[(bool, &str)]) -> Result<(), String> {
    match mistakes.iter().find(|(made, _)| *made) {
        Some((_, text)) => Err((*text).to_string()),
        None => Ok(()),
    }
}

/// Fails with `mixed` if both were used.
fn merge(old: Vec<PathBuf>, new: &mut Vec<PathBuf>, mixed: &str) -> Result<(), String> {
    if !new.is_empty() {
        return Err(mixed.to_owned());
    }
    *new = old;
    Ok(())
}
