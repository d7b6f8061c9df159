//! Calls of cargo.

use std::process::{Command, ExitCode};

pub(crate) fn cargo(verb: &str, package: &str) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args([verb, "--locked", "--quiet", "--package", package]);
    cargo.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    cargo
}

pub(crate) fn verbs(words: &[&str]) -> Command {
    let mut verbs = cargo("run", "xtask-verbs");
    if matches!(words, ["c"] | ["c", "--check"]) {
        verbs.args(["--features", "c-header"]);
    }
    if matches!(words, ["fuzz", ..]) {
        verbs.args(["--features", "dictionaries"]);
    }
    verbs.arg("--").args(words);
    verbs
}

pub(crate) fn web(words: &[&str]) -> Command {
    let mut web = cargo("run", "xtask-web");
    web.args(["--features", "page", "--"]).args(words);
    web
}

pub(crate) fn run(mut command: Command) -> Result<ExitCode, String> {
    let status = command.status().map_err(|error| format!("cargo: {error}"))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
