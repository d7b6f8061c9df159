//! `cargo xtask fuzz`: runs the fuzz targets, one for each processor at a time, with their seeds and dictionaries, and shows what they find.

mod coverage;
#[cfg(any(test, feature = "dictionaries"))]
mod dictionaries;
mod engine;
mod finding;
mod seeds;
pub mod targets;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{slice, thread};

use crate::files;
use engine::{Engine, Limits};
use seeds::Seeds;
use targets::Target;

const USAGE: &str =
    "usage: cargo xtask fuzz [TARGET…] [--seconds N] [--sanitizer NAME] [--cmin] [--coverage] [--list] [--seeds]
  TARGET            only these; all without one
  --seconds N       how long each target runs: 60 where nothing is said
  --sanitizer NAME  none (as usual) or address: what no safe code needs, and the one C library, Zstandard, would
  --cmin            afterwards keeps of each corpus only what reaches something that the rest does not
  --coverage        runs nothing but what the corpora hold, and prints how much of each generated file that reaches
  --list            prints of each target its name, its file, its dictionary and the folder of its seeds, which are written";

/// What is asked for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Request {
    names: Vec<String>,
    seconds: Option<u64>,
    sanitizer: Option<String>,
    cmin: bool,
    coverage: bool,
    list: bool,
}

/// Runs the verb.
pub fn run(words: &[&str]) -> Result<(), String> {
    let request = Request::parse(words)?;
    let root = files::root();
    let targets = choose(targets::all(&root)?, &request.names)?;
    let seeds = seeds::write(&root, &root.join("target/fuzz/seeds"))?;
    dictionaries(&seeds.folder)?;
    if request.list {
        targets.iter().for_each(|target| println!("{}", line(target, &seeds)));
        return Ok(());
    }
    let engine = Engine::find(root, request.sanitizer.as_deref().unwrap_or("none"))?;
    if request.coverage {
        return coverage::run(&engine, &targets, &seeds);
    }
    engine.build(&targets)?;
    let limits = Limits { time: Duration::from_secs(request.seconds.unwrap_or(60)) };
    println!(
        "{:<40} {:>8} {:>12} {:>10} {:>8}  finds",
        "target", "seconds", "executions", "per second", "corpus"
    );
    // Each target runs in one thread, and takes what is next.
    let (waiting, found) = (Mutex::new(targets.iter()), Mutex::new(Vec::new()));
    let work = || {
        while let Some(target) = next(&waiting) {
            let shown = ran(&engine, target, &seeds, limits, request.cmin).unwrap_or_else(|error| error);
            found.lock().unwrap_or_else(PoisonError::into_inner).push(shown);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner).concat();
    match found.is_empty() {
        true => Ok(()),
        false => Err(found),
    }
}

/// Writes the dictionaries into `folder`. What makes them is compiled in only where that is wanted.
#[cfg(feature = "dictionaries")]
fn dictionaries(folder: &Path) -> Result<(), String> {
    dictionaries::write(folder)
}

#[cfg(not(feature = "dictionaries"))]
fn dictionaries(folder: &Path) -> Result<(), String> {
    let path = folder.display();
    Err(format!(
        "{path}: `cargo xtask fuzz` compiles what makes the dictionaries that are missing there"
    ))
}

fn next<'t>(waiting: &Mutex<slice::Iter<'t, Target>>) -> Option<&'t Target> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner).next()
}

/// Runs one target, prints what came of it, and says what it found.
fn ran(engine: &Engine, target: &Target, seeds: &Seeds, limits: Limits, cmin: bool) -> Result<String, String> {
    let ran = engine.run(target, seeds, limits)?;
    println!("{ran}");
    if cmin {
        let (before, after) = engine.minimise(target)?;
        println!("  corpus of {}: {before} files, {after} needed", target.name);
    }
    let shown = ran.finds.iter().map(|file| finding::explain(engine, target, file));
    shown.collect()
}

impl Request {
    fn parse(words: &[&str]) -> Result<Self, String> {
        let mut request = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "--seconds" => {
                    let number = words.next().and_then(|word| word.parse().ok());
                    request.seconds = Some(number.ok_or(USAGE)?);
                }
                "--sanitizer" => request.sanitizer = Some((*words.next().ok_or(USAGE)?).to_owned()),
                "--cmin" => request.cmin = true,
                "--coverage" => request.coverage = true,
                "--list" => request.list = true,
                option if option.starts_with('-') => return Err(USAGE.to_owned()),
                name => request.names.push(name.to_owned()),
            }
        }
        Ok(request)
    }
}

/// What there is of a target: words with blanks between them, `-` for what there is not.
fn line(target: &Target, seeds: &Seeds) -> String {
    let or_none = |path: Option<PathBuf>| path.map_or_else(|| "-".to_owned(), |path| path.display().to_string());
    let dictionary = or_none(target.dictionary(&seeds.folder));
    format!(
        "{} {} {dictionary} {}",
        target.name,
        target.file,
        or_none(seeds.folder_of(target))
    )
}

/// The targets of these names, or all.
fn choose(targets: Vec<Target>, names: &[String]) -> Result<Vec<Target>, String> {
    let known = |name: &&String| !targets.iter().any(|target| target.name == **name);
    if let Some(unknown) = names.iter().find(known) {
        let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
        return Err(format!(
            "no fuzz target is called {unknown}; there is: {}",
            names.join(", ")
        ));
    }
    let wanted = |target: &Target| names.is_empty() || names.contains(&target.name);
    Ok(targets.into_iter().filter(wanted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_what_is_asked_for() {
        let request = Request::parse(&["list", "--seconds", "5", "--cmin"]).unwrap();
        assert_eq!((request.seconds, request.cmin), (Some(5), true));
        assert_eq!(request.names, ["list"]);
        for wrong in [&["--seconds"][..], &["--seconds", "soon"], &["--fast"]] {
            assert_eq!(Request::parse(wrong), Err(USAGE.to_owned()), "{wrong:?}");
        }
    }

    #[test]
    fn a_target_that_there_is_not_is_refused_with_those_that_there_are() {
        let targets = targets::all(&files::root()).unwrap();
        assert!(targets.len() > 1);
        let error = choose(targets.clone(), &["no_such".to_owned()]).unwrap_err();
        assert!(targets.iter().all(|target| error.contains(&target.name)), "{error}");
        assert_eq!(choose(targets.clone(), &[]).unwrap(), targets);
    }
}
