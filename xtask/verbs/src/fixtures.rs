//! `cargo xtask fixtures`: remakes the fixtures with installed compilers. The manifest lists commands and digests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::files;

const USAGE: &str = "usage: cargo xtask fixtures [WORD | --check]
  WORD      only the fixtures whose paths contain it";
pub const FOLDER: &str = "conformance/fixtures";
const MANIFEST: &str = "manifest.json";
/// In the manifest.
const LISTS: [&str; 3] = ["sources", "fixtures", "kinds"];
/// They must not leak.
const OF_THE_MACHINE: [&str; 4] = ["/tmp/", "/usr/", "/home/", "/root/"];

pub fn run(words: &[&str]) -> Result<(), String> {
    let folder = files::root().join(FOLDER);
    match words {
        [] => make(&folder, ""),
        ["--check"] => check(&folder),
        [word] if !word.starts_with('-') => make(&folder, word),
        _ => Err(USAGE.to_owned()),
    }
}

pub fn beginning_with(magic: &[u8]) -> Result<Vec<PathBuf>, String> {
    let folder = files::root().join(FOLDER);
    let manifest = read(&folder)?;
    let paths = items(&manifest, "fixtures").map(|item| folder.join(text(item, "path")));
    Ok(paths
        .filter(|path| fs::read(path).is_ok_and(|bytes| bytes.starts_with(magic)))
        .collect())
}

/// Only those with `word` in their paths.
fn make(folder: &Path, word: &str) -> Result<(), String> {
    let mut manifest = read(folder)?;
    let shop = workshop(&folder.join("sources"))?;
    let mut problems = Vec::new();
    for list in LISTS {
        let found = manifest.get_mut(list).and_then(Value::as_array_mut);
        for item in found
            .into_iter()
            .flatten()
            .filter(|item| text(item, "path").contains(word))
        {
            let path = folder.join(text(item, "path"));
            let made = made(shop.path(), folder, item).and_then(|made| match made {
                Some(bytes) => files::write(&path, &bytes).map(|()| bytes),
                None => fs::read(&path).map_err(|error| error.to_string()),
            });
            match made {
                Ok(bytes) => {
                    if list != "sources" {
                        item["len"] = bytes.len().into();
                    }
                    item["sha256"] = sha256(&bytes).into();
                }
                Err(problem) => problems.push(format!("{FOLDER}/{}: {problem}", text(item, "path"))),
            }
        }
    }
    let written = serde_json::to_string_pretty(&manifest).map_err(|error| error.to_string())?;
    files::write_if_different(&folder.join(MANIFEST), &format!("{written}\n"))?;
    match problems.is_empty() {
        true => check(folder),
        false => Err(problems.join("\n")),
    }
}

/// Commands and parts must agree; `None` for handmade files.
fn made(shop: &Path, folder: &Path, item: &Value) -> Result<Option<Vec<u8>>, String> {
    if items(item, "parts").next().is_some() {
        return sequence(folder, item).map(Some);
    }
    let released = items(item, "made_by").filter(|making| making.get("release").is_some());
    let commands = released.chain(Some(item)).filter_map(|of| of.get("command")?.as_str());
    let mut made: Option<Vec<u8>> = None;
    for command in commands {
        let bytes = made_by(shop, command, &text(item, "path"))?;
        if made.as_ref().is_some_and(|before| *before != bytes) {
            return Err(format!("`{command}` makes other bytes than the command before it"));
        }
        made = Some(bytes);
    }
    Ok(made)
}

/// At their offsets, padded with zeros.
fn sequence(folder: &Path, item: &Value) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for part in items(item, "parts") {
        let start = part["start"].as_u64().and_then(|start| usize::try_from(start).ok());
        let start = start
            .filter(|start| *start >= bytes.len())
            .ok_or("a part starts in the part before it")?;
        bytes.resize(start, 0);
        let path = folder.join(text(part, "path"));
        bytes.extend(fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?);
    }
    Ok(bytes)
}

/// The output is the fixture's name, or the last argument.
fn made_by(shop: &Path, command: &str, path: &str) -> Result<Vec<u8>, String> {
    let own = path.rsplit('/').next().unwrap_or(path);
    let mut words = command.rsplit([' ', '=', ':']);
    let last = words.next().unwrap_or(command);
    let out = shop.join(if words.any(|word| word == own) { own } else { last });
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(shop).env("LC_ALL", "C");
    let output = shell.output().map_err(|error| format!("sh: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("`{command}`: {}\n{}", output.status, said.trim_end()));
    }
    let fail = |error| format!("`{command}` exits with 0 and makes no file: {error}");
    let bytes = fs::read(&out).map_err(fail)?;
    fs::remove_file(&out).map_err(fail)?;
    let shown = String::from_utf8_lossy(&bytes);
    match OF_THE_MACHINE.iter().find(|name| shown.contains(*name)) {
        Some(name) => Err(format!("`{command}`: the result contains a local path: {name}")),
        None => Ok(bytes),
    }
}

/// Commands use relative names, so that no local path gets into a fixture.
fn workshop(sources: &Path) -> Result<TempDir, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    for path in files::below(sources)? {
        let bytes = fs::read(sources.join(&path)).map_err(|error| format!("{path}: {error}"))?;
        files::write(&folder.path().join("sources").join(&path), &bytes)?;
    }
    Ok(folder)
}

fn check(folder: &Path) -> Result<(), String> {
    let manifest = read(folder)?;
    let listed = LISTS.iter().flat_map(|list| items(&manifest, list));
    let listed: Vec<(String, String)> = listed.map(|item| (text(item, "path"), text(item, "sha256"))).collect();
    let mut findings = Vec::new();
    for (path, expected) in &listed {
        match fs::read(folder.join(path)).map(|bytes| sha256(&bytes)) {
            Ok(found) if found == *expected => {}
            Ok(found) => findings.push(format!("{FOLDER}/{path}: sha256: expected {expected}, found {found}")),
            Err(error) => findings.push(format!("{FOLDER}/{path}: {error}")),
        }
    }
    let is_known = |path: &String| path == MANIFEST || listed.iter().any(|(known, _)| known == path);
    let unknown = files::below(folder)?.into_iter().filter(|path| !is_known(path));
    findings.extend(unknown.map(|path| format!("{FOLDER}/{path}: not in the manifest")));
    match findings.is_empty() {
        true => {
            eprintln!("{} files are as the manifest says", listed.len());
            Ok(())
        }
        false => Err(findings.join("\n")),
    }
}

fn read(folder: &Path) -> Result<Value, String> {
    let path = folder.join(MANIFEST);
    serde_json::from_str(&files::read(&path)?).map_err(|error| format!("{}: {error}", path.display()))
}

fn items<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixtures_match_manifest() {
        if let Err(message) = check(&files::root().join(FOLDER)) {
            panic!("{message}");
        }
    }

    #[test]
    fn commands_of_a_fixture_must_agree() {
        let folder = tempfile::tempdir().unwrap();
        let item = |commands: [&str; 2]| {
            let made_by = commands.map(|command| serde_json::json!({ "release": "1", "command": command }));
            serde_json::json!({ "path": "a/one.1.o", "made_by": made_by })
        };
        let made = |commands| made(folder.path(), folder.path(), &item(commands));
        assert_eq!(
            made(["echo x > one.1.o", "A=x && echo $A > two"]).unwrap().unwrap(),
            b"x\n"
        );
        assert!(
            made(["echo x > one.1.o", "echo y > one.1.o"])
                .unwrap_err()
                .contains("other bytes")
        );
        assert!(
            made(["echo /home/x > one.1.o", "false"])
                .unwrap_err()
                .contains("/home/")
        );
        assert!(made(["true", "true"]).unwrap_err().contains("makes no file"));
    }

    #[test]
    fn parts_are_placed_at_offsets() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "A").unwrap();
        let item =
            |start| serde_json::json!({ "parts": [{ "path": "a", "start": 0 }, { "path": "a", "start": start }] });
        assert_eq!(sequence(folder.path(), &item(3)).unwrap(), b"A\0\0A");
        assert!(sequence(folder.path(), &item(0)).is_err());
    }
}
