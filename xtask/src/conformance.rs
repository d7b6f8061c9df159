//! `conformance`: runs the conformance suite against our own implementation and every tool that is installed.

use std::process::Command;

pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--locked", "--quiet", "--release", "--package", "offload-bundle-conformance", "--"])
        .args(words)
        .status()
        .map_err(|error| error.to_string())?;
    match status.success() {
        true => Ok(()),
        false => Err("the suite has found what no expectation says".into()),
    }
}
