//! `cargo xtask mutate`: changes of the schemas, one place at a time, and whether a test notices. Slow, so no test runs it.

mod list;
mod mutant;
mod operators;
mod sandbox;
mod written;

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_codegen::Source;
use offload_bundle_codegen::yaml::{Node, Value};

use crate::schemas::Draw;
use crate::{codegen, files};
use list::{LIST, List};
use mutant::Mutant;
use operators::Change;
use sandbox::{Fate, Sandbox};

const USAGE: &str = "usage: cargo xtask mutate [--sample N] [--seed N] [--schema WORD] [--place WORD] [--list]";
/// The dialect of which changes are asked before anything is compiled.
const GRAMMAR: &str = "ids";
/// How many grammars are asked in one go.
const AT_ONCE: usize = 200;

/// What is asked for.
#[derive(Debug, Default)]
struct Options {
    sample: Option<usize>,
    seed: u64,
    schema: String,
    place: String,
    list: bool,
}

/// Runs the verb.
pub fn run(words: &[&str]) -> Result<(), String> {
    let options = Options::parse(words)?;
    let list = List::parse(&files::read(&files::root().join(LIST))?)?;
    let all = mutants(&codegen::schemas(&files::root().join("schemas"))?, &list.prose)?;
    let stale = list.stale(&all);
    if !stale.is_empty() {
        return Err(format!("{LIST}: no change is at {}", stale.join(", ")));
    }
    let chosen = options.chosen(all);
    if options.list {
        chosen.iter().for_each(|mutant| println!("{}", told(mutant)));
        return Ok(());
    }
    let sandbox = Sandbox::make()?;
    let schemas: BTreeSet<&str> = chosen.iter().map(|mutant| mutant.schema.as_str()).collect();
    let tests: BTreeSet<&str> = schemas.iter().flat_map(|schema| list.tests(schema)).collect();
    match sandbox.sound(&Vec::from_iter(tests))? {
        Fate::Survives => {}
        fault => return Err(format!("the tests fail without any change: {fault:?}")),
    }
    let mut asked = asked(&sandbox, &chosen)?;
    let mut summary = Summary::default();
    for (at, mutant) in chosen.iter().enumerate() {
        let fate = match asked.remove(&at) {
            Some(fate) => fate,
            None => sandbox.fate(mutant, &list.tests(&mutant.schema))?,
        };
        summary.add(mutant, fate, list.why(mutant));
    }
    summary.end()
}

/// The fates of changed grammars that the cases notice, by position.
fn asked(sandbox: &Sandbox, chosen: &[Mutant]) -> Result<BTreeMap<usize, Fate>, String> {
    let grammars: Vec<(usize, &Mutant)> = chosen.iter().enumerate().filter(|(_, mutant)| mutant.grammar).collect();
    let mut fates = BTreeMap::new();
    for some in grammars.chunks(AT_ONCE) {
        let mutants: Vec<&Mutant> = some.iter().map(|(_, mutant)| *mutant).collect();
        let answers = sandbox.asked(&mutants)?.into_iter().zip(some);
        fates.extend(answers.filter_map(|(fate, (at, _))| Some((*at, fate?))));
    }
    Ok(fates)
}

/// All changes of all schemas.
fn mutants(sources: &[Source], prose: &BTreeSet<String>) -> Result<Vec<Mutant>, String> {
    let mut mutants = Vec::new();
    for source in sources {
        let root = Node::parse(&source.name, &source.text).map_err(|problem| problem.to_string())?;
        let schema = source.name.trim_start_matches("schemas/");
        let dialect = root.get("dialect").map(|node| &node.value);
        let grammar = matches!(dialect, Some(Value::Text(dialect)) if dialect == GRAMMAR);
        mutants.extend(operators::changes(&root, prose).into_iter().map(|change| {
            let text = written::written(&operators::changed(&root, &change));
            Mutant { schema: schema.to_owned(), grammar, change, text }
        }));
    }
    Ok(mutants)
}

impl Options {
    fn parse(words: &[&str]) -> Result<Self, String> {
        let mut options = Self { seed: 1, ..Self::default() };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().copied().ok_or(USAGE.to_owned());
            match *word {
                "--sample" => options.sample = Some(value()?.parse().map_err(|_| USAGE.to_owned())?),
                "--seed" => options.seed = value()?.parse().map_err(|_| USAGE.to_owned())?,
                "--schema" => value()?.clone_into(&mut options.schema),
                "--place" => value()?.clone_into(&mut options.place),
                "--list" => options.list = true,
                _ => return Err(USAGE.to_owned()),
            }
        }
        Ok(options)
    }

    /// Those that are asked for. Of a sample, every schema has its share, so that a long one does not crowd out the others.
    fn chosen(&self, mut all: Vec<Mutant>) -> Vec<Mutant> {
        all.retain(|mutant| mutant.schema.contains(&self.schema) && mutant.change.place.contains(&self.place));
        let Some(sample) = self.sample else { return all };
        let mut draw = Draw::new(self.seed);
        let mut by_schema: BTreeMap<String, Vec<Mutant>> = BTreeMap::new();
        for mutant in all {
            by_schema.entry(mutant.schema.clone()).or_default().push(mutant);
        }
        let mut chosen = Vec::new();
        while chosen.len() < sample && by_schema.values().any(|mutants| !mutants.is_empty()) {
            for mutants in by_schema.values_mut() {
                chosen.extend(draw.take(mutants));
            }
        }
        chosen.truncate(sample);
        chosen
    }
}

/// Where a change is, and what it is.
fn told(mutant: &Mutant) -> String {
    let Mutant { schema, change: Change { line, place, operator, what, .. }, .. } = mutant;
    let what: String = what.chars().take(120).collect();
    format!("{schema}:{line} {place}: {operator}: {what}")
}

/// How many changes came to what.
#[derive(Debug, Default)]
struct Summary {
    noticed: usize,
    refused: usize,
    no_change: usize,
    explained: usize,
    survivors: Vec<String>,
}

impl Summary {
    fn add(&mut self, mutant: &Mutant, fate: Fate, why: Option<&str>) {
        let told = told(mutant);
        match fate {
            Fate::Noticed(by) if by.starts_with("refused") => {
                self.refused += 1;
                eprintln!("{told}: {by}");
            }
            Fate::Noticed(by) => {
                self.noticed += 1;
                eprintln!("{told}: {by}");
            }
            Fate::NoChange => {
                self.no_change += 1;
                eprintln!("{told}: generates the same code");
            }
            Fate::Survives => match why {
                Some(why) => {
                    self.explained += 1;
                    eprintln!("{told}: SURVIVES: {why}");
                }
                None => {
                    eprintln!("{told}: SURVIVES");
                    self.survivors.push(told);
                }
            },
        }
    }

    fn end(self) -> Result<(), String> {
        let Self { noticed, refused, no_change, explained, survivors } = self;
        eprintln!(
            "{noticed} noticed by tests, {refused} refused by the generator, {no_change} without effect on code, \
             {explained} survive as explained, {} survive",
            survivors.len()
        );
        match survivors.as_slice() {
            [] => Ok(()),
            some => Err(format!(
                "no test notices these; give each a case, or say why none can, in {LIST}:\n{}",
                some.join("\n")
            )),
        }
    }
}
