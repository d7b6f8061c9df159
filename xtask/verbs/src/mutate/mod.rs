//! `cargo xtask mutate`: changes the schemas in one place at a time, and checks that a test fails. Slow, so no test runs it.

mod changes;
mod fate;
mod grammars;
mod judge;
mod list;
mod sandbox;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use offload_bundle_codegen::yaml::Node;

use crate::schemas::Draw;
use crate::{codegen, files};
use changes::{Mutant, changes};
use fate::{MutantOutcome, Stage};
use judge::Judge;
use list::{LIST, List};
use sandbox::Sandbox;

const USAGE: &str = "usage: cargo xtask mutate [--minutes N] [--seed N] [--schema WORD] [--place WORD] [--only interpreted|alone] [--list]";
/// Mutants of this dialect are judged before compiling.
const GRAMMAR: &str = "ids";
const AT_ONCE: usize = 100;

#[derive(Debug, Default)]
struct Options {
    minutes: Option<u64>,
    seed: u64,
    schema: String,
    place: String,
    only: Stage,
    list: bool,
}

pub fn run(words: &[&str]) -> Result<(), String> {
    let start = Instant::now();
    let options = Options::parse(words)?;
    let list = List::parse(&files::read(&files::root().join(LIST))?)?;
    let sources = codegen::schemas(&files::root().join("schemas"))?;
    let (mut all, mut grammars) = (Vec::new(), Vec::new());
    for source in &sources {
        let root = Node::parse(&source.name, &source.text).map_err(|problem| problem.to_string())?;
        let schema = source.name.trim_start_matches("schemas/");
        all.extend(changes(schema, &root, &list.prose));
        let is_grammar = root.text("dialect").is_some_and(|dialect| dialect.value == GRAMMAR);
        grammars.extend(is_grammar.then(|| schema.to_owned()));
    }
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
    let mut judge = Judge::new(&sandbox, options.only, sources)?;
    let (mut counts, mut survivors, mut judged) = (BTreeMap::<&str, usize>::new(), Vec::new(), 0);
    let is_grammar = |mutant: &&Mutant| grammars.contains(&mutant.schema);
    'all: for some in chosen.chunks(AT_ONCE) {
        let asked: Vec<&Mutant> = some.iter().filter(is_grammar).collect();
        let tests = asked
            .first()
            .map(|mutant| list.tests(&mutant.schema))
            .unwrap_or_default();
        let mut answers = judge.ask(&asked, &tests)?.into_iter();
        for mutant in some {
            let end = options
                .minutes
                .map(|minutes| start + judge.prepared + Duration::from_secs(minutes * 60));
            if end.is_some_and(|end| Instant::now() > end) {
                break 'all;
            }
            let answer = is_grammar(&mutant).then(|| answers.next().flatten()).flatten();
            let fate = answer.map_or_else(|| judge.judge(mutant, &list.tests(&mutant.schema)), Ok)?;
            judged += 1;
            let (count, told) = match (fate, list.why(mutant)) {
                (MutantOutcome::Refused(by), _) => ("refused by the generator", format!("refused: {by}")),
                (MutantOutcome::Noticed(by), _) => ("noticed by tests", by),
                (MutantOutcome::NoChange, _) => ("without effect on code", "generates the same code".to_owned()),
                (_, Some(why)) => ("not noticed, as explained", format!("explained: {why}")),
                (MutantOutcome::Left, None) => ("not noticed so far", "nothing so far".to_owned()),
                (MutantOutcome::Survives, None) => {
                    survivors.push(mutant.to_string());
                    ("survive", "SURVIVES".to_owned())
                }
            };
            *counts.entry(count).or_default() += 1;
            eprintln!("{mutant}: {told}");
        }
    }
    counts.iter().for_each(|(what, count)| eprintln!("{count} {what}"));
    let (left, total, seconds) = (chosen.len() - judged, chosen.len(), judge.prepared.as_secs());
    eprintln!("{left} of {total} were not tried; another --seed draws others");
    eprintln!("compiling the copy took {seconds} seconds more, which do not count");
    match survivors.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "no test notices these; give each a case, or say why none can, in {LIST}:\n{}",
            survivors.join("\n")
        )),
    }
}

impl Options {
    fn parse(words: &[&str]) -> Result<Self, String> {
        let mut options = Self { seed: 1, ..Self::default() };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if *word == "--list" {
                options.list = true;
                continue;
            }
            let value = words.next().ok_or(USAGE)?;
            let number = value.parse::<u64>().map_err(|_| USAGE.to_owned());
            match *word {
                "--seed" => options.seed = number?,
                "--minutes" => options.minutes = Some(number?),
                "--schema" => options.schema = (*value).to_owned(),
                "--place" => options.place = (*value).to_owned(),
                "--only" if *value == "interpreted" => options.only = Stage::Interpreted,
                "--only" if *value == "alone" => options.only = Stage::Alone,
                _ => return Err(USAGE.to_owned()),
            }
        }
        Ok(options)
    }

    /// With a time limit, all schemas get a share.
    fn choose(&self, mut all: Vec<Mutant>) -> Vec<Mutant> {
        all.retain(|mutant| mutant.schema.contains(&self.schema) && mutant.place.contains(&self.place));
        if self.minutes.is_none() {
            return all;
        }
        let mut draw = Draw::new(self.seed);
        let mut by_schema: BTreeMap<String, Vec<Mutant>> = BTreeMap::new();
        for mutant in all {
            by_schema.entry(mutant.schema.clone()).or_default().push(mutant);
        }
        let mut chosen = Vec::new();
        while by_schema.values().any(|mutants| !mutants.is_empty()) {
            for mutants in by_schema.values_mut() {
                chosen.extend(draw.take(mutants));
            }
        }
        chosen
    }
}
