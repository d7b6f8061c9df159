//! The manifest of the fixtures; `docs/internals/testing.md` explains every key.

use std::{fs, io};

use serde::Deserialize;
use sha2::{Digest, Sha256};

/// The manifest.
#[derive(Debug, Clone, Deserialize)]
pub struct Manifest {
    /// The fixtures, by path.
    pub fixtures: Vec<Fixture>,
    /// A file of each kind that is known by its first bytes.
    pub kinds: Vec<KindFixture>,
    /// What is read and no tool at hand makes.
    pub without: Vec<Fixtureless>,
}

/// A file of a kind, by a real tool.
#[derive(Debug, Clone, Deserialize)]
pub struct KindFixture {
    /// Its kind: the `id` of `contents` in the schema of placement.
    pub kind: String,
    /// Path below the folder of the fixtures.
    pub path: String,
}

/// A kind of file, or a version of a format, that is read and no tool at hand makes.
#[derive(Debug, Clone, Deserialize)]
pub struct Fixtureless {
    /// The kind; or the format and `version N`.
    pub what: String,
    /// Why there is no file of it.
    pub reason: String,
}

/// One committed file.
#[derive(Debug, Clone, Deserialize)]
pub struct Fixture {
    /// Path below the folder of the fixtures.
    pub path: String,
    /// The section of an object file in which the bundles are: the readings are of its content.
    pub section: Option<String>,
    /// The fixtures that are in it one after the other.
    #[serde(default)]
    pub parts: Vec<Part>,
    /// Every command that makes these very bytes.
    pub made_by: Vec<Making>,
    /// What the releases that make it read from it.
    pub readings: Vec<Reading>,
}

/// A fixture inside another.
#[derive(Debug, Clone, Deserialize)]
pub struct Part {
    /// Its path below the folder of the fixtures.
    pub path: String,
    /// Its first byte.
    pub start: u64,
}

/// One command that makes a fixture; or how it was put together, which is of no release.
#[derive(Debug, Clone, Deserialize)]
pub struct Making {
    /// The tool.
    pub tool: String,
    /// Its release.
    pub release: Option<String>,
    /// The bundler's name for the file type.
    #[serde(rename = "type")]
    pub file_type: String,
    /// The command, run beside a copy of the sources.
    pub command: String,
}

/// What some releases read from a fixture.
#[derive(Debug, Clone, Deserialize)]
pub struct Reading {
    /// The releases, which agree.
    pub releases: Vec<String>,
    /// The IDs listed, sorted.
    pub list: Vec<String>,
    /// What is unbundled for each.
    pub entries: Vec<Entry>,
    /// The tool's message, where it cannot list what it made.
    pub refused: Option<String>,
}

/// What is unbundled for one stored ID.
#[derive(Debug, Clone, Deserialize)]
pub struct Entry {
    /// The stored ID.
    pub id: String,
    /// The target asked for.
    pub asked: Option<String>,
    /// Digest of what came out; none where the tool does not find what it stored.
    pub sha256: Option<String>,
}

impl Manifest {
    /// Reads the committed manifest.
    pub fn read() -> io::Result<Self> {
        let text = fs::read_to_string(crate::fixtures().join("manifest.json"))?;
        serde_json::from_str(&text).map_err(io::Error::other)
    }
}

impl Fixture {
    /// The file's type, as the bundler of `release` calls it. What no release made has one name everywhere.
    pub fn file_type(&self, release: &str) -> Option<&str> {
        let made = |of: Option<&str>| self.made_by.iter().find(|making| making.release.as_deref() == of);
        let making = made(Some(release)).or_else(|| made(None));
        making.map(|making| making.file_type.as_str())
    }
}

impl Making {
    /// The settings in front of the command, and its words after the name of the tool.
    pub fn settings_and_words(&self) -> (Vec<(&str, &str)>, Vec<&str>) {
        let words: Vec<&str> = self.command.split(' ').collect();
        let count = words.iter().take_while(|word| word.contains('=')).count();
        let (settings, command) = words.split_at(count);
        let settings = settings.iter().filter_map(|word| word.split_once('='));
        (settings.collect(), command.iter().skip(1).copied().collect())
    }
}

/// The digest of `bytes`, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
