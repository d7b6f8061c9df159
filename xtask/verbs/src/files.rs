//! File access for all verbs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the repository; `OFFLOAD_BUNDLE_ROOT` overrides it with a copy.
pub fn root() -> PathBuf {
    if let Some(copy) = std::env::var_os("OFFLOAD_BUNDLE_ROOT") {
        return PathBuf::from(copy);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.map(Path::to_path_buf).unwrap_or_default()
}

/// All files below `folder`, as sorted relative paths with `/`.
pub fn below(folder: &Path) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).map_err(|error| format!("{}: {error}", next.display()))? {
            let path = entry.map_err(|error| error.to_string())?.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(relative) = path.strip_prefix(folder) {
                found.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    Ok(found)
}

pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

pub fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let at = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(at)?;
    }
    fs::write(path, bytes).map_err(at)
}

/// Writes `text` unless the file is equal, creating folders. Returns whether it wrote.
pub fn write_if_different(path: &Path, text: &str) -> Result<bool, String> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(false);
    }
    let at = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(at)?;
    }
    fs::write(path, text).map_err(at)?;
    Ok(true)
}

/// Removes variables that the outer cargo sets for its package.
pub fn forget_cargo(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let known = ["CARGO_PKG_", "CARGO_MANIFEST_"];
        if known.iter().any(|start| name.to_string_lossy().starts_with(start)) {
            command.env_remove(name);
        }
    }
}
