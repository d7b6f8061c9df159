//! `prove`: slow proofs in compiled copies of the repository: changed schemas change the tool, and accepted made-up schemas compile and
//! keep their laws.

use std::io::Write;
use std::process::{Command, ExitCode, Stdio};

use crate::cargo::{self, cargo};

pub(crate) fn run(words: &[&str]) -> Result<ExitCode, String> {
    let proof = |last: &[&str]| -> Command {
        let mut proof = cargo("test", "xtask-verbs");
        proof.args(["--test", "proof"]).args(last);
        proof
    };
    if !words.is_empty() {
        return cargo::run(proof(&[&["--"], words].concat()));
    }
    if cargo::run(proof(&["--no-run"]))? != ExitCode::SUCCESS {
        return Ok(ExitCode::FAILURE);
    }
    // The first takes one processor as long as the other two. Its output is printed at once, so that lines do not mix.
    let mut schemas = cargo::verbs(&["schemas"]);
    let schemas = schemas.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let schemas = schemas.map_err(|error| format!("cargo: {error}"))?;
    let proved = cargo::run(proof(&[]));
    let schemas = schemas.wait_with_output().map_err(|error| error.to_string())?;
    let shown = std::io::stderr().write_all(&[schemas.stdout, schemas.stderr].concat());
    shown.map_err(|error| error.to_string())?;
    match schemas.status.success() {
        true => proved,
        false => Ok(ExitCode::FAILURE),
    }
}
