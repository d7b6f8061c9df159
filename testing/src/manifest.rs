//! The manifest of the fixtures; `docs/internals/testing.md` explains every key.

use std::{fs, io};

use serde::Deserialize;
use sha2::{Digest, Sha256};

/// The manifest.
#[derive(Debug, Clone, Deserialize)]
pub struct Manifest {
    /// The fixtures, by path.
    pub fixtures: Vec<Fixture>,
    /// A file of each kind that is recognised by its magic.
    pub kinds: Vec<KindFixture>,
    /// Readable kinds without a fixture.
    pub without: Vec<Fixtureless>,
}

/// A file of a kind, by a real tool.
#[derive(Debug, Clone, Deserialize)]
pub struct KindFixture {
    /// The `id` of `contents` in the schema of placement.
    pub kind: String,
    /// Path below the folder of the fixtures.
    pub path: String,
}

/// A kind of file, or a version of a format, that no available tool makes.
#[derive(Debug, Clone, Deserialize)]
pub struct Fixtureless {
    /// The kind; or the format and `version N`.
    pub what: String,
    /// The reason for a missing file.
    pub reason: String,
}

/// One committed file.
#[derive(Debug, Clone, Deserialize)]
pub struct Fixture {
    /// Path below the folder of the fixtures.
    pub path: String,
    /// The object's section with the bundles: the readings are of its content.
    pub section: Option<String>,
    /// The concatenated fixtures.
    #[serde(default)]
    pub parts: Vec<Part>,
    /// Every command that makes these bytes.
    pub made_by: Vec<Making>,
    /// The readings of the releases that make it.
    pub readings: Vec<Reading>,
}

/// A fixture inside another.
#[derive(Debug, Clone, Deserialize)]
pub struct Part {
    /// Its path below the folder of the fixtures.
    pub path: String,
    /// Its offset.
    pub start: u64,
}

/// A command that makes a fixture, or its handmade composition without a release.
#[derive(Debug, Clone, Deserialize)]
pub struct Making {
    /// The tool.
    pub tool: String,
    /// Its release.
    pub release: Option<String>,
    /// The bundler's name for the file type.
    #[serde(rename = "type")]
    pub file_type: String,
    /// The command, run in a folder with a copy of the sources.
    pub command: String,
}

/// The reading of some releases.
#[derive(Debug, Clone, Deserialize)]
pub struct Reading {
    /// The releases, which agree.
    pub releases: Vec<String>,
    /// The IDs listed, sorted.
    pub list: Vec<String>,
    /// The unbundled entries.
    pub entries: Vec<Entry>,
    /// The tool's message if it cannot list its own file.
    pub refused: Option<String>,
}

/// The unbundled bytes of a stored ID.
#[derive(Debug, Clone, Deserialize)]
pub struct Entry {
    /// The stored ID.
    pub id: String,
    /// The requested target.
    pub asked: Option<String>,
    /// Digest of the output; `None` if the tool does not find its own entry.
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
    /// The file type's name in the bundler of `release`. Types of handmade files have one name.
    pub fn file_type(&self, release: &str) -> Option<&str> {
        let made = |of: Option<&str>| self.made_by.iter().find(|making| making.release.as_deref() == of);
        let making = made(Some(release)).or_else(|| made(None));
        making.map(|making| making.file_type.as_str())
    }
}

impl Making {
    /// The settings before the command, and the arguments.
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
