//! Judges mutants by increasing cost: generator, quick tests, suite, slow tests, generated laws.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use offload_bundle_codegen::{File, Source, generate};

use super::changes::Mutant;
use super::fate::{MutantOutcome, Stage, failing, words};
use super::grammars::Judges;
use super::list::Tests;
use super::sandbox::{Sandbox, output};

/// Without comments and pages, as lines by path.
type Code = BTreeMap<String, Vec<String>>;

#[derive(Debug)]
pub struct Judge<'s> {
    sandbox: &'s Sandbox,
    only: Stage,
    sources: Vec<Source>,
    sound: Vec<File>,
    code: Code,
    /// Two mutants can give the same code.
    known: BTreeMap<Code, MutantOutcome>,
    /// On the unchanged schemas.
    passed: BTreeSet<Vec<String>>,
    askers: Option<Judges<'s>>,
    /// The time to compile the copy and to run all tests without a change.
    pub prepared: Duration,
}

impl<'s> Judge<'s> {
    /// A judge for these valid schemas.
    pub fn new(sandbox: &'s Sandbox, only: Stage, sources: Vec<Source>) -> Result<Self, String> {
        let sound = generate(&sources).map_err(|problems| format!("the schemas have {} mistakes", problems.len()))?;
        let code = code(&sound);
        let (known, passed) = (BTreeMap::new(), BTreeSet::new());
        Ok(Self { sandbox, only, sources, sound, code, known, passed, askers: None, prepared: Duration::ZERO })
    }

    /// Judges grammars without compiling them; `None` for unnoticed ones.
    pub fn ask(&mut self, mutants: &[&Mutant], tests: &Tests) -> Result<Vec<Option<MutantOutcome>>, String> {
        let Some(first) = mutants.first() else {
            return Ok(Vec::new());
        };
        if self.askers.is_none() {
            let before = Instant::now();
            self.sandbox.fill(&self.sources, &self.sound)?;
            let askers = Judges::build(self.sandbox, &tests.interpreted)?;
            let name = format!("schemas/{}", first.schema);
            let sound = self.sources.iter().filter(|source| source.name == name);
            let sound: Vec<String> = sound.map(|source| source.text.clone()).collect();
            if let Some(fault) = askers.judge(&sound)?.into_iter().flatten().next() {
                return Err(format!(
                    "without any change, the grammar is not as it should be: {fault:?}"
                ));
            }
            self.askers = Some(askers);
            self.prepared += before.elapsed();
        }
        let texts: Vec<String> = mutants.iter().map(|mutant| mutant.text()).collect();
        self.askers
            .as_ref()
            .map_or(Ok(Vec::new()), |askers| askers.judge(&texts))
    }

    pub fn judge(&mut self, mutant: &Mutant, tests: &Tests) -> Result<MutantOutcome, String> {
        let mut sources = self.sources.clone();
        let name = format!("schemas/{}", mutant.schema);
        let changed = sources.iter_mut().filter(|source| source.name == name);
        changed.for_each(|source| source.text = mutant.text());
        let generated = match generate(&sources) {
            Ok(generated) => generated,
            Err(problems) => {
                let first = problems.first();
                return Ok(MutantOutcome::Refused(
                    first.map_or(String::new(), |problem| format!("expected {}", problem.expected)),
                ));
            }
        };
        let code = code(&generated);
        if code == self.code {
            return Ok(MutantOutcome::NoChange);
        }
        if let Some(fate) = self.known.get(&code) {
            return Ok(fate.clone());
        }
        let steps = steps(tests);
        let asked = match self.only {
            Stage::All => steps.len(),
            Stage::Alone => usize::from(!tests.alone.is_empty()),
            Stage::Interpreted => 0,
        };
        let mut fate = if asked < steps.len() {
            MutantOutcome::Left
        } else {
            MutantOutcome::Survives
        };
        for step in steps.iter().take(asked) {
            self.refuse_unsound(step)?;
            self.sandbox.fill(&sources, &generated)?;
            if let Some(noticed) = self.failing(step)? {
                fate = MutantOutcome::Noticed(noticed);
                break;
            }
        }
        self.known.insert(code, fate.clone());
        Ok(fate)
    }

    /// Each step is tried once without a change.
    fn refuse_unsound(&mut self, step: &[String]) -> Result<(), String> {
        if self.passed.contains(step) {
            return Ok(());
        }
        let before = Instant::now();
        self.sandbox.fill(&self.sources, &self.sound)?;
        if let Some(fault) = self.failing(step)? {
            return Err(format!("without any change, cargo {} says: {fault}", step.join(" ")));
        }
        self.passed.insert(step.to_vec());
        self.prepared += before.elapsed();
        Ok(())
    }

    fn failing(&self, step: &[String]) -> Result<Option<String>, String> {
        let is_alone = !step.iter().any(|word| word == "--package");
        let folder = if is_alone {
            &self.sandbox.alone
        } else {
            &self.sandbox.root
        };
        Ok(failing(&output(&mut self.sandbox.cargo(folder, step))?))
    }
}

/// Quick tests, suite, slow tests, laws.
fn steps(tests: &Tests) -> Vec<Vec<String>> {
    let mut steps = Vec::new();
    if !tests.alone.is_empty() {
        let modules: Vec<String> = tests.alone.iter().map(|module| format!("{module}::")).collect();
        steps.push(format!("test --test layouts -- {}", modules.join(" ")));
    }
    let suite = "--bin offload-bundle-conformance -- --verbose --testee offload-bundle";
    steps.push(format!("run --package offload-bundle-conformance {suite}"));
    for test in &tests.tests {
        let (program, module) = test.split_once("::").unwrap_or((test, ""));
        let package = match program {
            "facts" | "layouts" => "offload-bundle",
            "suite" => "offload-bundle-conformance",
            _ => "offload-bundle-cli",
        };
        steps.push(format!("test --package {package} --test {program} -- {module}"));
    }
    steps.push("test --no-fail-fast --package offload-bundle-formats --lib".to_owned());
    steps.iter().map(|step| words(step)).collect()
}

fn code(files: &[File]) -> Code {
    let code = |text: &str| {
        let lines = text.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
        lines.map(str::to_owned).collect()
    };
    let files = files.iter().filter(|file| !file.path.ends_with(".md"));
    files.map(|file| (file.path.clone(), code(&file.text))).collect()
}
