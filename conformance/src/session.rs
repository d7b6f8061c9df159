//! Runs the chosen cases on every implementation and reports the results.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use clap::ArgMatches;
use offload_bundle_conformance::bless::bless;
use offload_bundle_conformance::case::Case;
use offload_bundle_conformance::embedded::{self, Suite};
use offload_bundle_conformance::expectations::Expectations;
use offload_bundle_conformance::journal::Journal;
use offload_bundle_conformance::merit::{in_turn, weigh};
use offload_bundle_conformance::progress::Progress;
use offload_bundle_conformance::report::{Document, Results};
use offload_bundle_conformance::runner;
use offload_bundle_conformance::verdict::Verdict;

use crate::chosen::{choose, shard, words};
use crate::keeping::repeat;
use crate::printing::{say, say_line, tell};
use crate::reports;
use crate::testees::{Found, find};

/// Whether all results are at least as good as expected.
pub(crate) fn run(matches: &ArgMatches) -> Result<bool, String> {
    let collection = embedded::cases()?;
    let all: Vec<&Case> = collection.cases().collect();
    let cases = choose(matches, &all)?;
    if matches.get_flag("list") {
        cases.iter().for_each(|case| say_line!("{}", case.id));
        return Ok(true);
    }
    let ids: BTreeSet<&str> = all.iter().map(|case| case.id.as_str()).collect();
    let folder = matches.get_one::<String>("expectations").map(Path::new);
    if let Some(folder) = folder.filter(|folder| !folder.exists() && !matches.get_flag("bless")) {
        tell!(
            "warning: {}: no such folder, so no failure is expected; --bless creates it",
            folder.display()
        );
    }
    let (found, missing) = find(matches)?;
    // Reads expectations first, because an error must not end a long run.
    let blesses = matches.get_flag("bless");
    let expected = |one: &Found| -> Result<Expectations, String> {
        let name = match folder {
            Some(_) => Some(&one.name),
            None => one.expected_as.as_ref(),
        };
        let Some(name) = name.filter(|_| !blesses) else {
            return Ok(Expectations::default());
        };
        let text = embedded::expectations_text(folder, name)?;
        let known = Expectations::parse(&text).map_err(|error| format!("expectations of {name}: {error}"))?;
        match known.without_reason().as_slice() {
            [] => {}
            [first, ..] => tell!(
                "warning: {} lines in {name}.txt lack a confirmed reason, for example {first}",
                known.without_reason().len()
            ),
        }
        Ok(known)
    };
    let known = found.iter().map(expected).collect::<Result<Vec<_>, _>>()?;
    let suite = Suite::this();
    let journal = matches
        .get_one::<String>("resume")
        .map(|path| Journal::open(Path::new(path), &suite))
        .transpose()?;
    let mut document = Document {
        suite,
        shard: shard(matches)?,
        cases: cases.iter().map(|case| (*case).clone()).collect(),
        testees: Vec::new(),
    };
    let mut judged = false;
    for (one, known) in found.iter().zip(&known) {
        let Asked { verdicts, milliseconds } = ask(matches, one, (&cases, &all), journal.as_ref())?;
        judged |= verdicts.iter().any(|(_, verdict)| verdict.is_judged());
        let surprises = match blesses {
            true => {
                propose(folder, one, &verdicts, &|id| ids.contains(id))?;
                Vec::new()
            }
            false => known.surprises(&verdicts, &|id| ids.contains(id)),
        };
        let results = Results::new(&one.name, &verdicts, known, &surprises);
        document
            .testees
            .push(Results { command: one.command(matches), milliseconds, ..results });
    }
    journal.map(Journal::close).transpose()?;
    reports::write(matches, &document)?;
    if !missing.is_empty() {
        tell!("Skipped, because not installed: {}.", missing.join(", "));
    }
    match judged {
        true => Ok(document.is_expected(matches.get_flag("strict"))),
        false => Err("no result: no implementation supports the operations of the cases".into()),
    }
}

struct Asked<'c> {
    verdicts: Vec<(&'c Case, Verdict)>,
    milliseconds: BTreeMap<String, u64>,
}

/// In the order of `chosen`, from the journal or the implementation. Accepted neighbours run first.
fn ask<'c>(
    matches: &ArgMatches,
    found: &Found,
    (chosen, all): (&[&'c Case], &[&'c Case]),
    journal: Option<&Journal>,
) -> Result<Asked<'c>, String> {
    let verbose = matches.get_flag("verbose");
    if verbose && !words(matches, "case").is_empty() {
        let verdicts = chosen.iter().map(|case| Ok((*case, repeat(found, case)?)));
        return Ok(Asked { verdicts: verdicts.collect::<Result<_, String>>()?, milliseconds: BTreeMap::new() });
    }
    let jobs = matches.get_one("jobs").copied();
    let jobs = jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let known = |case: &&Case| {
        journal
            .and_then(|journal| journal.verdict(&found.name, &case.id))
            .cloned()
    };
    let (first, second) = in_turn(chosen, all);
    let whole = || first.iter().chain(&second).copied();
    let mut verdicts: BTreeMap<&str, Verdict> = whole().filter_map(|case| Some((&*case.id, known(&case)?))).collect();
    let progress = Progress::new(&found.name, whole().count(), verdicts.len(), !verbose);
    let is_chosen: BTreeSet<&str> = chosen.iter().map(|case| &*case.id).collect();
    let took: Mutex<BTreeMap<String, u64>> = Mutex::default();
    for turn in [&first, &second] {
        let missing: Vec<&Case> = turn.iter().copied().filter(|case| known(case).is_none()).collect();
        let told = |case: &Case, verdict: Verdict, time: Duration| {
            let verdict = weigh(case, verdict, all, &|id| verdicts.get(id).cloned());
            if verbose && is_chosen.contains(&*case.id) {
                say_line!("{} {}: {}: {verdict}", found.name, case.id, verdict.word());
            }
            if let Ok(mut took) = took.lock()
                && is_chosen.contains(&*case.id)
            {
                took.insert(case.id.clone(), u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
            }
            if let Some(journal) = journal {
                journal.add(&found.name, &case.id, &verdict);
            }
            progress.step();
            verdict
        };
        let asked = runner::run(&missing, &embedded::fixture, jobs, &*found.new, &told);
        verdicts.extend(asked.into_iter().map(|(case, verdict)| (&*case.id, verdict)));
    }
    let verdict = |case: &&'c Case| Some((*case, verdicts.get(&*case.id)?.clone()));
    Ok(Asked {
        verdicts: chosen.iter().filter_map(verdict).collect(),
        milliseconds: took.into_inner().unwrap_or_default(),
    })
}

/// Into `folder`, or printed. A new file starts with the embedded expectations.
fn propose(
    folder: Option<&Path>,
    one: &Found,
    verdicts: &[(&Case, Verdict)],
    all: &dyn Fn(&str) -> bool,
) -> Result<(), String> {
    let file = folder.map(|folder| folder.join(format!("{}.txt", one.name)));
    let text = match &file {
        Some(file) if file.exists() => embedded::expectations_text(folder, &one.name)?,
        _ => match &one.expected_as {
            Some(name) => embedded::expectations_text(None, name)?,
            None => String::new(),
        },
    };
    let blessed = bless(&text, verdicts, all);
    let Some((folder, file)) = folder.zip(file) else {
        say!("{}", blessed.text);
        return Ok(());
    };
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&file, &blessed.text))
        .map_err(|error| format!("{}: {error}", file.display()))?;
    tell!(
        "{}: {} lines, {} without a reason",
        file.display(),
        Expectations::parse(&blessed.text)?.lines().count(),
        blessed.open
    );
    Ok(())
}
