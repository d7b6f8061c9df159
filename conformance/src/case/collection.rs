//! All cases: files of them, read and put in order.

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
    /// Where the JSON Schema of such files is, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// What the cases are about: one or two sentences.
    pub about: String,
    /// The cases.
    pub cases: Vec<Case>,
}

/// Cases in the order of their files' names, and in each file in its order.
#[derive(Debug, Clone, Default)]
pub struct Collection {
    files: BTreeMap<String, CaseFile>,
}

impl Collection {
    /// The cases of every file below `folder` whose name ends in `.json`; its name is its path there, without the ending.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or is not as its JSON Schema says.
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

    /// Adds the file `name` that holds `text`.
    ///
    /// # Errors
    ///
    /// The text is not as the JSON Schema says.
    pub fn add(&mut self, name: String, text: &str) -> Result<(), String> {
        let file = serde_json::from_str(text).map_err(|error| error.to_string())?;
        self.files.insert(name, file);
        Ok(())
    }

    /// The files with their names.
    pub fn files(&self) -> impl Iterator<Item = (&str, &CaseFile)> {
        self.files.iter().map(|(name, file)| (name.as_str(), file))
    }

    /// Every case.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.files.values().flat_map(|file| &file.cases)
    }
}

/// A file of cases that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectionError {
    /// The file.
    pub file: PathBuf,
    /// Why.
    pub why: String,
}

impl fmt::Display for CollectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.why)
    }
}

impl std::error::Error for CollectionError {}
