//! The report of `supports`.

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
    /// The inputs with code, in the order given, and those that could not be read.
    pub files: Vec<SupportedFile>,
    /// The counts of files; present only if several were given, or if they are in a folder or package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// Notes on the request.
    pub notes: Vec<RequestNote>,
    /// The outcome: done if all of them run there.
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
    /// Whether every unit has code that runs there; null if unknown. A unit is what a program registers at once: a bundle, or the offload
    /// binaries of one section.
    pub supported: Option<bool>,
    /// The number of units.
    pub unit_count: usize,
    /// The number of units with code that runs there.
    pub supported_unit_count: usize,
    /// The code that runs there: the best entry of each unit.
    pub with: Vec<SupportingTarget>,
    /// The first bundle of each unit without such code, by its number in the file.
    pub bundles_without: Vec<usize>,
    /// The targets that the file has code for.
    pub targets: Vec<String>,
    /// Notes on the file.
    #[serde(flatten)]
    pub notes: FileNotes,
}

/// Code that runs on a GPU.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportingTarget {
    /// The target of the code.
    pub target: String,
    /// Why it runs there.
    pub how: SupportedBy,
    /// The number of units with this code.
    pub unit_count: usize,
}

/// Why code runs on a GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SupportedBy {
    /// The code is for exactly this target.
    Exact,
    /// The code is for the same processor; features that differ do not matter, or are settings of the GPU.
    Variant,
    /// The code is for the generic processor of its family.
    Generic,
    /// The code is for an earlier processor of its generation.
    Earlier,
    /// The driver compiles the code for the GPU when it is loaded.
    Compiled,
    /// The code has no kernels, and is never loaded.
    WithoutKernels,
}

/// One piece of the answer, in the order of the inputs.
#[derive(Debug)]
#[non_exhaustive]
pub enum SupportsItem {
    /// An input was read.
    File(Box<SupportedFile>),
    /// A file of a folder or package holds no code, and is only counted. The error says what it is.
    PassedOver(Box<Error>),
}

/// The summary of all inputs.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SupportsSummary {
    /// The counts of files; present only if several were given, or if they are in a folder or package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// Notes on the request.
    pub notes: Vec<RequestNote>,
    /// The outcome.
    #[serde(skip)]
    pub outcome: Outcome,
}
