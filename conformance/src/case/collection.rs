//! Reads the files of cases.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::one::Case;

/// A file of cases on one subject.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// Path of the JSON Schema, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Subject of the cases in one or two sentences.
    pub about: String,
    /// The cases.
    pub cases: Vec<Case>,
}

/// Cases, ordered by file name and then by position in the file.
#[derive(Debug, Clone, Default)]
pub struct Collection {
    files: BTreeMap<String, CaseFile>,
}

impl Collection {
    /// Loads every `.json` file below `folder`. The name of a file is its path there without the extension.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read or does not match its JSON Schema.
    pub fn load(folder: &Path) -> Result<Self, CollectionError> {
        let mut collection = Self::default();
        collection.add_folder(folder, "")?;
        Ok(collection)
    }

    fn add_folder(&mut self, folder: &Path, prefix: &str) -> Result<(), CollectionError> {
        let fail = |error: std::io::Error| CollectionError { file: folder.into(), why: error.to_string() };
        for entry in std::fs::read_dir(folder).map_err(fail)? {
            let entry = entry.map_err(fail)?;
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if path.is_dir() {
                self.add_folder(&path, &format!("{prefix}{name}/"))?;
            } else if let Some(stem) = name.strip_suffix(".json") {
                let text = std::fs::read_to_string(&path);
                let text = text.map_err(|error| CollectionError { file: path.clone(), why: error.to_string() })?;
                self.add(format!("{prefix}{stem}"), &text)
                    .map_err(|why| CollectionError { file: path, why })?;
            }
        }
        Ok(())
    }

    /// Parses and adds the file `name`.
    ///
    /// # Errors
    ///
    /// Returns an error if `text` does not match the JSON Schema.
    pub fn add(&mut self, name: String, text: &str) -> Result<(), String> {
        let file = serde_json::from_str(text).map_err(|error| error.to_string())?;
        self.files.insert(name, file);
        Ok(())
    }

    /// Iterates over the files and their names.
    pub fn files(&self) -> impl Iterator<Item = (&str, &CaseFile)> {
        self.files.iter().map(|(name, file)| (name.as_str(), file))
    }

    /// Iterates over all cases.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.files.values().flat_map(|file| &file.cases)
    }
}

/// A case file that cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectionError {
    /// Path of the file.
    pub file: PathBuf,
    /// Explanation.
    pub why: String,
}

impl fmt::Display for CollectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.why)
    }
}

impl std::error::Error for CollectionError {}
