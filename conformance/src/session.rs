//! A run: chooses cases, asks every implementation, and says what is not as expected.

use std::collections::BTreeSet;
use std::path::Path;

use clap::ArgMatches;
use offload_bundle_conformance::bless::bless;
use offload_bundle_conformance::case::Case;
use offload_bundle_conformance::embedded::{self, Suite};
use offload_bundle_conformance::expectations::Expectations;
use offload_bundle_conformance::journal::Journal;
use offload_bundle_conformance::progress::Progress;
use offload_bundle_conformance::report::{Document, Results};
use offload_bundle_conformance::runner;
use offload_bundle_conformance::verdict::Verdict;

use crate::chosen::{chosen, words};
use crate::keeping::repeat;
use crate::reports;
use crate::testees::{Found, found};

/// Whether everything is as expected.
pub(crate) fn run(matches: &ArgMatches) -> Result<bool, String> {
    let collection = embedded::cases()?;
    let all: Vec<&Case> = collection.cases().collect();
    let cases = chosen(matches, &all)?;
    if matches.get_flag("list") {
        cases.iter().for_each(|case| println!("{}", case.id));
        return Ok(true);
    }
    let ids: BTreeSet<&str> = all.iter().map(|case| case.id.as_str()).collect();
    let folder = matches.get_one::<String>("expectations").map(Path::new);
    let found = found(matches)?;
    // Expectations that cannot be read are found before hours of asking. What is to be blessed may wait for reasons.
    let blesses = matches.get_flag("bless");
    let expected = |name: &str| -> Result<Expectations, String> {
        if blesses {
            return Ok(Expectations::default());
        }
        let text = embedded::expectations_text(folder, name)?;
        Expectations::parse(&text).map_err(|error| format!("expectations of {name}: {error}"))
    };
    let known = found
        .iter()
        .map(|one| expected(&one.name))
        .collect::<Result<Vec<_>, _>>()?;
    let suite = Suite::this();
    let journal = matches
        .get_one::<String>("resume")
        .map(|path| Journal::open(Path::new(path), &suite))
        .transpose()?;
    let mut document =
        Document { suite, cases: cases.iter().map(|case| (*case).clone()).collect(), testees: Vec::new() };
    let mut open = 0_usize;
    for (one, known) in found.iter().zip(&known) {
        let verdicts = ask(matches, one, &cases, journal.as_ref())?;
        let surprises = match blesses {
            true => {
                open = open.saturating_add(propose(folder, &one.name, &verdicts, &|id| ids.contains(id))?);
                Vec::new()
            }
            false => known.surprises(&verdicts, &|id| ids.contains(id)),
        };
        surprises
            .iter()
            .for_each(|surprise| eprintln!("{}: {surprise}", one.name));
        document
            .testees
            .push(Results::new(&one.name, &verdicts, known, &surprises));
    }
    journal.map(Journal::close).transpose()?;
    reports::write(matches, &document)?;
    Ok(document.is_expected() && open == 0)
}

/// The verdicts of one implementation, in the order of `cases`: those of the journal, and of what is not there.
fn ask<'c>(
    matches: &ArgMatches,
    found: &Found,
    cases: &[&'c Case],
    journal: Option<&Journal>,
) -> Result<Vec<(&'c Case, Verdict)>, String> {
    let verbose = matches.get_flag("verbose");
    if verbose && !words(matches, "case").is_empty() {
        return cases.iter().map(|case| Ok((*case, repeat(found, case)?))).collect();
    }
    let known = |case: &Case| journal.and_then(|journal| journal.verdict(&found.name, &case.id));
    let missing: Vec<&Case> = cases.iter().copied().filter(|case| known(case).is_none()).collect();
    let progress = Progress::new(
        &found.name,
        cases.len(),
        cases.len().saturating_sub(missing.len()),
        !verbose,
    );
    let told = |case: &Case, verdict: &Verdict| {
        if verbose {
            println!("{} {}: {}: {verdict}", found.name, case.id, verdict.word());
        }
        if let Some(journal) = journal {
            journal.add(&found.name, &case.id, verdict);
        }
        progress.step();
    };
    let jobs = matches.get_one("jobs").copied();
    let jobs = jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let mut asked = runner::run(&missing, &embedded::fixture, jobs, &*found.new, &told).into_iter();
    let verdicts = cases.iter().map(|case| match known(case) {
        Some(verdict) => Some((*case, verdict.clone())),
        None => asked.next(),
    });
    Ok(verdicts.flatten().collect())
}

/// Proposes the expectations of `name`: in its file in `folder`, or on the terminal. How many lines wait for a person.
fn propose(
    folder: Option<&Path>,
    name: &str,
    verdicts: &[(&Case, Verdict)],
    all: &dyn Fn(&str) -> bool,
) -> Result<usize, String> {
    let text = embedded::expectations_text(folder, name)?;
    let blessed = bless(&text, verdicts, all);
    match folder {
        Some(folder) if blessed.text != text => {
            let path = folder.join(format!("{name}.txt"));
            std::fs::write(&path, &blessed.text).map_err(|error| format!("{}: {error}", path.display()))?;
            eprintln!(
                "{name}: {} is new; {} of its lines wait for a reason",
                path.display(),
                blessed.open
            );
        }
        Some(_) => {}
        None => print!("{}", blessed.text),
    }
    Ok(blessed.open)
}
