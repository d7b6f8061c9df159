//! Exports are reproducible, match their schemas, and work with the Python and C examples.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use offload_bundle_conformance::embedded;
use offload_bundle_conformance::export::export;
use offload_bundle_testing::tools;
use serde_json::Value;
use sha2::{Digest, Sha256};

const PROGRAM: &str = env!("CARGO_BIN_EXE_offload-bundle-conformance");

fn written(folder: &Path) -> Output {
    Command::new(PROGRAM).arg("export").arg(folder).output().unwrap()
}

fn schema(name: &str) -> jsonschema::Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("json-schema/{name}.json"));
    let text = std::fs::read_to_string(path).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders: Vec<PathBuf> = vec![folder.into()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    let name = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
                    found.insert(name, std::fs::read(&path).unwrap());
                }
            }
        }
    }
    found
}

/// Visits every `{file, size, sha256}` object of a value.
fn named(value: &Value, each: &mut dyn FnMut(&str, u64, &str)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| named(item, each)),
        Value::Object(fields) => {
            let text = |key: &str| fields.get(key).and_then(Value::as_str);
            if let (Some(file), Some(sha256)) = (text("file"), text("sha256")) {
                each(file, fields["size"].as_u64().unwrap(), sha256);
            }
            fields.values().for_each(|value| named(value, each));
        }
        _ => {}
    }
}

#[test]
#[cfg(unix)]
fn failed_export_leaves_nothing() {
    let scene = tempfile::tempdir().unwrap();
    let folder = scene.path().join("cases");
    // Limits files to 32 KiB and ignores the signal, so that a write fails instead.
    let line = "trap '' XFSZ; ulimit -f 64; exec \"$0\" export \"$1\"";
    let output = Command::new("sh")
        .args(["-c", line, PROGRAM])
        .arg(&folder)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("too large") && told.lines().count() == 1, "{told}");
    assert!(files(&folder).is_empty());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    // An empty folder is accepted.
    assert!(written(&folder).status.success());
}

#[test]
fn export_is_complete_and_repeatable() {
    let scene = tempfile::tempdir().unwrap();
    let folder = scene.path().join("new");
    let output = written(&folder);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let files = files(&folder);
    let collection = embedded::cases().unwrap();
    assert!(export(&collection, &embedded::requirements().unwrap()).unwrap() == files);

    let read = |name: &str| -> Value { serde_json::from_slice(&files[name]).unwrap() };
    let (manifest, cases) = (read("manifest.json"), read("cases.json"));
    for (schema, value) in [(schema("exported-manifest"), &manifest), (schema("exported-cases"), &cases)] {
        let wrong: Vec<String> = schema
            .iter_errors(value)
            .map(|error| format!("{}: {error}", error.instance_path))
            .collect();
        assert!(wrong.is_empty(), "{}", wrong[0]);
    }
    let hash = |bytes: &[u8]| {
        Sha256::digest(bytes)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    let listed: BTreeMap<String, String> = serde_json::from_value(manifest["files"].clone()).unwrap();
    assert_eq!(listed.len() + 1, files.len());
    assert!(listed.iter().all(|(path, sha256)| hash(&files[path]) == *sha256));
    assert_eq!(cases.as_array().unwrap().len(), collection.cases().count());

    let mut seen = 1;
    named(&cases, &mut |file, size, sha256| {
        let bytes = &files[file];
        assert_eq!((bytes.len() as u64, hash(bytes)), (size, sha256.into()), "{file}");
        seen += 1;
    });
    assert_eq!(seen, listed.len(), "a file of no case");
}

#[test]
fn export_keeps_non_empty_folder() {
    let scene = tempfile::tempdir().unwrap();
    assert_eq!(written(scene.path()).status.code(), Some(0));
    let before = files(scene.path());
    let output = written(scene.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not empty"));
    assert!(before == files(scene.path()));
}

#[test]
fn python_and_c_readers_read_every_case() {
    let scene = tempfile::tempdir().unwrap();
    let folder = scene.path().join("cases");
    assert_eq!(written(&folder).status.code(), Some(0));
    let folder = folder.to_str().unwrap();
    let source = |name: &str| format!("{}/examples/{name}", env!("CARGO_MANIFEST_DIR"));
    let count = embedded::cases()
        .unwrap()
        .cases()
        .filter(|case| case.ask.op() == "read")
        .count();
    let check = |output: Output| {
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(said.ends_with(&format!("{count} of {count} are right\n")), "{said}");
        assert_eq!(output.status.code(), Some(0));
    };
    if tools::optional("python3") {
        check(
            Command::new("python3")
                .args([&source("vectors.py"), folder])
                .output()
                .unwrap(),
        );
    }
    if tools::optional("cc") {
        let program = scene.path().join("vectors");
        let words = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", "-o"];
        let compiled = Command::new("cc")
            .args(words)
            .arg(&program)
            .arg(source("vectors.c"))
            .output()
            .unwrap();
        assert!(
            compiled.status.success(),
            "{}",
            String::from_utf8_lossy(&compiled.stderr)
        );
        check(Command::new(&program).arg(folder).output().unwrap());
    }
}
