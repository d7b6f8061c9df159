//! Runs the suite against our own implementation and every tool that is there, or answers its questions as one of them.

use std::collections::BTreeSet;
use std::io;
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use offload_bundle_conformance::case::Case;
use offload_bundle_conformance::matrix::matrix;
use offload_bundle_conformance::protocol::{Description, VERSION, serve};
use offload_bundle_conformance::report::{Document, junit, page};
use offload_bundle_conformance::runner::{Choice, Outcome, run};
use offload_bundle_conformance::testee::{CommandTestee, Limits, Ours, PipeTestee, Testee};
use offload_bundle_conformance::{embedded, runner};

fn main() -> ExitCode {
    let matches = command_line().get_matches();
    let done = match matches.subcommand() {
        Some(("serve", _)) => serve_ours().map(|()| true).map_err(|error| error.to_string()),
        _ => run_suite(&matches),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("offload-bundle-conformance: {error}");
            ExitCode::from(2)
        }
    }
}

fn command_line() -> Command {
    let file = |name: &'static str, help: &'static str| Arg::new(name).long(name).value_name("FILE").help(help);
    let many = |name: &'static str| Arg::new(name).long(name).action(ArgAction::Append);
    Command::new("offload-bundle-conformance")
        .about("Asks implementations of the offload-bundle formats questions, and judges their answers")
        .version(env!("CARGO_PKG_VERSION"))
        .arg(
            many("filter")
                .value_name("WORD")
                .help("Ask cases with this word in their id"),
        )
        .arg(many("case").value_name("ID").help("Ask this case"))
        .arg(
            many("testee")
                .value_name("NAME")
                .help("Ask this implementation; all that are there without it"),
        )
        .arg(
            many("pipe")
                .value_name("COMMAND")
                .help("Ask this program, which speaks the pipe protocol"),
        )
        .arg(
            Arg::new("shard")
                .long("shard")
                .value_name("I/N")
                .help("Ask shard I of N, from 1"),
        )
        .arg(
            Arg::new("jobs")
                .long("jobs")
                .value_name("N")
                .value_parser(value_parser!(usize))
                .help("Ask so many questions at once"),
        )
        .arg(file("json", "Write everything as one JSON document"))
        .arg(file("junit", "Write JUnit XML"))
        .arg(file("html", "Write a page to look through"))
        .arg(
            Arg::new("list")
                .long("list")
                .action(ArgAction::SetTrue)
                .help("Print the ids of the cases and stop"),
        )
        .arg(
            Arg::new("verbose")
                .long("verbose")
                .short('v')
                .action(ArgAction::SetTrue)
                .help("Say of each case what came of it"),
        )
        .subcommand(
            Command::new("serve").about("Answer the questions of the pipe protocol with our own implementation"),
        )
}

fn serve_ours() -> io::Result<()> {
    let ops = [
        "read",
        "list",
        "unbundle",
        "bundle",
        "compress",
        "decompress",
        "split_archive",
        "images",
        "pack",
        "parse_id",
        "compatible",
        "compose",
    ];
    let description = Description {
        name: Ours.name().into(),
        version: env!("CARGO_PKG_VERSION").into(),
        protocol: VERSION,
        ops: ops.map(String::from).to_vec(),
    };
    serve(&mut Ours, &description, io::stdin().lock(), io::stdout().lock())
}

fn words<'m>(matches: &'m ArgMatches, name: &str) -> Vec<&'m str> {
    matches
        .get_many::<String>(name)
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect()
}

/// A way to make an implementation, once for each job.
type New = Box<dyn Fn() -> Box<dyn Testee> + Sync>;

/// Whether everything is as expected.
fn run_suite(matches: &ArgMatches) -> Result<bool, String> {
    let collection = embedded::cases()?;
    let ids: BTreeSet<&str> = collection.cases().map(|case| case.id.as_str()).collect();
    let cases = chosen(matches, &collection.cases().collect::<Vec<_>>())?;
    if matches.get_flag("list") {
        cases.iter().for_each(|case| println!("{}", case.id));
        return Ok(true);
    }
    let jobs = matches.get_one("jobs").copied();
    let jobs = jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let verbose = matches.get_flag("verbose");
    let mut sound = true;
    let mut outcomes = Vec::new();
    for (name, new) in testees(matches)? {
        let told = |case: &Case, verdict: &offload_bundle_conformance::verdict::Verdict| {
            if verbose {
                println!("{name} {}: {}: {verdict}", case.id, verdict.word());
            }
        };
        let verdicts = run(&cases, &embedded::fixture, jobs, &*new, &told);
        let known = embedded::expectations(&name)?;
        let surprises = known.surprises(&verdicts, &|id| ids.contains(id));
        for surprise in &surprises {
            eprintln!("{name}: {surprise}");
        }
        sound &= surprises.is_empty();
        outcomes.push((Outcome { testee: name, verdicts }, known));
    }
    print!("{}", matrix(outcomes.iter().map(|(outcome, _)| outcome)));
    let document = Document::new(&outcomes);
    let write = |name: &str, text: &dyn Fn() -> Result<String, String>| match matches.get_one::<String>(name) {
        Some(file) => std::fs::write(file, text()?).map_err(|error| format!("{file}: {error}")),
        None => Ok(()),
    };
    write("json", &|| {
        serde_json::to_string_pretty(&document).map_err(|error| error.to_string())
    })?;
    write("junit", &|| junit(&document))?;
    write("html", &|| page(&document))?;
    Ok(sound)
}

fn chosen<'c>(matches: &ArgMatches, all: &[&'c Case]) -> Result<Vec<&'c Case>, String> {
    let wanted = words(matches, "case");
    if let Some(unknown) = wanted.iter().find(|id| !all.iter().any(|case| case.id == **id)) {
        return Err(format!("there is no case {unknown:?}; --list shows them"));
    }
    let shard = matches.get_one::<String>("shard").map(|text| shard(text)).transpose()?;
    let filters = words(matches, "filter").into_iter().map(String::from).collect();
    let fitting = all
        .iter()
        .copied()
        .filter(|case| wanted.is_empty() || wanted.contains(&case.id.as_str()));
    Ok(Choice { filters, shard }.of(fitting))
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let fail = || format!("--shard {text}: expected I/N, with I from 1 to N");
    let (shard, of) = text.split_once('/').ok_or_else(fail)?;
    let numbers = (shard.parse().map_err(|_| fail())?, of.parse().map_err(|_| fail())?);
    match numbers {
        (shard, of) if (1..=of).contains(&shard) => Ok(numbers),
        _ => Err(fail()),
    }
}

/// The implementations to ask, with their names.
fn testees(matches: &ArgMatches) -> Result<Vec<(String, New)>, String> {
    let (wanted, pipes) = (words(matches, "testee"), words(matches, "pipe"));
    let mut found: Vec<(String, New)> = Vec::new();
    let ours = Ours.name();
    if (wanted.is_empty() && pipes.is_empty()) || wanted.contains(&ours) {
        found.push((ours.into(), Box::new(|| Box::new(Ours))));
    }
    for adapter in embedded::adapters()? {
        let asked_for = wanted.contains(&adapter.name.as_str());
        if !asked_for && (!wanted.is_empty() || !pipes.is_empty()) {
            continue;
        }
        let name = adapter.name.clone();
        match CommandTestee::find(adapter, Limits::default()) {
            Some(testee) => found.push((name, Box::new(move || Box::new(testee.clone())))),
            None if asked_for => return Err(format!("{name} is not installed")),
            None => {}
        }
    }
    if let Some(unknown) = wanted
        .iter()
        .find(|name| !found.iter().any(|(known, _)| known == *name))
    {
        return Err(format!("there is no testee {unknown:?}"));
    }
    for pipe in pipes {
        let command: Vec<String> = pipe.split_whitespace().map(String::from).collect();
        let start = move || PipeTestee::start(command.clone(), Limits::default());
        let name = start().map_err(|error| format!("{pipe}: {error}"))?.name().to_string();
        found.push((
            name,
            Box::new(move || match start() {
                Ok(testee) => Box::new(testee),
                Err(error) => Box::new(runner::Unstarted(error.to_string())),
            }),
        ));
    }
    Ok(found)
}
