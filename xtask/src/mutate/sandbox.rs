//! A copy of the repository in which one schema is changed at a time, and what of it notices. It builds in a folder of its own.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use offload_bundle_codegen::{Source, generate};

use super::mutant::Mutant;
use crate::{codegen, files};

/// What one process may use up, as the shell says it: seconds of processor time, and KiB of address space.
const LIMITS: &str = "ulimit -t 240 && ulimit -v 12000000 && exec \"$0\" \"$@\"";

/// What came of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// What noticed it.
    Noticed(String),
    /// What is generated is the same.
    NoChange,
    /// Nothing notices it.
    Survives,
}

/// The copy. What it builds stays between runs, and between changes.
#[derive(Debug)]
pub struct Sandbox {
    root: PathBuf,
}

impl Sandbox {
    /// Makes the copy, or freshens it: what git knows of.
    pub fn make() -> Result<Self, String> {
        let (from, root) = (files::root(), files::root().join("target/mutate"));
        let listed = output(Command::new("git").arg("ls-files").current_dir(&from))?;
        for path in String::from_utf8_lossy(&listed.stdout).lines() {
            let Ok(new) = fs::read(from.join(path)) else { continue };
            let to = root.join(path);
            if fs::read(&to).is_ok_and(|old| old == new) {
                continue;
            }
            let failed = |error: std::io::Error| format!("{}: {error}", to.display());
            to.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
            fs::write(&to, new).map_err(failed)?;
        }
        Ok(Self { root })
    }

    /// What notices that nothing is changed: a test that fails anyway.
    pub fn sound(&self, tests: &[&str]) -> Result<Fate, String> {
        self.fill(&codegen::schemas(&files::root().join("schemas"))?)?;
        self.tested(tests)
    }

    /// What the cases say of each changed grammar, without compiling it. Nothing where it cannot be asked.
    pub fn asked(&self, mutants: &[&Mutant]) -> Result<Vec<Option<Fate>>, String> {
        let folder = self.root.join("target/grammars");
        let mut paths = String::new();
        for (at, mutant) in mutants.iter().enumerate() {
            let path = folder.join(format!("{at}.yaml"));
            files::write_if_different(&path, &mutant.text)?;
            paths.push_str(&format!("{}\n", path.display()));
        }
        let list = folder.join("paths");
        files::write_if_different(&list, &paths)?;
        let input = fs::File::open(&list).map_err(|error| format!("{}: {error}", list.display()))?;
        let example = ["run", "--package", "offload-bundle-conformance", "--example", "ask_grammar"];
        let done = output(self.cargo(&example).stdin(Stdio::from(input)))?;
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        let mut answers = said.lines().map(|line| match line {
            "" => None,
            noticed => Some(Fate::Noticed(noticed.to_owned())),
        });
        Ok(mutants.iter().map(|_| answers.next().flatten()).collect())
    }

    /// What notices `mutant`: the generator, the compiler, the cases of the suite, the generated laws, or one of `tests`.
    pub fn fate(&self, mutant: &Mutant, tests: &[&str]) -> Result<Fate, String> {
        let sources = codegen::schemas(&files::root().join("schemas"))?;
        let mut changed = sources.clone();
        for source in &mut changed {
            if source.name == format!("schemas/{}", mutant.schema) {
                source.text.clone_from(&mutant.text);
            }
        }
        let generated = match generate(&changed) {
            Ok(generated) => generated,
            Err(problems) => {
                let first = problems.first();
                let why = first.map_or(String::new(), |problem| format!("expected {}", problem.expected));
                return Ok(Fate::Noticed(format!("refused: {why}")));
            }
        };
        if generate(&sources).is_ok_and(|sound| same_code(&sound, &generated)) {
            return Ok(Fate::NoChange);
        }
        self.fill(&changed)?;
        let fate = self.tested(tests);
        self.fill(&sources)?;
        fate
    }

    /// Writes the schemas, and what they give, into the copy.
    fn fill(&self, sources: &[Source]) -> Result<(), String> {
        for source in sources {
            files::write_if_different(&self.root.join(&source.name), &source.text)?;
        }
        for (path, text) in codegen::from_sources(sources)? {
            files::write_if_different(&self.root.join("generated").join(path), &text)?;
        }
        Ok(())
    }

    /// The first of the suites that fails, the quick ones first.
    fn tested(&self, tests: &[&str]) -> Result<Fate, String> {
        let suite = ["run", "--package", "offload-bundle-conformance", "--bin", "offload-bundle-conformance"];
        let suite = output(
            self.cargo(&suite)
                .args(["--", "--verbose", "--testee", "offload-bundle"]),
        )?;
        if let Some(noticed) = failing(&suite) {
            return Ok(Fate::Noticed(noticed));
        }
        let laws = ["test", "--no-fail-fast", "--package", "offload-bundle-formats", "--lib"];
        if let Some(noticed) = failing(&output(&mut self.cargo(&laws))?) {
            return Ok(Fate::Noticed(noticed));
        }
        if tests.is_empty() {
            return Ok(Fate::Survives);
        }
        let mut slow = self.cargo(&["test", "--no-fail-fast", "--package", "offload-bundle-conformance"]);
        slow.args(tests.iter().flat_map(|test| ["--test", test]));
        Ok(failing(&output(&mut slow)?).map_or(Fate::Survives, Fate::Noticed))
    }

    fn cargo(&self, words: &[&str]) -> Command {
        let mut cargo = Command::new("sh");
        cargo
            .args(["-c", LIMITS])
            .arg(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(words)
            .arg("--quiet")
            .current_dir(&self.root)
            .env_remove("CARGO_TARGET_DIR")
            .env("CARGO_PROFILE_DEV_DEBUG", "0");
        cargo
    }
}

/// Whether the code is the same: pages of documentation and comments aside.
fn same_code(a: &[offload_bundle_codegen::File], b: &[offload_bundle_codegen::File]) -> bool {
    let code = |files: &[offload_bundle_codegen::File]| {
        let files = files.iter().filter(|file| !file.path.ends_with(".md"));
        let lines = files.flat_map(|file| {
            file.text
                .lines()
                .map(str::trim_start)
                .filter(|line| !line.starts_with("//"))
        });
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    code(a) == code(b)
}

/// What a run that fails says of it.
fn failing(done: &Output) -> Option<String> {
    if done.status.success() {
        return None;
    }
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    let telling = |line: &&str| line.starts_with("error") || line.ends_with("FAILED") || line.contains("panicked at");
    let case = |line: &&str| {
        ["fail", "leak", "silent", "crash", "broken", "hang"]
            .iter()
            .any(|word| line.starts_with(word))
    };
    let line = said.lines().find(telling).or(said.lines().find(case));
    Some(line.unwrap_or("it fails").trim().chars().take(160).collect())
}

fn output(command: &mut Command) -> Result<Output, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    command.output().map_err(|error| format!("{program}: {error}"))
}
