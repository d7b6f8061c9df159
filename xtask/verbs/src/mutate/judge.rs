//! What notices a changed schema: the generator, the cases over its tables, tests that need little, the suite, and the slow tests. Each is
//! asked only where those before it, which cost less, notice nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use offload_bundle_codegen::{File, Source, generate};

use super::fate::Fate;
use super::grammars::Askers;
use super::list::Tests;
use super::mutant::Mutant;
use super::only::Only;
use super::sandbox::{Sandbox, output};
use super::steps::{ALONE, Step, failing, steps, write_alone};

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
    askers: Option<Askers<'s>>,
    /// How long it took to compile the copy for the first time, and to see that it passes without any change.
    pub prepared: Duration,
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
        let (known, passed) = (BTreeMap::new(), BTreeSet::new());
        Ok(Self { sandbox, sources, sound, code, known, passed, askers: None, prepared: Duration::ZERO })
    }

    /// What is told of each changed grammar without compiling it, by the cases and by `tests`: nothing where they notice nothing.
    pub fn ask(&mut self, mutants: &[&Mutant], tests: &[&str]) -> Result<Vec<Option<Fate>>, String> {
        let texts: Vec<String> = mutants.iter().map(|mutant| mutant.text()).collect();
        if self.askers.is_none() {
            let before = Instant::now();
            self.sandbox.fill(&self.sources, &self.sound)?;
            let askers = Askers::build(self.sandbox, tests)?;
            let schema = mutants
                .first()
                .map(|mutant| format!("schemas/{}", mutant.schema))
                .unwrap_or_default();
            let sound = self.sources.iter().filter(|source| source.name == schema);
            let sound: Vec<String> = sound.map(|source| source.text.clone()).collect();
            if let Some(fault) = askers.judge(&sound)?.into_iter().flatten().next() {
                return Err(format!(
                    "without any change, the grammar is not as it should be: {fault:?}"
                ));
            }
            self.askers = Some(askers);
            self.prepared += before.elapsed();
        }
        self.askers
            .as_ref()
            .map_or(Ok(Vec::new()), |askers| askers.judge(&texts))
    }

    /// What is told of `mutant` without a compiler, or else what is to be compiled.
    pub fn generate(&self, mutant: &Mutant) -> Result<Fate, Box<Compiled>> {
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
    pub fn compile(&mut self, compiled: Compiled, tests: &Tests<'_>, only: Only) -> Result<Fate, String> {
        let Compiled { sources, generated, code } = compiled;
        write_alone(&self.sandbox.root)?;
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
        let before = Instant::now();
        self.sandbox.fill(&self.sources, &self.sound)?;
        if let Some(fault) = self.failing(step)? {
            return Err(format!(
                "without any change, cargo {} says: {fault}",
                step.words.join(" ")
            ));
        }
        self.passed.insert(step.clone());
        self.prepared += before.elapsed();
        Ok(())
    }

    /// What a step says where it fails.
    fn failing(&self, step: &Step) -> Result<Option<String>, String> {
        Ok(failing(&output(&mut self.sandbox.cargo(step.folder, &step.words))?))
    }
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
