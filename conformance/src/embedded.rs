//! The suite's data as part of the program: cases, fixtures, testees and expectations, so that it runs anywhere.

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

/// All cases.
///
/// # Errors
///
/// A file that is not as its JSON Schema says.
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

/// What the source documents say.
///
/// # Errors
///
/// A file that is not as its JSON Schema says.
pub fn requirements() -> Result<Requirements, String> {
    let text = include_str!("../requirements.yaml");
    serde_yaml::from_str(text).map_err(|error| format!("requirements.yaml: {error}"))
}

/// Where the mechanisms of the expectations lie in the source of the tools.
///
/// # Errors
///
/// A file that is not as it should be.
pub fn mechanisms() -> Result<Mechanisms, String> {
    let text = include_str!("../mechanisms.yaml");
    serde_yaml::from_str(text).map_err(|error| format!("mechanisms.yaml: {error}"))
}

/// The content of a file of the fixtures.
pub fn fixture(name: &str) -> Option<Vec<u8>> {
    Some(FIXTURES.get_file(name)?.contents().to_vec())
}

/// The command-line tools that are known, in the order of their names.
///
/// # Errors
///
/// A file that is not as it should be.
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

/// A script of a testee.
///
/// # Errors
///
/// There is none of this name.
pub fn script(name: &str) -> Result<&'static str, String> {
    let file = TESTEES.get_file(name).and_then(include_dir::File::contents_utf8);
    file.ok_or_else(|| format!("there is no script {name:?} beside the testees"))
}

/// Which suite this is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Suite {
    /// Its version.
    pub version: String,
    /// A digest of cases and fixtures, in hexadecimal digits: two suites with the same digest ask the same.
    pub digest: String,
}

impl Suite {
    /// This suite.
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

/// The text of the file of expectations of `testee` in `folder`, or that of this program; empty where there is none.
///
/// # Errors
///
/// A file that cannot be read.
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

/// The known deviations of `testee` that this program holds; none where there is no file.
///
/// # Errors
///
/// A file that is not as it should be.
pub fn expectations(testee: &str) -> Result<Expectations, String> {
    let text = expectations_text(None, testee)?;
    Expectations::parse(&text).map_err(|error| format!("{testee}.txt: {error}"))
}
