//! `prove`: what takes minutes, in copies of the repository that are compiled anew: changed schemas change what the tool does, and whatever
//! the generator accepts compiles and keeps its laws.

use std::io::Write;
use std::process::{Command, ExitCode};

use crate::cargo::{self, cargo};

/// The test programs. What the first does takes one processor for as long as the other takes two.
const PARTS: [&str; 2] = ["proof", "schemas"];

pub(crate) fn run(words: &[&str]) -> Result<ExitCode, String> {
    let mut both = cargo("test", "xtask-verbs");
    both.args(PARTS.iter().flat_map(|part| ["--test", part]))
        .arg("--no-run");
    if cargo::run(both)? != ExitCode::SUCCESS {
        return Ok(ExitCode::FAILURE);
    }
    let part = |name: &str| -> Command {
        let mut part = cargo("test", "xtask-verbs");
        part.args(["--test", name, "--"]).args(words);
        part
    };
    let [first, second] = PARTS.map(part);
    // What the second prints is shown in one piece, so that the lines of both do not mix.
    let (first, second) = std::thread::scope(|scope| {
        let mut second = second;
        let second = scope.spawn(move || second.output());
        (cargo::run(first), second.join())
    });
    let second = second.map_err(|_| "the second part was given up")?;
    let second = second.map_err(|error| format!("cargo: {error}"))?;
    let shown = std::io::stdout().write_all(&second.stdout);
    shown
        .and_then(|()| std::io::stderr().write_all(&second.stderr))
        .map_err(|error| error.to_string())?;
    match first? == ExitCode::SUCCESS && second.status.success() {
        true => Ok(ExitCode::SUCCESS),
        false => Ok(ExitCode::FAILURE),
    }
}
