//! The fuzz targets. `fuzz/Cargo.toml` lists them for cargo-fuzz.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files;

pub const MANIFEST: &str = "fuzz/Cargo.toml";
const TARGETS: &str = "fuzz/fuzz_targets";
const LISTED_BELOW: &str = "# Only the lines above are written by hand";

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    pub name: String,
    pub file: String,
}

impl Target {
    fn from_file(file: String) -> Option<Self> {
        let name = file.strip_suffix(".rs")?.rsplit('/').next()?.to_owned();
        Some(Self { name, file })
    }

    /// The target's dictionary in `made`, or the general one.
    pub fn dictionary(&self, made: &Path) -> Option<PathBuf> {
        let own = format!("{}.dict", self.name);
        let mut files = [own.as_str(), "all.dict"].into_iter().map(|name| made.join(name));
        files.find(|file| file.exists())
    }
}

pub fn all(root: &Path) -> Result<Vec<Target>, String> {
    let names = files::below(&root.join(TARGETS))?.into_iter();
    let mut targets: Vec<Target> = names
        .filter_map(|name| Target::from_file(format!("{TARGETS}/{name}")))
        .collect();
    targets.sort();
    Ok(targets)
}

/// `None` without a manifest.
fn wanted_manifest(root: &Path) -> Result<Option<String>, String> {
    let path = root.join(MANIFEST);
    if !path.exists() {
        return Ok(None);
    }
    let text = files::read(&path)?;
    let kept = text.lines().position(|line| line.starts_with(LISTED_BELOW));
    let kept = kept.ok_or(format!("{MANIFEST}: no line that begins with `{LISTED_BELOW}`"))?;
    let mut manifest: String = text.lines().take(kept + 1).map(|line| format!("{line}\n")).collect();
    for Target { name, file } in all(root)? {
        let path = file.strip_prefix("fuzz/").unwrap_or(&file);
        manifest.push_str(&format!(
            "\n[[bin]]\nname = {name:?}\npath = {path:?}\ntest = false\ndoc = false\nbench = false\n"
        ));
    }
    Ok(Some(manifest))
}

/// Lists the targets in the manifest; returns whether it changed.
pub fn list(root: &Path) -> Result<bool, String> {
    match wanted_manifest(root)? {
        Some(text) => files::write_if_different(&root.join(MANIFEST), &text),
        None => Ok(false),
    }
}

pub fn is_listed(root: &Path) -> Result<bool, String> {
    let wanted = wanted_manifest(root)?;
    Ok(wanted.is_none_or(|text| fs::read_to_string(root.join(MANIFEST)).is_ok_and(|found| found == text)))
}
