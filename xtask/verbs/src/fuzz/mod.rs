//! `cargo xtask fuzz`: writes seeds and dictionaries, and runs `cargo fuzz`.

#[cfg(any(test, feature = "dictionaries"))]
mod dictionaries;
mod seeds;
pub mod targets;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files;
use seeds::Seeds;
use targets::Target;

const USAGE: &str = "usage: cargo xtask fuzz [TARGET…] [--seconds N] [--sanitizer NAME] [--list]
  TARGET            only these; all without one
  --seconds N       how long each target runs: 60 by default
  --sanitizer NAME  none by default, or address: safe code needs none, but the C library Zstandard and the header in C do
  --list            writes seeds and dictionaries, and prints for each target its name, its file, its dictionary, the folder of its seeds and
                    the longest input in bytes; nothing runs";
/// MiB, and seconds per input.
const LIMITS: [&str; 2] = ["-rss_limit_mb=2048", "-timeout=20"];

pub fn run(words: &[&str]) -> Result<(), String> {
    let (mut names, mut seconds, mut sanitizer, mut list) = (Vec::new(), 60_u64, "none", false);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--seconds" => seconds = words.next().and_then(|word| word.parse().ok()).ok_or(USAGE)?,
            "--sanitizer" => sanitizer = words.next().ok_or(USAGE)?,
            "--list" => list = true,
            option if option.starts_with('-') => return Err(USAGE.to_owned()),
            name => names.push(name),
        }
    }
    let root = files::root();
    let targets = choose(targets::all(&root)?, &names)?;
    let seeds = seeds::write(&root, &root.join("target/fuzz/seeds"))?;
    // Compiled in for `cargo xtask fuzz` only.
    #[cfg(feature = "dictionaries")]
    dictionaries::write(&seeds.folder)?;
    if list {
        targets.iter().for_each(|target| println!("{}", line(target, &seeds)));
        return Ok(());
    }
    let mut failed = Vec::new();
    for target in &targets {
        let mut fuzz = cargo_fuzz(&root, target, &seeds, sanitizer)?;
        fuzz.args(LIMITS).arg(format!("-max_total_time={seconds}"));
        if !fuzz.status().map_err(|error| format!("cargo fuzz: {error}"))?.success() {
            failed.push(target.name.as_str());
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!("these targets fail: {}", failed.join(", "))),
    }
}

fn cargo_fuzz(root: &Path, target: &Target, seeds: &Seeds, sanitizer: &str) -> Result<Command, String> {
    let corpus = root.join("fuzz/corpus").join(&target.name);
    std::fs::create_dir_all(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
    let mut fuzz = Command::new("cargo");
    // Linking twenty programs of one unit each takes minutes longer.
    fuzz.args(["+nightly", "fuzz", "run", "--codegen-units", "16", "--sanitizer", sanitizer, "--target-dir"]);
    // A folder per sanitizer avoids rebuilds.
    fuzz.arg(root.join("target/fuzz").join(sanitizer)).arg(&target.name);
    fuzz.arg(&corpus).args(seeds.folder_of(target)).arg("--");
    fuzz.arg(format!("-max_len={}", seeds.longest(target)));
    let dictionary = target.dictionary(&seeds.folder);
    fuzz.args(dictionary.map(|path| format!("-dict={}", path.display())));
    files::forget_cargo(&mut fuzz);
    // Set by the outer cargo.
    fuzz.env_remove("RUSTUP_TOOLCHAIN");
    fuzz.current_dir(root.join("fuzz"));
    Ok(fuzz)
}

/// `-` for a missing file or folder.
fn line(target: &Target, seeds: &Seeds) -> String {
    let or_none = |path: Option<PathBuf>| path.map_or_else(|| "-".to_owned(), |path| path.display().to_string());
    let (dictionary, folder) = (
        or_none(target.dictionary(&seeds.folder)),
        or_none(seeds.folder_of(target)),
    );
    format!(
        "{} {} {dictionary} {folder} {}",
        target.name,
        target.file,
        seeds.longest(target)
    )
}

fn choose(targets: Vec<Target>, names: &[&str]) -> Result<Vec<Target>, String> {
    let unknown = |name: &&&str| !targets.iter().any(|target| target.name == **name);
    if let Some(unknown) = names.iter().find(unknown) {
        let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
        return Err(format!(
            "no fuzz target is called {unknown}; there are: {}",
            names.join(", ")
        ));
    }
    let wanted = |target: &Target| names.is_empty() || names.contains(&target.name.as_str());
    Ok(targets.into_iter().filter(wanted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_targets_are_refused_with_known_ones() {
        let targets = targets::all(&files::root()).unwrap();
        assert!(targets.len() > 1);
        let error = choose(targets.clone(), &["no_such"]).unwrap_err();
        assert!(targets.iter().all(|target| error.contains(&target.name)), "{error}");
        assert_eq!(choose(targets.clone(), &[]).unwrap(), targets);
        assert_eq!(choose(targets.clone(), &["list"]).unwrap().len(), 1);
    }
}
