//! Compares readers on sections of fixtures for read-only formats.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use offload_bundle_codegen::foreign::sources;

use super::foreign;
use super::tools::{Tools, answers, lines};
use crate::files;

/// Compares all fixtures of the schemas `only_read`, in one folder with their samples; compiles schemas without samples too.
pub fn run(root: &Path, ours: &Path, tools: &Tools, only_read: &[String]) -> Result<(), String> {
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
    let names: Vec<&str> = only_read.iter().map(|name| name.trim_end_matches(".ksy")).collect();
    for name in names.iter().copied() {
        fs::create_dir_all(folder.join("samples").join(name)).map_err(failed)?;
        copy_schema(root, &folder, name)?;
    }
    for (number, (path, shown_by)) in paths.iter().zip(shown_by).enumerate() {
        let shown_by: Vec<(String, usize, usize)> =
            serde_json::from_value(shown_by).map_err(|error| format!("{}: {error}", path.display()))?;
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for (host, from, to) in shown_by.iter().filter(|(host, ..)| names.contains(&host.as_str())) {
            let sample = folder
                .join("samples")
                .join(host)
                .join(format!("{number}-{from}-{name}"));
            fs::write(sample, bytes.get(*from..*to).unwrap_or_default()).map_err(failed)?;
        }
    }
    match names.is_empty() {
        true => Ok(()),
        false => foreign::run(&folder, Some(tools), true),
    }
}

fn copy_schema(root: &Path, folder: &Path, name: &str) -> Result<(), String> {
    let schemas = root.join("schemas");
    let load = |name: &str| fs::read_to_string(schemas.join(name)).ok();
    for source in sources(&format!("{name}.ksy"), load) {
        let path = folder.join(&source.name);
        fs::write(&path, &source.text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}
