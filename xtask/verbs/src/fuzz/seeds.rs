//! Seeds for fuzzing: fixtures, inputs of conformance cases, schemas.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::Source;
use serde_json::Value;

use super::targets::Target;
use crate::files;

/// In bytes: longer ones slow down each execution without benefit.
const MOST: usize = 1 << 15;
const MOST_READ: usize = 4096;

#[derive(Debug)]
pub struct Seeds {
    pub folder: PathBuf,
    count: usize,
}

/// `chosen` and `trees`: files with a byte that selects the operation or format. Targets for arbitrary bytes have none.
fn folder(target: &Target) -> Option<&'static str> {
    match target.name.as_str() {
        "schemas" => Some("schemas"),
        "trees" => Some("trees"),
        "c_header_files" | "formats" | "texts" => Some("files"),
        "c_header_ids" | "ids" => Some("ids"),
        "command_lines" | "fat_binaries" | "values" => None,
        _ => Some("chosen"),
    }
}

impl Seeds {
    pub fn folder_of(&self, target: &Target) -> Option<PathBuf> {
        folder(target).map(|name| self.folder.join(name))
    }

    pub fn longest(&self, target: &Target) -> usize {
        match folder(target) {
            Some("chosen" | "schemas") => MOST,
            Some("ids") => 512,
            _ => MOST_READ,
        }
    }

    fn add(&mut self, folder: &str, bytes: &[u8]) -> Result<(), String> {
        if bytes.len() > MOST {
            return Ok(());
        }
        self.count += 1;
        files::write(&self.folder.join(folder).join(format!("{:05}", self.count)), bytes)
    }

    fn add_file(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.add("files", bytes)?;
        self.add("chosen", &[bytes, &[0]].concat())
    }
}

pub fn write(root: &Path, folder: &Path) -> Result<Seeds, String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let mut seeds = Seeds { folder: folder.to_path_buf(), count: 0 };
    let fixtures = root.join("conformance/fixtures");
    for name in files::below(&fixtures)? {
        seeds.add_file(&fs::read(fixtures.join(&name)).map_err(|error| format!("{name}: {error}"))?)?;
    }
    let cases = root.join("conformance/cases");
    for name in files::below(&cases)?.into_iter().filter(|name| name.ends_with(".json")) {
        let file: Value =
            serde_json::from_str(&files::read(&cases.join(&name))?).map_err(|error| format!("{name}: {error}"))?;
        for case in file["cases"].as_array().into_iter().flatten() {
            add_case(&mut seeds, case)?;
        }
    }
    add_schemas(&mut seeds, root)?;
    add_trees(&mut seeds, &root.join("codegen/tests/foreign"))?;
    Ok(seeds)
}

/// With the number of the format.
fn add_trees(seeds: &mut Seeds, folder: &Path) -> Result<(), String> {
    let names = files::below(folder)?;
    let mut schemas: Vec<&str> = names.iter().filter_map(|name| name.strip_suffix(".ksy")).collect();
    // Sorted by file name, as in the target.
    schemas.sort_by_key(|name| format!("{name}.ksy"));
    for (number, schema) in (0_u8..).zip(schemas) {
        for sample in names
            .iter()
            .filter(|name| name.starts_with(&format!("samples/{schema}/")))
        {
            let bytes = fs::read(folder.join(sample)).map_err(|error| format!("{sample}: {error}"))?;
            seeds.add("trees", &[bytes.as_slice(), &[number]].concat())?;
        }
    }
    Ok(())
}

/// Valid and invalid, with a dictionary of their keys.
fn add_schemas(seeds: &mut Seeds, root: &Path) -> Result<(), String> {
    let mut keys = BTreeSet::new();
    for folder in ["schemas", "codegen/tests/features", "codegen/tests/problems"] {
        let names = files::below(&root.join(folder))?.into_iter();
        for name in names.filter(|name| name.ends_with(".ksy") || name.ends_with(".yaml")) {
            let text = files::read(&root.join(folder).join(&name))?;
            seeds.add("schemas", text.as_bytes())?;
            let words = offload_bundle_codegen::keys(&Source { name, text }).into_iter();
            keys.extend(words.map(|(_, key)| format!("\"{key}: \"\n")));
        }
    }
    let file = seeds.folder.join("schemas.dict");
    fs::write(&file, keys.into_iter().collect::<String>()).map_err(|error| format!("{}: {error}", file.display()))
}

fn add_case(seeds: &mut Seeds, case: &Value) -> Result<(), String> {
    let asked = &case["ask"];
    if let Some(bytes) = asked["input"]
        .as_array()
        .and_then(|chunks| chunks.iter().map(chunk).collect::<Option<Vec<_>>>())
    {
        seeds.add_file(&bytes.concat())?;
    }
    let single = ["stored", "asked", "text"]
        .iter()
        .filter_map(|key| asked[*key].as_str());
    let several = ["ids", "targets"]
        .iter()
        .flat_map(|key| asked[*key].as_array().into_iter().flatten());
    let ids: Vec<&str> = single.chain(several.filter_map(Value::as_str)).collect();
    match ids.is_empty() {
        true => Ok(()),
        false => seeds.add("ids", ids.join("\n").as_bytes()),
    }
}

/// `None` if it is long or a fixture, which is a seed already.
fn chunk(chunk: &Value) -> Option<Vec<u8>> {
    let (key, value) = chunk.as_object()?.iter().find(|(key, _)| *key != "note")?;
    let number = || value.as_u64();
    Some(match key.as_str() {
        "text" => value.as_str()?.as_bytes().to_vec(),
        "hex" => hex(value.as_str()?)?,
        "zeros" | "noise" => vec![0; usize::try_from(number()?).ok().filter(|len| *len <= MOST)?],
        "u64" => {
            let text = value.as_str()?;
            let parsed = match text.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16),
                None => text.parse(),
            };
            parsed.ok()?.to_le_bytes().to_vec()
        }
        "u32" => u32::try_from(number()?).ok()?.to_le_bytes().to_vec(),
        "u16" => u16::try_from(number()?).ok()?.to_le_bytes().to_vec(),
        _ => return None,
    })
}

fn hex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u32> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(16))
        .collect::<Option<_>>()?;
    digits
        .chunks(2)
        .map(|pair| u8::try_from(pair.iter().fold(0, |byte, digit| byte * 16 + digit)).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_cases_become_bytes() {
        let bytes = |text: &str| chunk(&serde_json::from_str(text).unwrap());
        assert_eq!(bytes(r#"{"hex": "00 ff", "note": "both"}"#), Some(vec![0, 255]));
        assert_eq!(bytes(r#"{"u64": "0x10"}"#), Some(vec![16, 0, 0, 0, 0, 0, 0, 0]));
        assert_eq!(bytes(r#"{"note": "two zeros", "zeros": 2}"#), Some(vec![0, 0]));
        assert_eq!(bytes(r#"{"zeros": 99999999}"#), None);
        assert_eq!(bytes(r#"{"fixture": "a"}"#), None);
    }

    #[test]
    fn seeds_of_every_kind_exist() {
        let folder = tempfile::tempdir().unwrap();
        let seeds = write(&files::root(), folder.path()).unwrap();
        for name in ["files", "chosen", "ids", "schemas"] {
            let count = files::below(&folder.path().join(name)).unwrap().len();
            assert!(count > 20, "{name}: {count} of {}", seeds.count);
        }
    }
}
