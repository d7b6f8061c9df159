//! `cargo xtask bench`: ours, clang-offload-bundler 22 and plain copies side by side, in turns, on the same data. Prints times,
//! ratios and peak memory; asserts none of them.

mod input;
mod measure;
mod table;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files;
use input::{BUNDLES, Input};
use measure::Run;

/// The release that ours is measured against.
const RELEASE: &str = "22";
/// How often each command runs, unless told otherwise.
const TURNS: usize = 5;

/// One program at one operation.
struct Contestant {
    name: &'static str,
    command: Vec<String>,
}

/// One operation and those who do it. The first is the reference.
struct Race {
    operation: &'static str,
    contestants: Vec<Contestant>,
}

/// Runs the verb.
pub fn run(words: &[&str]) -> Result<(), String> {
    let turns = match words {
        [] => TURNS,
        ["--measured", command @ ..] => return measure::as_child(command),
        ["--runs", turns] => turns.parse().map_err(|error| format!("--runs {turns}: {error}"))?,
        _ => return Err("usage: cargo xtask bench [--runs N]".to_owned()),
    };
    let root = files::root();
    let ours = release_build(&root)?;
    let folder = root.join("target/bench");
    let theirs = format!("clang-offload-bundler-{RELEASE}");
    let theirs = measure::answers(&theirs).then_some(theirs);
    if theirs.is_none() {
        eprintln!("skipped: clang-offload-bundler-{RELEASE} is not installed");
    }
    let ours = ours.to_string_lossy();
    let input = Input::prepare(&folder, &ours, theirs.as_deref())?;
    println!("{}", table::HEADING);
    for race in races(&input, &ours, theirs.as_deref()) {
        let runs = turns_of(&race, &folder, turns)?;
        println!(
            "{}",
            table::rows(
                race.operation,
                &race.contestants.iter().map(|c| c.name).collect::<Vec<_>>(),
                &runs
            )
        );
    }
    println!("RSS holds mapped files too; × compares medians with the first row of each operation and with clang's.");
    Ok(())
}

/// Every contestant in turn, so that what slows the machine for a while slows them all.
fn turns_of(race: &Race, folder: &Path, turns: usize) -> Result<Vec<Vec<Run>>, String> {
    let mut runs: Vec<Vec<Run>> = race.contestants.iter().map(|_| Vec::new()).collect();
    // The first turn warms the page cache and is not counted.
    for turn in 0..=turns {
        for (contestant, runs) in race.contestants.iter().zip(&mut runs) {
            input::clear_outputs(folder)?;
            let run = measure::in_child(folder, &contestant.command)?;
            if turn > 0 {
                runs.push(run);
            }
        }
    }
    input::clear_outputs(folder)?;
    Ok(runs)
}

fn races(input: &Input, ours: &str, theirs: Option<&str>) -> Vec<Race> {
    let ids = input.ids();
    let parts = input.parts();
    let pairs = |stem: &str| {
        ids.iter()
            .zip(&parts)
            .map(|(id, part)| format!("{id}={stem}{part}"))
            .collect::<Vec<_>>()
    };
    let outputs: Vec<String> = parts.iter().map(|part| format!("out/{part}")).collect();
    let each = |option: &str, files: &[String]| files.iter().map(|file| format!("{option}{file}")).collect::<Vec<_>>();
    let line = |start: &[&str], rest: Vec<String>| {
        start
            .iter()
            .map(|word| (*word).to_owned())
            .chain(rest)
            .collect::<Vec<_>>()
    };
    let all = format!("-targets={}", ids.join(","));
    let one = format!("-targets={}", ids[0]);
    let mut races = vec![
        race(
            "bundle",
            "cat",
            line(&["sh", "-c"], vec![format!("cat {} > out/bundle", parts.join(" "))]),
        ),
        race(
            "unbundle all",
            "cp",
            line(&["cp"], [parts.clone(), vec!["out".to_owned()]].concat()),
        ),
        race("unbundle one", "cp", line(&["cp", &parts[0], "out"], vec![])),
        race("list", "true", line(&["true"], vec![])),
        race(BUNDLES, "true", line(&["true"], vec![])),
    ];
    let our_lines = [
        line(&[ours, "bundle", "-t", "bc", "-o", "out/bundle"], pairs("")),
        line(&[ours, "unbundle", "bundle"], pairs("out/")),
        line(&[ours, "unbundle", "bundle"], vec![format!("{}=out/one", ids[0])]),
        line(&[ours, "list", "bundle"], vec![]),
        line(&[ours, "list", "many"], vec![]),
    ];
    for (race, command) in races.iter_mut().zip(our_lines) {
        race.contestants.push(Contestant { name: "ours", command });
    }
    if let Some(theirs) = theirs {
        let their_lines = [
            line(
                &[theirs, "-type=bc", &all, "-output=out/bundle"],
                each("-input=", &parts),
            ),
            line(
                &[theirs, "-type=bc", "-unbundle", &all, "-input=bundle"],
                each("-output=", &outputs),
            ),
            line(
                &[
                    theirs,
                    "-type=bc",
                    "-unbundle",
                    &one,
                    "-input=bundle",
                    "-output=out/one",
                ],
                vec![],
            ),
            line(&[theirs, "-type=bc", "-list", "-input=bundle"], vec![]),
            line(&[theirs, "-type=bc", "-list", "-input=many"], vec![]),
        ];
        for (race, command) in races.iter_mut().zip(their_lines) {
            race.contestants.push(Contestant {
                name: table::CLANG,
                command,
            });
        }
    }
    races
}

fn race(operation: &'static str, name: &'static str, command: Vec<String>) -> Race {
    Race {
        operation,
        contestants: vec![Contestant { name, command }],
    }
}

/// Builds our program with optimisation.
fn release_build(root: &Path) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(["build", "--release", "--quiet", "--package", "offload-bundle"])
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
