//! What `supports` reports.

use serde::Serialize;

use super::file_counts::FileCounts;
use super::file_notes::FileNotes;
use super::outcome::Outcome;
use super::request_note::RequestNote;
use crate::error::Error;
use crate::file_name::FileName;

/// Whether each input runs on a GPU.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportsReport {
    /// The inputs that hold code, in the order given, and those that could not be read.
    pub files: Vec<SupportedFile>,
    /// How many files there are; there only where several were given, or where they were found in a folder or package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// What is to be said of the request itself.
    pub notes: Vec<RequestNote>,
    /// How it went: done where all of them run there.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// Whether everything in an input runs on a GPU.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportedFile {
    /// The input.
    pub file: FileName,
    /// Whether every unit has code that runs there; null where that is unknown. A unit is what a program registers at once: a bundle, or the
    /// offload binaries of one section.
    pub supported: Option<bool>,
    /// How many units there are.
    pub unit_count: usize,
    /// How many of them have code that runs there.
    pub supported_unit_count: usize,
    /// The code that runs there: of each unit the entry that fits best.
    pub with: Vec<SupportingTarget>,
    /// The first bundle of each unit that has nothing, by its number in the file.
    pub bundles_without: Vec<usize>,
    /// The targets that the file has code for.
    pub targets: Vec<String>,
    /// What else there is to say of it.
    #[serde(flatten)]
    pub notes: FileNotes,
}

/// Code that runs on a GPU.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportingTarget {
    /// The target that it is for.
    pub target: String,
    /// Why it runs there.
    pub how: SupportedBy,
    /// How many units have it.
    pub unit_count: usize,
}

/// Why code runs on a GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SupportedBy {
    /// It is for just this target.
    Exact,
    /// It is for the same processor, and the features that differ do not matter or are settings of the GPU.
    Variant,
    /// It is for the generic processor of its family.
    Generic,
    /// It is for an earlier processor of its generation.
    Earlier,
    /// The driver compiles it for the GPU when it is loaded.
    Compiled,
    /// It holds no kernels, and is never loaded.
    WithoutKernels,
}

/// One piece of the answer, in the order of the inputs.
#[derive(Debug)]
#[non_exhaustive]
pub enum SupportsItem {
    /// An input has been looked into.
    File(Box<SupportedFile>),
    /// A file of a folder or package holds no code, and is only counted: what it is.
    PassedOver(Box<Error>),
}

/// What is to be said of all inputs together.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportsSummary {
    /// How many files there are; there only where several were given, or where they were found in a folder or package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// What is to be said of the request itself.
    pub notes: Vec<RequestNote>,
    /// How it went.
    #[serde(skip)]
    pub outcome: Outcome,
}
