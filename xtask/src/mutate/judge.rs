//! What notices a changed schema: the generator, the cases over its tables, tests that need little, the suite, and the slow tests. Each is
//! asked only where those before it, which cost less, notice nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use offload_bundle_codegen::{File, Source, generate};

use super::list::Tests;
use super::mutant::Mutant;
use super::only::Only;
use super::sandbox::{Sandbox, output};
use crate::files;

/// The package of the tests that need core and formats alone. It stands beside the copy, so that nothing else is compiled for it.
const ALONE: &str = "target/alone";

/// What came of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// The generator refuses it, and says why.
    Refused(String),
    /// What noticed it.
    Noticed(String),
    /// What is generated is the same.
    NoChange,
    /// Nothing notices it.
    Survives,
}

/// Code that is generated, without comments and pages of documentation: lines by path.
type Code = BTreeMap<String, Vec<String>>;

/// Tells the fates of changes.
#[derive(Debug)]
pub struct Judge<'s> {
    sandbox: &'s Sandbox,
    sources: Vec<Source>,
    sound: Vec<File>,
    code: Code,
    /// What was compiled so far: two changes can come to the same code.
    known: BTreeMap<Code, Fate>,
    /// What passes without any change.
    passed: BTreeSet<Step>,
    /// What asks grammars, once it is built.
    askers: Vec<PathBuf>,
}

/// A change that compiles to other code.
#[derive(Debug)]
pub struct Compiled {
    sources: Vec<Source>,
    generated: Vec<File>,
    code: Code,
}

impl<'s> Judge<'s> {
    /// One over these schemas, which have no mistake.
    pub fn new(sandbox: &'s Sandbox, sources: Vec<Source>) -> Result<Self, String> {
        let sound = generate(&sources).map_err(|problems| format!("the schemas have {} mistakes", problems.len()))?;
        let code = code(&sound);
        Ok(Self { sandbox, sources, sound, code, known: BTreeMap::new(), passed: BTreeSet::new(), askers: Vec::new() })
    }

    /// What is told of each changed grammar without compiling it, by the cases and by `tests`: nothing where they notice nothing.
    pub fn asked(&mut self, mutants: &[&Mutant], tests: &[&str]) -> Result<Vec<Option<Fate>>, String> {
        let texts: Vec<String> = mutants.iter().map(|mutant| mutant.text()).collect();
        if self.askers.is_empty() {
            self.build_askers(tests)?;
            let schema = mutants
                .first()
                .map(|mutant| format!("schemas/{}", mutant.schema))
                .unwrap_or_default();
            let sound = self.sources.iter().filter(|source| source.name == schema);
            let sound: Vec<String> = sound.map(|source| source.text.clone()).collect();
            if let Some(fault) = self.told(&sound)?.into_iter().flatten().next() {
                return Err(format!(
                    "without any change, the grammar is not as it should be: {fault:?}"
                ));
            }
        }
        self.told(&texts)
    }

    /// What is told of these grammars.
    fn told(&self, texts: &[String]) -> Result<Vec<Option<Fate>>, String> {
        let Some((cases, tests)) = self.askers.split_first() else {
            return Ok(Vec::new());
        };
        let folder = self.sandbox.root.join("target/grammars");
        let mut paths = Vec::new();
        for (at, text) in texts.iter().enumerate() {
            let path = folder.join(format!("{at}.yaml"));
            files::write_if_different(&path, text)?;
            paths.push(path.display().to_string());
        }
        let list = folder.join("paths");
        files::write_if_different(&list, &format!("{}\n", paths.join("\n")))?;
        let input = fs::File::open(&list).map_err(|error| format!("{}: {error}", list.display()))?;
        let done = output(Command::new(cases).stdin(Stdio::from(input)))?;
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        let mut answers: Vec<Option<Fate>> = said
            .lines()
            .map(|line| match (line, line.strip_prefix("refused: ")) {
                ("", _) => None,
                (_, Some(why)) => Some(Fate::Refused(why.to_owned())),
                (noticed, None) => Some(Fate::Noticed(noticed.to_owned())),
            })
            .collect();
        if answers.len() != texts.len() {
            return Err(format!("ask_grammar: {}", String::from_utf8_lossy(&done.stderr)));
        }
        for (answer, path) in answers.iter_mut().zip(&paths).filter(|(answer, _)| answer.is_none()) {
            for test in tests {
                // Without tools: asked of thousands, they would take days.
                let mut test = Command::new(test);
                test.env("OFFLOAD_BUNDLE_GRAMMAR", path)
                    .env("PATH", "")
                    .env_remove("OFFLOAD_BUNDLE_REQUIRE_LLVM");
                if let Some(noticed) = failing(&output(test.current_dir(self.sandbox.root.join("conformance")))?) {
                    *answer = Some(Fate::Noticed(noticed));
                    break;
                }
            }
        }
        Ok(answers)
    }

    /// Compiles what asks grammars, before any change: the program for the cases, then the tests.
    fn build_askers(&mut self, tests: &[&str]) -> Result<(), String> {
        self.sandbox.fill(&self.sources, &self.sound)?;
        let package = ["--package", "offload-bundle-conformance", "--message-format", "json"];
        let cases = [&["build", "--example", "ask_grammar"], &package[..]].concat();
        let named = tests.iter().flat_map(|test| ["--test", test]);
        let tested: Vec<&str> = ["test", "--no-run"].into_iter().chain(package).chain(named).collect();
        let mut built = BTreeMap::new();
        for words in [cases, tested] {
            // They ask for hours.
            let done = output(self.sandbox.cargo("", &words).env("CARGO_PROFILE_DEV_OPT_LEVEL", "1"))?;
            if !done.status.success() {
                let said = String::from_utf8_lossy(&done.stderr).into_owned();
                return Err(format!("what asks grammars does not compile:\n{said}"));
            }
            built.extend(String::from_utf8_lossy(&done.stdout).lines().filter_map(executable));
        }
        for name in ["ask_grammar"].iter().chain(tests) {
            let path = built.get(*name).ok_or(format!("{name}: no program was built"))?;
            self.askers.push(path.clone());
        }
        Ok(())
    }

    /// What is told of `mutant` without a compiler, or else what is to be compiled.
    pub fn generated(&self, mutant: &Mutant) -> Result<Fate, Box<Compiled>> {
        let mut sources = self.sources.clone();
        for source in &mut sources {
            if source.name == format!("schemas/{}", mutant.schema) {
                source.text = mutant.text();
            }
        }
        let generated = match generate(&sources) {
            Ok(generated) => generated,
            Err(problems) => {
                let first = problems.first();
                return Ok(Fate::Refused(
                    first.map_or(String::new(), |problem| format!("expected {}", problem.expected)),
                ));
            }
        };
        let code = code(&generated);
        if code == self.code {
            return Ok(Fate::NoChange);
        }
        match self.known.get(&code) {
            Some(fate) => Ok(fate.clone()),
            None => Err(Box::new(Compiled { sources, generated, code })),
        }
    }

    /// What the compiler and the tests say of a change.
    pub fn compiled(&mut self, compiled: Compiled, tests: &Tests<'_>, only: Only) -> Result<Fate, String> {
        let Compiled { sources, generated, code } = compiled;
        self.write_alone(tests)?;
        let mut fate = Fate::Survives;
        for step in steps(tests)
            .into_iter()
            .filter(|step| only == Only::All || step.folder == ALONE)
        {
            self.refuse_unsound(&step)?;
            self.sandbox.fill(&sources, &generated)?;
            if let Some(noticed) = self.failing(&step)? {
                fate = Fate::Noticed(noticed);
                break;
            }
        }
        self.known.insert(code, fate.clone());
        Ok(fate)
    }

    /// Fails where a step fails without any change. Each is tried once, when it is first needed.
    fn refuse_unsound(&mut self, step: &Step) -> Result<(), String> {
        if self.passed.contains(step) {
            return Ok(());
        }
        self.sandbox.fill(&self.sources, &self.sound)?;
        if let Some(fault) = self.failing(step)? {
            return Err(format!(
                "without any change, cargo {} says: {fault}",
                step.words.join(" ")
            ));
        }
        self.passed.insert(step.clone());
        Ok(())
    }

    /// What a step says where it fails.
    fn failing(&self, step: &Step) -> Result<Option<String>, String> {
        Ok(failing(&output(&mut self.sandbox.cargo(step.folder, &step.words))?))
    }

    /// Writes the package of the tests that need little.
    fn write_alone(&self, tests: &Tests<'_>) -> Result<(), String> {
        let root = &self.sandbox.root;
        let mut manifest = format!(
            "[package]\nname = \"alone\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[lib]\npath = \"lib.rs\"\n\n\
             [dev-dependencies]\noffload-bundle-core = {{ path = {:?} }}\noffload-bundle-formats = {{ path = {:?} }}\n",
            root.join("core"),
            root.join("generated/formats"),
        );
        for test in &tests.all_alone {
            let path = root.join(format!("conformance/tests/{test}.rs"));
            manifest.push_str(&format!("\n[[test]]\nname = {test:?}\npath = {path:?}\n"));
        }
        files::write_if_different(&root.join(ALONE).join("Cargo.toml"), &manifest)?;
        files::write_if_different(&root.join(ALONE).join("lib.rs"), "")?;
        let lock = root.join(ALONE).join("Cargo.lock");
        if !lock.exists() {
            files::write_if_different(&lock, &files::read(&root.join("Cargo.lock"))?)?;
        }
        Ok(())
    }
}

/// Name and path of the program that a line of cargo's JSON tells of.
fn executable(line: &str) -> Option<(String, PathBuf)> {
    let told: serde_json::Value = serde_json::from_str(line).ok()?;
    let name = told.get("target")?.get("name")?.as_str()?;
    Some((name.to_owned(), told.get("executable")?.as_str()?.into()))
}

/// One call of cargo that notices changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    folder: &'static str,
    words: Vec<String>,
}

/// The quick ones first: tests that need little, the suite, the slow tests, the laws, which are made from the schema as well.
fn steps(tests: &Tests<'_>) -> Vec<Step> {
    const SUITE: &str = "run --package offload-bundle-conformance --bin offload-bundle-conformance -- --verbose --testee offload-bundle";
    const SLOW: &str = "test --package offload-bundle-conformance --test";
    const LAWS: &str = "test --no-fail-fast --package offload-bundle-formats --lib";
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let in_all = |words| Step { folder: "", words };
    let mut steps = Vec::new();
    if !tests.alone.is_empty() {
        let named = tests.alone.iter().flat_map(|test| ["--test", test]);
        let words = ["test"].into_iter().chain(named).map(str::to_owned).collect();
        steps.push(Step { folder: ALONE, words });
    }
    steps.push(in_all(words(SUITE)));
    steps.extend(
        tests
            .with_all
            .iter()
            .map(|test| in_all(words(&format!("{SLOW} {test}")))),
    );
    steps.push(in_all(words(LAWS)));
    steps
}

/// The code: pages of documentation and comments aside.
fn code(files: &[File]) -> Code {
    let code = |text: &str| {
        let lines = text.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
        lines.map(str::to_owned).collect()
    };
    let files = files.iter().filter(|file| !file.path.ends_with(".md"));
    files.map(|file| (file.path.clone(), code(&file.text))).collect()
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
