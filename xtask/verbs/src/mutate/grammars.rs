//! Judges of grammars that need no compiler: the cases, and tests that read a schema at run time.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::fate::{MutantOutcome, failing, words};
use super::sandbox::{Sandbox, output};
use crate::files;

#[derive(Debug)]
pub struct Judges<'s> {
    sandbox: &'s Sandbox,
    /// Runs the cases on many grammars.
    cases: PathBuf,
    /// Contains the tests.
    facts: PathBuf,
    modules: Vec<String>,
}

impl<'s> Judges<'s> {
    /// Compiles them in the unchanged copy.
    pub fn build(sandbox: &'s Sandbox, modules: &[String]) -> Result<Self, String> {
        let mut built = BTreeMap::new();
        for call in
            ["build --bin ask_grammar --package xtask-programs", "test --no-run --test facts --package offload-bundle"]
        {
            let call = words(&format!("{call} --message-format json"));
            // They run for hours.
            let done = output(
                sandbox
                    .cargo(&sandbox.root, &call)
                    .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1"),
            )?;
            if !done.status.success() {
                let said = String::from_utf8_lossy(&done.stderr).into_owned();
                return Err(format!("what asks grammars does not compile:\n{said}"));
            }
            built.extend(String::from_utf8_lossy(&done.stdout).lines().filter_map(executable));
        }
        let mut path = |name: &str| built.remove(name).ok_or(format!("{name}: no program was built"));
        let modules = modules.iter().map(|module| format!("{module}::")).collect();
        Ok(Self { sandbox, cases: path("ask_grammar")?, facts: path("facts")?, modules })
    }

    /// Judges these grammars; `None` for unnoticed changes.
    pub fn judge(&self, texts: &[String]) -> Result<Vec<Option<MutantOutcome>>, String> {
        let folder = self.sandbox.root.with_file_name("grammars");
        let paths: Vec<PathBuf> = (0..texts.len()).map(|at| folder.join(format!("{at}.yaml"))).collect();
        for (path, text) in paths.iter().zip(texts) {
            files::write_if_different(path, text)?;
        }
        let (list, lines) = (
            folder.join("paths"),
            paths.iter().map(|path| format!("{}\n", path.display())),
        );
        files::write_if_different(&list, &lines.collect::<String>())?;
        let input = fs::File::open(&list).map_err(|error| format!("{}: {error}", list.display()))?;
        let done = output(Command::new(&self.cases).stdin(Stdio::from(input)))?;
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        let answer = |line: &str| match (line, line.strip_prefix("refused: ")) {
            ("", _) => None,
            (_, Some(why)) => Some(MutantOutcome::Refused(why.to_owned())),
            (noticed, None) => Some(MutantOutcome::Noticed(noticed.to_owned())),
        };
        let mut answers: Vec<Option<MutantOutcome>> = said.lines().map(answer).collect();
        if answers.len() != texts.len() {
            return Err(format!("ask_grammar: {}", String::from_utf8_lossy(&done.stderr)));
        }
        for (answer, path) in answers.iter_mut().zip(&paths).filter(|(answer, _)| answer.is_none()) {
            // Without tools, which would take days for thousands of grammars.
            let mut facts = Command::new(&self.facts);
            facts.args(&self.modules).env("OFFLOAD_BUNDLE_GRAMMAR", path);
            facts
                .envs([("OFFLOAD_BUNDLE_RECORD", "off"), ("PATH", "")])
                .env_remove("OFFLOAD_BUNDLE_REQUIRE_LLVM");
            let done = output(facts.current_dir(self.sandbox.root.join("library")))?;
            *answer = failing(&done).map(MutantOutcome::Noticed);
        }
        Ok(answers)
    }
}

/// From a line of cargo's JSON.
fn executable(line: &str) -> Option<(String, PathBuf)> {
    let told: serde_json::Value = serde_json::from_str(line).ok()?;
    let name = told.get("target")?.get("name")?.as_str()?;
    Some((name.to_owned(), told.get("executable")?.as_str()?.into()))
}
