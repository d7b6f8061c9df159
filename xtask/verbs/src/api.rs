//! `cargo xtask api`: golden lists of the libraries' public items, one per line.

use std::collections::BTreeSet;
use std::process::Command;

use public_api::Builder;

use crate::files;

const GOLDENS: [(&str, &str); 2] =
    [("offload-bundle", "library/public-api.txt"), ("offload-bundle-rewrite", "rewrite/public-api.txt")];
const CRATES: [&str; 3] = ["offload_bundle_core::", "offload_bundle_formats::", "serde_json::"];

pub fn run(words: &[&str]) -> Result<(), String> {
    let is_check = match words {
        [] => false,
        ["--check"] => true,
        _ => return Err("usage: cargo xtask api [--check]".to_owned()),
    };
    let found = GOLDENS.map(|(package, _)| public_items(package));
    let found = found.into_iter().collect::<Result<Vec<String>, String>>()?;
    let all = found.concat();
    let unnamed = find_unnamed(&all);
    if !unnamed.is_empty() {
        return Err(format!(
            "signatures name items without a public path: {}",
            unnamed.join(", ")
        ));
    }
    GOLDENS
        .iter()
        .zip(&found)
        .try_for_each(|((_, golden), found)| match is_check {
            false => files::write_if_different(&files::root().join(golden), found).map(|_| ()),
            true => compare(golden, found),
        })
}

fn compare(golden: &str, found: &str) -> Result<(), String> {
    let written = files::read(&files::root().join(golden))?;
    let without = |sign, these: &str, those: &str| -> Vec<String> {
        let only = these.lines().filter(|line| !those.lines().any(|other| other == *line));
        only.map(|line| format!("{sign} {line}")).collect()
    };
    let lines = [without('-', &written, found), without('+', found, &written)].concat();
    match lines.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{}\n{golden} is stale: run `cargo xtask api`",
            lines.join("\n")
        )),
    }
}

/// Those that no library re-exports: callers would need another dependency.
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

fn public_items(package: &str) -> Result<String, String> {
    let root = files::root();
    let target = root.join("target/api");
    // rustdoc's JSON output needs a nightly compiler, or the pinned one in disguise.
    let status = Command::new("cargo")
        .args(["rustdoc", "--locked", "--quiet", "--package", package, "--lib", "--target-dir"])
        .arg(&target)
        .args(["--", "-Zunstable-options", "--output-format", "json", "--cap-lints", "allow"])
        .env("RUSTC_BOOTSTRAP", "1")
        // Nothing is linked, so Zstandard need not be compiled.
        .envs([("CC", "true"), ("AR", "true")])
        .current_dir(&root)
        .status();
    let status = status.map_err(|error| format!("cargo rustdoc: {error}"))?;
    if !status.success() {
        return Err(format!("cargo rustdoc: {status}"));
    }
    let items = Builder::from_rustdoc_json(target.join("doc").join(package.replace('-', "_") + ".json"))
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
    fn unreachable_type_is_found() {
        let items = "pub fn offload_bundle::a(&offload_bundle_core::b::Kept, offload_bundle_core::b::Lost)\n\
            pub use offload_bundle::formats::Kept\n";
        assert_eq!(find_unnamed(items), ["offload_bundle_core::b::Lost"]);
    }
}
