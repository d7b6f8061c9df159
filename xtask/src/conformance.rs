//! `conformance`: runs the suite on our implementation and every installed tool.

use std::path::Path;
use std::process::{ExitCode, Stdio};

use crate::cargo::{self, cargo};

/// The official Kaitai compiler, if installed.
const KAITAI: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/kaitai/node_modules");
const EXPECTATIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/expectations");

pub(crate) fn run(words: &[&str]) -> Result<ExitCode, String> {
    // One call, so that dependencies are shared. The suite looks for the tool in its own folder.
    let mut build = cargo("build", "offload-bundle-conformance");
    build.args(["--package", "offload-bundle-cli"]);
    let built = build.status().map_err(|error| format!("cargo: {error}"))?;
    if !built.success() {
        return Err("the suite and the tool cannot be built".to_owned());
    }
    let mut suite = std::process::Command::new(program()?);
    if let Some((readers, python)) = kaitai()? {
        suite
            .env("OFFLOAD_BUNDLE_KAITAI", readers)
            .env("OFFLOAD_BUNDLE_KAITAI_PYTHON", python);
    }
    suite.args(added(words)).args(words);
    cargo::run(suite)
}

fn program() -> Result<std::path::PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(own.with_file_name(format!("offload-bundle-conformance{}", std::env::consts::EXE_SUFFIX)))
}

/// Kaitai's readers, compiled now, and their Python; `None` without the compiler.
fn kaitai() -> Result<Option<(String, String)>, String> {
    if !Path::new(KAITAI).exists() {
        return Ok(None);
    }
    let mut verbs = cargo::verbs(&["kaitai", "--readers"]);
    let output = verbs
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut lines = text.lines().map(str::to_owned);
    Ok(lines.next().zip(lines.next()).filter(|_| output.status.success()))
}

/// A run uses the repository's expectations, which have to be exact, unless `words` name others.
fn added(words: &[&str]) -> &'static [&'static str] {
    let is_run = words.first().is_none_or(|word| word.starts_with('-'));
    match is_run
        && !words
            .iter()
            .any(|word| word.starts_with("--expectations") || *word == "--strict")
    {
        true => &["--strict", "--expectations", EXPECTATIONS],
        false => &[],
    }
}
