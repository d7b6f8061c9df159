//! What is to be said of an input besides what it holds.

use serde::Serialize;

use super::diagnostic::Diagnostic;
use super::external_code::ExternalCode;
use super::matching::Matching;
use super::outcome::Outcome;
use super::searched::Searched;
use crate::error::Error;

/// What is to be said of an input besides what it holds.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileNotes {
    /// What is wrong or odd in it.
    pub warnings: Vec<Diagnostic>,
    /// Sections whose device code is not in this file.
    pub external_code: Vec<ExternalCode>,
    /// How much of it was searched besides the places that are known, where it is an object file or an archive of some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<Searched>,
    /// How many of its bundles hold something that is asked for; there only where not everything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matching: Option<Matching>,
    /// Why it could not be dealt with, or not all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// Whether it is an archive, of which each member is dealt with by itself.
    #[serde(skip)]
    pub is_archive: bool,
}

impl FileNotes {
    /// The input could not be dealt with.
    pub(crate) fn failed(error: Error) -> Self {
        Self { error: Some(error), ..Self::default() }
    }

    /// How it went with this input.
    pub fn outcome(&self) -> Outcome {
        self.error.as_ref().map_or(Outcome::Done, Error::outcome)
    }
}
