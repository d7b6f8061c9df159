//! Fixtures that are shown by schemas that are only read: objects, libraries and archives, read by both readers.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use offload_bundle_codegen::Source;
use offload_bundle_codegen::foreign::imports;

use super::foreign;
use super::tools::{Tools, answers, lines};
use crate::files;

/// Compares all fixtures whose schema has `word` in its name. There is one folder of schemas with their samples, as of other formats.
pub fn run(root: &Path, ours: &Path, tools: &Tools, word: &str) -> Result<(), String> {
    let fixtures = root.join("conformance/fixtures");
    let paths: Vec<PathBuf> = files::below(&fixtures)?
        .iter()
        .map(|name| fixtures.join(name))
        .collect();
    let mut asked = Command::new(ours);
    asked.arg("shown-by");
    let shown_by = answers(asked, &lines(&paths))?;
    let folder = root.join("target/kaitai/hosts");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    let mut schemas = BTreeSet::new();
    for (number, (path, host)) in paths.iter().zip(&shown_by).enumerate() {
        let Some(host) = host.as_str().filter(|host| host.contains(word)) else {
            continue;
        };
        let samples = folder.join("samples").join(host);
        fs::create_dir_all(&samples).map_err(failed)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        fs::copy(path, samples.join(format!("{number}-{name}"))).map_err(failed)?;
        copy_schema(root, &folder, host, &mut schemas)?;
    }
    match schemas.is_empty() {
        true => Ok(()),
        false => foreign::run(&folder, Some(tools), true),
    }
}

/// Copies a schema, and those that it imports.
fn copy_schema(root: &Path, folder: &Path, name: &str, known: &mut BTreeSet<String>) -> Result<(), String> {
    if !known.insert(name.to_owned()) {
        return Ok(());
    }
    let name = format!("{name}.ksy");
    let path = root.join("schemas").join(&name);
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let text = fs::read_to_string(&path).map_err(failed)?;
    fs::write(folder.join(&name), &text).map_err(failed)?;
    for import in imports(&Source { name, text }) {
        copy_schema(root, folder, &import, known)?;
    }
    Ok(())
}
