//! `cargo xtask bench`: compares ours, clang-offload-bundler 22 and plain copies on the same data. Prints times, ratios, peak memory and
//! output lengths, and asserts nothing. `--growth` measures growth instead.

mod archives;
mod code;
mod growth;
mod input;
mod measure;
mod races;
mod table;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files;
use code::Source;
use input::Input;
use measure::Run;
use races::Race;

const RELEASE: &str = "22";
const TURNS: usize = 5;
const USAGE: &str = "usage: cargo xtask bench [--runs N] [--code FILE[:OFFSET]] [--library FILE]
       cargo xtask bench --growth [--runs N] [--of WORD]";

#[derive(Debug)]
struct Request {
    turns: usize,
    /// Similar data by default.
    code: Option<Source>,
    library: Option<String>,
    growth: bool,
    of: Option<String>,
}

impl Request {
    fn parse(words: &[&str]) -> Result<Self, String> {
        let mut request = Self { turns: TURNS, code: None, library: None, growth: false, of: None };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if *word == "--growth" {
                request.growth = true;
                continue;
            }
            let value = words.next().ok_or(USAGE)?;
            match *word {
                "--runs" => request.turns = value.parse().map_err(|error| format!("--runs {value}: {error}"))?,
                "--of" => request.of = Some((*value).to_owned()),
                "--code" => request.code = Some(Source::parse(value)?),
                "--library" => {
                    // The commands run in another folder.
                    let path = std::path::absolute(value).map_err(|error| format!("{value}: {error}"))?;
                    request.library = Some(path.to_string_lossy().into_owned());
                }
                _ => return Err(USAGE.to_owned()),
            }
        }
        Ok(request)
    }
}

pub fn run(words: &[&str]) -> Result<(), String> {
    if let ["--measured", command @ ..] = words {
        return measure::as_child(command);
    }
    let request = Request::parse(words)?;
    let root = files::root();
    let ours = release_build(&root)?;
    if request.growth {
        // In memory if possible, because disks have times of their own.
        let memory = Path::new("/dev/shm");
        let place = if memory.is_dir() {
            memory.to_owned()
        } else {
            root.join("target")
        };
        let folder = tempfile::tempdir_in(&place).map_err(|error| format!("{}: {error}", place.display()))?;
        return growth::run(
            folder.path(),
            &ours.to_string_lossy(),
            request.turns,
            request.of.as_deref(),
        );
    }
    let folder = root.join("target/bench");
    let theirs = format!("clang-offload-bundler-{RELEASE}");
    let theirs = measure::answers(&theirs).then_some(theirs);
    if theirs.is_none() {
        eprintln!("skipped: clang-offload-bundler-{RELEASE} is not installed");
    }
    let ours = ours.to_string_lossy();
    let input = Input::prepare(&folder, request.code.as_ref(), &ours, theirs.as_deref())?;
    println!("{}", table::HEADING);
    for race in races::all(&input, &ours, theirs.as_deref(), request.library.as_deref()) {
        let runs = turns_of(&race, &folder, request.turns)?;
        println!(
            "{}",
            table::rows(
                race.operation,
                &race.contestants.iter().map(|c| c.name).collect::<Vec<_>>(),
                &runs
            )
        );
    }
    println!("× compares medians with the first row of each operation and with clang's.");
    Ok(())
}

/// Alternating, so that a slow phase of the machine hits all.
fn turns_of(race: &Race, folder: &Path, turns: usize) -> Result<Vec<Vec<Run>>, String> {
    let mut runs: Vec<Vec<Run>> = race.contestants.iter().map(|_| Vec::new()).collect();
    // The first round warms the page cache.
    for turn in 0..=turns {
        for (contestant, runs) in race.contestants.iter().zip(&mut runs) {
            input::clear_outputs(folder)?;
            let run = measure::in_child(folder, &contestant.command)?;
            if turn > 0 {
                let written = input::bytes_written(folder)?;
                runs.push(Run { written, ..run });
            }
        }
    }
    input::clear_outputs(folder)?;
    Ok(runs)
}

fn release_build(root: &Path) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(["build", "--release", "--quiet", "--locked", "--package", "offload-bundle-cli"])
        .current_dir(root);
    let built = command.status().map_err(|error| format!("cargo: {error}"))?;
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let program = here
        .ancestors()
        .nth(2)
        .map(|target| target.join("release/offload-bundle"));
    program
        .filter(|program| built.success() && program.exists())
        .ok_or("offload-bundle could not be built".to_owned())
}
