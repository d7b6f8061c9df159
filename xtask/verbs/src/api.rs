//! `cargo xtask api`: the public items of the library, one a line, as a golden that a person can read.

use std::process::Command;

use public_api::Builder;

use crate::files;

/// Where they are written, below the root.
const GOLDEN: &str = "library/public-api.txt";

/// Runs the verb.
pub fn run(words: &[&str]) -> Result<(), String> {
    let path = files::root().join(GOLDEN);
    let found = public_items()?;
    match words {
        [] => files::write_if_different(&path, &found).map(|_| ()),
        ["--check"] => {
            let written = files::read(&path)?;
            let gone = written
                .lines()
                .filter(|line| !found.lines().any(|other| other == *line));
            let new = found
                .lines()
                .filter(|line| !written.lines().any(|other| other == *line));
            let lines = gone
                .map(|line| format!("- {line}"))
                .chain(new.map(|line| format!("+ {line}")));
            let lines: Vec<String> = lines.collect();
            match lines.is_empty() {
                true => Ok(()),
                false => Err(format!(
                    "{}\n{GOLDEN} is stale: run `cargo xtask api`",
                    lines.join("\n")
                )),
            }
        }
        _ => Err("usage: cargo xtask api [--check]".to_owned()),
    }
}

/// The items, sorted.
fn public_items() -> Result<String, String> {
    let root = files::root();
    let target = root.join("target/api");
    // What rustdoc writes for programs is for nightly compilers only, unless the pinned one is told that it is one.
    let status = Command::new("cargo")
        .args(["rustdoc", "--locked", "--quiet", "--package", "offload-bundle", "--lib", "--target-dir"])
        .arg(&target)
        .args(["--", "-Zunstable-options", "--output-format", "json", "--cap-lints", "allow"])
        .env("RUSTC_BOOTSTRAP", "1")
        .current_dir(&root)
        .status();
    let status = status.map_err(|error| format!("cargo rustdoc: {error}"))?;
    if !status.success() {
        return Err(format!("cargo rustdoc: {status}"));
    }
    let items = Builder::from_rustdoc_json(target.join("doc/offload_bundle.json"))
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .map_err(|error| error.to_string())?;
    let mut lines: Vec<String> = items.items().map(ToString::to_string).collect();
    lines.sort();
    lines.dedup();
    Ok(lines.join("\n") + "\n")
}
