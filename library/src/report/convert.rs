//! The report of `convert`.

use serde::Serialize;

use super::diagnostic::Diagnostic;
use super::integer::Integer;
use crate::file_name::FileName;

/// The entries of an input in containers of another format.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertReport {
    /// The input.
    pub file: FileName,
    /// The output; `-` is standard output.
    pub output: Option<FileName>,
    /// The length in bytes.
    pub size: Integer,
    /// The name of the format, as `formats` shows it.
    pub format: &'static str,
    /// The version of the format; present only if it has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The number of containers, one after the other.
    pub container_count: usize,
    /// Whether this was a dry run: nothing was written.
    pub dry_run: bool,
    /// The entries of the output, in order.
    pub entries: Vec<ConvertedEntry>,
    /// The content or meaning of the input that is lost in the output, each reason once.
    pub lost: Vec<Loss>,
    /// What else is not in the output, each reason once. No reader needs it.
    pub left_out: Vec<Loss>,
    /// What is wrong or odd in the input.
    pub warnings: Vec<Diagnostic>,
}

/// An entry that was put into another container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertedEntry {
    /// The number of the container in the output, from 0.
    pub bundle: usize,
    /// The number of the entry in the container, from 0.
    pub entry: usize,
    /// The bundle entry ID in the output.
    pub id: String,
    /// The offset of the code object in the output, in bytes.
    pub offset: Integer,
    /// The length of the code object in bytes.
    pub size: Integer,
}

/// The first of all things that the format of the output cannot store for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Loss {
    /// The number of the container in the input, from 0.
    pub bundle: usize,
    /// The number of the entry in the container, from 0; null if the loss is about all entries.
    pub entry: Option<u64>,
    /// A stable word for the kind of loss.
    pub code: &'static str,
    /// What is lost, for people.
    pub message: String,
    /// The number of things that are left out for this reason.
    pub count: u64,
}
