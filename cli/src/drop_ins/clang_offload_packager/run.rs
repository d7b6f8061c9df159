//! Checks the command line, then packs or extracts.

use std::ffi::OsString;
use std::path::PathBuf;

use offload_bundle_cli_definitions::clang_offload_packager::{DONE, DROP_IN, Environment, FAILED, Options};
use offload_bundle_core::options::Action;

use super::driver::Driver;
use super::{extract, pack};
use crate::drop_ins::REGISTRY;
use crate::drop_ins::llvm_options::{CommandLine, ParseOutcome, Parsed, Release, parse, show};
use crate::print::{Printer, Settings};
use crate::surroundings::Surroundings;

pub(in crate::drop_ins) fn run(words: &CommandLine, surroundings: &mut Surroundings<'_>) -> u8 {
    let Surroundings { out, err, variable, .. } = surroundings;
    let environment = Environment::of(*variable);
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
    let has_work = non_empty(options.output.as_ref()).is_some() || non_empty(options.input.as_ref()).is_some();
    if options.h == Some(true) || !has_work {
        return show(Action::Help { headings: false, hidden: false });
    }
    let program = words.program.as_str();
    let printer = Printer::new(*out, *err, Settings::default());
    let mut driver = Driver { registry: &REGISTRY, program, release, options, printer };
    match driver.drive() {
        Ok(()) => DONE,
        Err(text) => {
            driver.say(&format!("{program}: error: {text}"));
            FAILED
        }
    }
}

/// From the program name, the option or the environment; else the last with that name.
fn choose_release(words: &CommandLine, options: &Options, environment: &Environment) -> Release {
    let variable = environment.offload_bundle_emulate.clone();
    let asked = options.emulate.clone();
    let asked = asked.or_else(|| variable.map(|value: OsString| value.to_string_lossy().into_owned()));
    Release::choose(&DROP_IN, words, asked.as_deref())
}

/// The tool treats an empty path as not given.
fn non_empty(path: Option<&PathBuf>) -> Option<&PathBuf> {
    path.filter(|path| !path.as_os_str().is_empty())
}

impl Driver<'_> {
    fn drive(&mut self) -> Result<(), String> {
        let style = &self.release.behaves_as;
        if !DROP_IN.releases.contains(&style.as_str()) {
            return Err(format!(
                "'{style}': no such release to emulate; known are {}",
                DROP_IN.releases.join(", ")
            ));
        }
        let output = non_empty(self.options.output.as_ref()).cloned();
        let input = non_empty(self.options.input.as_ref()).cloned();
        match (output, input) {
            (Some(_), Some(_)) => {
                Err("Packaging to an output file and extracting from an input file are mutually exclusive.".to_owned())
            }
            (Some(output), None) => pack::pack(self, output),
            (None, input) => extract::extract(self, &input.unwrap_or_default()),
        }
    }
}
