//! Which fuzz targets there are: those that people write, and those that the schemas give. `fuzz/Cargo.toml` lists them for cargo-fuzz.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::files;

/// The manifest, from the root of the repository.
pub const MANIFEST: &str = "fuzz/Cargo.toml";
/// The targets that people write, from the root of the repository.
const BY_HAND: &str = "fuzz/fuzz_targets";
/// The targets that the schemas give, from the root of the repository.
pub const GENERATED: &str = "generated/fuzz";
/// The line of the manifest that the list is behind begins so.
const LISTED_BELOW: &str = "# Only what stands above is written by hand";

/// A fuzz target.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// Its name.
    pub name: String,
    /// Its file, from the root of the repository.
    pub file: String,
}

impl Target {
    fn of(file: String) -> Option<Self> {
        let name = file.strip_suffix(".rs")?.rsplit('/').next()?.to_owned();
        Some(Self { name, file })
    }

    /// Whether the schemas give it.
    pub fn is_generated(&self) -> bool {
        self.file.starts_with(GENERATED)
    }

    /// Its dictionary, which is among those that the schemas give or in `made`: its own, or else that of whatever is in files. A value
    /// that is made of the bytes needs none.
    pub fn dictionary(&self, root: &Path, made: &Path) -> Option<PathBuf> {
        let own = format!("{}.dict", self.name);
        let all = (!self.is_generated()).then(|| root.join(GENERATED).join("all.dict"));
        let mut files = [Some(root.join(GENERATED).join(&own)), Some(made.join(own)), all]
            .into_iter()
            .flatten();
        files.find(|file| file.exists())
    }
}

/// All targets, by name.
pub fn all(root: &Path) -> Result<Vec<Target>, String> {
    let mut targets = Vec::new();
    for folder in [BY_HAND, GENERATED] {
        let names = files::below(&root.join(folder))?;
        targets.extend(
            names
                .into_iter()
                .filter_map(|name| Target::of(format!("{folder}/{name}"))),
        );
    }
    targets.sort();
    Ok(targets)
}

/// The manifest with the targets listed that people write and those among the `generated` files; nothing where there is no manifest.
fn wanted(root: &Path, generated: &BTreeMap<String, String>) -> Result<Option<String>, String> {
    let path = root.join(MANIFEST);
    if !path.exists() {
        return Ok(None);
    }
    let text = files::read(&path)?;
    let kept = text.lines().position(|line| line.starts_with(LISTED_BELOW));
    let kept = kept.ok_or(format!("{MANIFEST}: no line that begins with `{LISTED_BELOW}`"))?;
    let mut manifest: String = text.lines().take(kept + 1).map(|line| format!("{line}\n")).collect();
    let by_hand = files::below(&root.join(BY_HAND))?
        .into_iter()
        .map(|name| format!("{BY_HAND}/{name}"));
    let given = generated.keys().filter(|path| path.starts_with("fuzz/"));
    let given = given.map(|path| format!("generated/{path}"));
    let mut targets: Vec<Target> = by_hand.chain(given).filter_map(Target::of).collect();
    targets.sort();
    for Target { name, file } in targets {
        let path = file
            .strip_prefix("fuzz/")
            .map_or_else(|| format!("../{file}"), str::to_owned);
        manifest.push_str(&format!(
            "\n[[bin]]\nname = {name:?}\npath = {path:?}\ntest = false\ndoc = false\nbench = false\n"
        ));
    }
    Ok(Some(manifest))
}

/// Lists the targets in the manifest. Says whether it was changed.
pub fn list(root: &Path, generated: &BTreeMap<String, String>) -> Result<bool, String> {
    match wanted(root, generated)? {
        Some(text) => files::write_if_different(&root.join(MANIFEST), &text),
        None => Ok(false),
    }
}

/// Whether the manifest lists the targets.
pub fn is_listed(root: &Path, generated: &BTreeMap<String, String>) -> Result<bool, String> {
    let wanted = wanted(root, generated)?;
    Ok(wanted.is_none_or(|text| fs::read_to_string(root.join(MANIFEST)).is_ok_and(|found| found == text)))
}
