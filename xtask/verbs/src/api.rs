//! `cargo xtask api`: the public items of the library, one a line, as a golden that a person can read.

use std::collections::BTreeSet;
use std::process::Command;

use public_api::Builder;

use crate::files;

/// Where they are written, below the root.
const GOLDEN: &str = "library/public-api.txt";
/// The crates whose types signatures name.
const CRATES: [&str; 3] = ["offload_bundle_core::", "offload_bundle_formats::", "serde_json::"];

/// Runs the verb.
pub fn run(words: &[&str]) -> Result<(), String> {
    let path = files::root().join(GOLDEN);
    let found = public_items()?;
    let unnamed = find_unnamed(&found);
    if !unnamed.is_empty() {
        return Err(format!(
            "signatures name what has no path within the library: {}",
            unnamed.join(", ")
        ));
    }
    match words {
        [] => files::write_if_different(&path, &found).map(|_| ()),
        ["--check"] => {
            let written = files::read(&path)?;
            let without = |sign, these: &str, those: &str| -> Vec<String> {
                let only = these.lines().filter(|line| !those.lines().any(|other| other == *line));
                only.map(|line| format!("{sign} {line}")).collect()
            };
            let lines = [without('-', &written, &found), without('+', &found, &written)].concat();
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

/// Which types of other crates the signatures in `items` name that the library does not re-export: a program would have to
/// import a second crate.
fn find_unnamed(items: &str) -> Vec<&str> {
    let is_word = |character: char| character.is_alphanumeric() || "_:".contains(character);
    let words = items.split(|character| !is_word(character));
    let foreign = |word: &&str| CRATES.iter().any(|name| word.starts_with(name));
    let named = |path: &str| {
        let name = path.rsplit("::").next().unwrap_or(path);
        let ends = |line: &str| line.starts_with("pub use ") && line.ends_with(&format!("::{name}"));
        items.lines().any(ends)
    };
    let unnamed: BTreeSet<&str> = words.filter(foreign).filter(|path| !named(path)).collect();
    unnamed.into_iter().collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_without_a_path_within_the_library_is_told() {
        let items = "pub fn offload_bundle::a(&offload_bundle_core::b::Kept, offload_bundle_core::b::Lost)\n\
            pub use offload_bundle::formats::Kept\n";
        assert_eq!(find_unnamed(items), ["offload_bundle_core::b::Lost"]);
    }
}
