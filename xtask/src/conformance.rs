//! `conformance`: runs the conformance suite against our own implementation and every tool that is installed.

use std::process::Command;

use crate::files;
use crate::kaitai::tools::{Missing, Tools};

pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // The suite looks for it beside itself.
    let built = Command::new(&cargo)
        .args(["build", "--locked", "--quiet", "--release", "--package", "offload-bundle-cli"])
        .status()
        .map_err(|error| error.to_string())?;
    if !built.success() {
        return Err("the command-line tool cannot be built".into());
    }
    let mut suite = Command::new(cargo);
    let root = files::root();
    match Tools::find(&root) {
        Ok(tools) => {
            let schemas = root.join("schemas");
            for name in files::below(&schemas)?.iter().filter(|name| name.ends_with(".ksy")) {
                tools.compile(&schemas.join(name))?;
            }
            suite
                .env("OFFLOAD_BUNDLE_KAITAI", tools.folder())
                .env("OFFLOAD_BUNDLE_KAITAI_PYTHON", tools.python());
        }
        Err(Missing(what)) => eprintln!("skipped: kaitai-python: {what}"),
    }
    let status = suite
        .args(["run", "--locked", "--quiet", "--release", "--package", "offload-bundle-conformance", "--"])
        .args(expectations(words))
        .args(words)
        .status()
        .map_err(|error| error.to_string())?;
    match status.success() {
        true => Ok(()),
        false => Err("the suite has found what no expectation says".into()),
    }
}

/// A run reads and proposes the expectations of the repository, if it is not told of others. Other verbs have none.
fn expectations(words: &[&str]) -> &'static [&'static str] {
    let is_run = words.first().is_none_or(|word| word.starts_with('-'));
    match is_run && !words.iter().any(|word| word.starts_with("--expectations")) {
        true => &["--expectations", concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/expectations")],
        false => &[],
    }
}
