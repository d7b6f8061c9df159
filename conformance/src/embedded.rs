//! The embedded data: cases, fixtures, testees and expectations.

use std::fmt;
use std::path::Path;

use include_dir::{Dir, include_dir};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::case::Collection;
use crate::expectations::Expectations;
use crate::mechanism::Mechanisms;
use crate::requirements::Requirements;
use crate::testee::Adapter;

static CASES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/cases");
static FIXTURES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/fixtures");
static TESTEES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/testees");
static EXPECTATIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/expectations");

/// Returns all cases.
///
/// # Errors
///
/// Returns an error if a file does not match its JSON Schema.
pub fn cases() -> Result<Collection, String> {
    let mut collection = Collection::default();
    let mut folders = vec![&CASES];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        for file in folder
            .files()
            .filter(|file| file.path().extension().is_some_and(|end| end == "json"))
        {
            let name = file.path().with_extension("").display().to_string();
            if name == "schema" {
                continue;
            }
            let text = file.contents_utf8().ok_or_else(|| format!("{name}: not UTF-8"))?;
            collection
                .add(name.clone(), text)
                .map_err(|error| format!("{name}: {error}"))?;
        }
    }
    Ok(collection)
}

/// Returns the requirements.
///
/// # Errors
///
/// Returns an error if the file does not match its JSON Schema.
pub fn requirements() -> Result<Requirements, String> {
    let text = include_str!("../requirements.yaml");
    serde_yaml::from_str(text).map_err(|error| format!("requirements.yaml: {error}"))
}

/// Returns the causes in the source of the tools.
///
/// # Errors
///
/// Returns an error if the file does not match its JSON Schema.
pub fn mechanisms() -> Result<Mechanisms, String> {
    let text = include_str!("../mechanisms.yaml");
    serde_yaml::from_str(text).map_err(|error| format!("mechanisms.yaml: {error}"))
}

/// Returns the content of a fixture.
pub fn fixture(name: &str) -> Option<Vec<u8>> {
    Some(FIXTURES.get_file(name)?.contents().to_vec())
}

/// Returns the known command-line tools, by name.
///
/// # Errors
///
/// Returns an error if a file does not parse.
pub fn adapters() -> Result<Vec<Adapter>, String> {
    let mut files: Vec<_> = TESTEES
        .files()
        .filter(|file| file.path().extension().is_some_and(|end| end == "yaml"))
        .collect();
    files.sort_unstable_by_key(|file| file.path());
    let read = |file: &include_dir::File<'_>| {
        let name = file.path().display();
        let text = file.contents_utf8().ok_or_else(|| format!("{name}: not UTF-8"))?;
        serde_yaml::from_str(text).map_err(|error| format!("{name}: {error}"))
    };
    files.into_iter().map(read).collect()
}

/// Returns a script of a testee.
///
/// # Errors
///
/// Returns an error for an unknown name.
pub fn script(name: &str) -> Result<&'static str, String> {
    let file = TESTEES.get_file(name).and_then(include_dir::File::contents_utf8);
    file.ok_or_else(|| format!("unknown testee script {name:?}"))
}

/// A suite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Suite {
    /// Its version.
    pub version: String,
    /// Digest of cases and fixtures in hexadecimal. Suites with equal digests ask the same questions.
    pub digest: String,
}

impl Suite {
    /// Describes this suite.
    pub fn this() -> Self {
        let mut files = Vec::new();
        let mut folders = vec![&CASES, &FIXTURES];
        while let Some(folder) = folders.pop() {
            folders.extend(folder.dirs());
            files.extend(folder.files().map(|file| (file.path(), file.contents())));
        }
        files.sort_unstable();
        let mut hash = Sha256::new();
        for (path, content) in files {
            hash.update(path.as_os_str().as_encoded_bytes());
            hash.update([0]);
            hash.update(Sha256::digest(content));
        }
        let digest = hash
            .finalize()
            .iter()
            .take(8)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        Self { version: env!("CARGO_PKG_VERSION").into(), digest }
    }
}

impl fmt::Display for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.version, self.digest)
    }
}

/// Returns the expectations of `testee` in `folder`, or the embedded ones; empty if the file is missing.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn expectations_text(folder: Option<&Path>, testee: &str) -> Result<String, String> {
    let name = format!("{testee}.txt");
    let Some(folder) = folder else {
        let text = EXPECTATIONS.get_file(&name).map(|file| file.contents_utf8());
        return Ok(text
            .map(|text| text.ok_or_else(|| format!("{name}: not UTF-8")))
            .transpose()?
            .unwrap_or_default()
            .into());
    };
    let path = folder.join(name);
    match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(|error| format!("{}: {error}", path.display())),
    }
}

/// Returns the embedded known failures of `testee`.
///
/// # Errors
///
/// Returns an error if the file does not parse.
pub fn expectations(testee: &str) -> Result<Expectations, String> {
    let text = expectations_text(None, testee)?;
    Expectations::parse(&text).map_err(|error| format!("{testee}.txt: {error}"))
}
