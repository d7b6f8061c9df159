//! What `convert` reports.

use serde::Serialize;

use super::diagnostic::Diagnostic;
use super::integer::Integer;
use super::moved::MovedCode;
use crate::file_name::FileName;

/// The entries of an input in containers of another format.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertReport {
    /// The input.
    pub file: FileName,
    /// The output, which is the input where that was changed in place; `-` is standard output, and null that nothing was to be written.
    pub output: Option<FileName>,
    /// Its length, in bytes.
    pub size: Integer,
    /// Name of its format, as `formats` shows it.
    pub format: &'static str,
    /// The version of the format; there only where it has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// How many containers it is, one after the other; or how many archives code was moved to or from.
    pub container_count: usize,
    /// Whether nothing was written because that was asked for.
    pub dry_run: bool,
    /// Its entries in their order.
    pub entries: Vec<ConvertedEntry>,
    /// What content or meaning was in the input and is not in the output, each reason once.
    pub lost: Vec<Loss>,
    /// What else is not in the output, each reason once: no reader needs it.
    pub left_out: Vec<Loss>,
    /// What is wrong or odd in the input.
    pub warnings: Vec<Diagnostic>,
    /// The code that was moved to archives or from them; `entries` is empty then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<MovedCode>,
}

/// An entry that was put into another container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertedEntry {
    /// Number of its container in the output, from 0.
    pub bundle: usize,
    /// Its number in the container, from 0.
    pub entry: usize,
    /// Its bundle entry ID in the output.
    pub id: String,
    /// First byte of its code object in the output.
    pub offset: Integer,
    /// Length of its code object, in bytes.
    pub size: Integer,
}

/// Something that the format of the output has no room for: the first of all that is left out for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Loss {
    /// Number of its container in the input, from 0.
    pub bundle: usize,
    /// Number of its entry there, from 0; null if it is said of all entries.
    pub entry: Option<u64>,
    /// A stable word for the kind of loss.
    pub code: &'static str,
    /// What is lost, for people.
    pub message: String,
    /// How much is left out for this reason.
    pub count: u64,
}
