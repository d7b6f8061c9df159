//! Files that are read from tables: fixtures of objects, libraries and archives, and what is made up of formats that are written so.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use offload_bundle_codegen::foreign::sources;

use super::tools::{Tools, answers, lines};
use super::{foreign, written};
use crate::files;

/// Compares all fixtures whose schema has `word` in its name, and files of the formats `interpreted`. There is one folder of schemas with
/// their samples, as of other formats.
pub fn run(root: &Path, ours: &Path, tools: &Tools, (word, interpreted): (&str, &[String])) -> Result<(), String> {
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
    for name in interpreted {
        let samples = folder.join("samples").join(name);
        fs::create_dir_all(&samples).map_err(failed)?;
        written(ours, &["make-up", name, &samples.to_string_lossy()])?;
        copy_schema(root, &folder, name, &mut schemas)?;
    }
    match schemas.is_empty() {
        true => Ok(()),
        false => foreign::run(&folder, Some(tools), true),
    }
}

/// Copies a schema, and those that it imports.
fn copy_schema(root: &Path, folder: &Path, name: &str, known: &mut BTreeSet<String>) -> Result<(), String> {
    let schemas = root.join("schemas");
    let load = |name: &str| fs::read_to_string(schemas.join(name)).ok();
    for source in sources(&format!("{name}.ksy"), load) {
        let path = folder.join(&source.name);
        fs::write(&path, &source.text).map_err(|error| format!("{}: {error}", path.display()))?;
        known.insert(source.name);
    }
    Ok(())
}
