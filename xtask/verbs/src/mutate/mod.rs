//! `cargo xtask mutate`: changes of the schemas, one place at a time, and whether a test notices. Slow, so no test runs it.

mod change;
mod fate;
mod grammars;
mod judge;
mod list;
mod mutant;
mod only;
mod operators;
mod sandbox;
mod steps;
mod summary;
mod texts;
mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

use offload_bundle_codegen::Source;
use offload_bundle_codegen::yaml::{Node, Value};

use crate::schemas::Draw;
use crate::{codegen, files};
use fate::Fate;
use judge::Judge;
use list::{LIST, List};
use mutant::Mutant;
use only::Only;
use sandbox::Sandbox;
use summary::Summary;

const USAGE: &str = "usage: cargo xtask mutate [--minutes N | --sample N] [--seed N] [--schema WORD] [--place WORD] [--only interpreted|alone] [--list]";
/// The dialect of which changes are asked before anything is compiled.
const GRAMMAR: &str = "ids";
/// How many grammars are asked in one go.
const AT_ONCE: usize = 100;

/// What is asked for.
#[derive(Debug, Default)]
struct Options {
    minutes: Option<u64>,
    sample: Option<usize>,
    seed: u64,
    schema: String,
    place: String,
    only: Only,
    list: bool,
}

/// Runs the verb.
pub fn run(words: &[&str]) -> Result<(), String> {
    let start = Instant::now();
    let options = Options::parse(words)?;
    let list = List::parse(&files::read(&files::root().join(LIST))?)?;
    let sources = codegen::schemas(&files::root().join("schemas"))?;
    let all = mutants(&sources, &list.prose)?;
    let stale = list.stale(&all);
    if !stale.is_empty() {
        return Err(format!("{LIST}: no change is at {}", stale.join(", ")));
    }
    let chosen = options.choose(all);
    if options.list {
        chosen.iter().for_each(|mutant| println!("{mutant}"));
        return Ok(());
    }
    let sandbox = Sandbox::make()?;
    let mut judge = Judge::new(&sandbox, sources)?;
    let end = options.minutes.map(|minutes| start + Duration::from_secs(minutes * 60));
    let summary = judge_all(&mut judge, &list, &chosen, options.only, end)?;
    summary.end(judge.prepared)
}

/// Judges the changes in their order, those of grammars many at a time, until `end`, and for as long after it as the copy took to compile.
fn judge_all(
    judge: &mut Judge<'_>,
    list: &List,
    chosen: &[Mutant],
    only: Only,
    end: Option<Instant>,
) -> Result<Summary, String> {
    let mut summary = Summary::new(chosen.len());
    let fits = |summary: &Summary, judge: &Judge<'_>| summary.fits(end.map(|end| end + judge.prepared));
    for some in chosen.chunks(AT_ONCE) {
        let grammars: Vec<&Mutant> = some
            .iter()
            .filter(|mutant| mutant.grammar && fits(&summary, judge))
            .collect();
        let mut asked = match grammars.first() {
            None => Vec::new(),
            Some(first) => judge.ask(&grammars, &list.tests(&first.schema).interpreted)?,
        }
        .into_iter();
        for mutant in some {
            let answer = if mutant.grammar { asked.next().flatten() } else { None };
            if !fits(&summary, judge) {
                return Ok(summary);
            }
            if only == Only::Interpreted && mutant.grammar && answer.is_none() {
                summary.add_left(mutant, list.why(mutant));
                continue;
            }
            let why = list.why(mutant);
            match answer.map_or_else(|| judge.generate(mutant), Ok) {
                Ok(fate) => summary.add(mutant, fate, why),
                Err(_) if only == Only::Interpreted => summary.add_left(mutant, why),
                Err(compiled) => {
                    let (before, prepared) = (Instant::now(), judge.prepared);
                    let fate = judge.compile(*compiled, &list.tests(&mutant.schema), only)?;
                    summary.add_time(before.elapsed().saturating_sub(judge.prepared - prepared));
                    match fate {
                        Fate::Survives if only == Only::Alone => summary.add_left(mutant, why),
                        fate => summary.add(mutant, fate, why),
                    }
                }
            }
        }
    }
    Ok(summary)
}

/// All changes of all schemas.
fn mutants(sources: &[Source], prose: &BTreeSet<String>) -> Result<Vec<Mutant>, String> {
    let mut mutants = Vec::new();
    for source in sources {
        let root = Node::parse(&source.name, &source.text).map_err(|problem| problem.to_string())?;
        let schema = source.name.trim_start_matches("schemas/");
        let dialect = root.get("dialect").map(|node| &node.value);
        let grammar = matches!(dialect, Some(Value::Text(dialect)) if dialect == GRAMMAR);
        let (changes, root) = (operators::changes(&root, prose), Rc::new(root));
        mutants.extend(changes.into_iter().map(|change| Mutant {
            schema: schema.to_owned(),
            grammar,
            change,
            sound: Rc::clone(&root),
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
                "--minutes" => options.minutes = Some(value()?.parse().map_err(|_| USAGE.to_owned())?),
                "--only" => {
                    options.only = match value()? {
                        "interpreted" => Only::Interpreted,
                        "alone" => Only::Alone,
                        _ => return Err(USAGE.to_owned()),
                    }
                }
                "--list" => options.list = true,
                _ => return Err(USAGE.to_owned()),
            }
        }
        Ok(options)
    }

    /// Those that are asked for. Of a sample, or where time may run out, every schema has its share, so that a long one does not crowd out the others.
    fn choose(&self, mut all: Vec<Mutant>) -> Vec<Mutant> {
        all.retain(|mutant| mutant.schema.contains(&self.schema) && mutant.change.place.contains(&self.place));
        let sample = match (self.sample, self.minutes) {
            (Some(sample), _) => sample,
            (None, Some(_)) => all.len(),
            (None, None) => return all,
        };
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
