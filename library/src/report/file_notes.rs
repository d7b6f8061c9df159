//! Notes on an input, besides its contents.

use serde::Serialize;

use super::diagnostic::Diagnostic;
use super::external_code::ExternalCode;
use super::matching::Matching;
use super::outcome::Outcome;
use super::searched::Searched;
use crate::error::Error;
use crate::file_name::FileName;

/// An input and the notes on it.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NotedFile {
    /// The input.
    pub file: FileName,
    /// Notes on the file.
    #[serde(flatten)]
    pub notes: FileNotes,
}

/// Notes on an input, besides its contents.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileNotes {
    /// What is wrong or odd in the file.
    pub warnings: Vec<Diagnostic>,
    /// The sections whose device code is not in this file.
    pub external_code: Vec<ExternalCode>,
    /// How much was searched besides the known places; present only for an object file or an archive of some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<Searched>,
    /// The number of bundles with a requested entry; present only if not everything is requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matching: Option<Matching>,
    /// Why the input could not be processed, or not all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// Whether the input is an archive, whose members are processed one by one.
    #[serde(skip)]
    pub is_archive: bool,
    /// Whether the input holds bundles.
    #[serde(skip)]
    pub holds_bundles: bool,
}

impl FileNotes {
    /// The input could not be dealt with.
    pub(crate) fn failed(error: Error) -> Self {
        Self { error: Some(error), ..Self::default() }
    }

    /// Returns the outcome for this input.
    pub fn outcome(&self) -> Outcome {
        self.error.as_ref().map_or(Outcome::Done, Error::outcome)
    }
}
