//! The report of `replace`.

use offload_bundle::FileName;
use offload_bundle::report::{Diagnostic, Integer, LeftFile, RewrittenFile};
use serde::Serialize;

/// The replaced entries, and the length of the file before and after.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReplaceReport {
    /// The input.
    pub file: FileName,
    /// The output: the input itself if that was changed in place; null if nothing was to be written.
    pub output: Option<FileName>,
    /// Whether this was a dry run: nothing was written.
    pub dry_run: bool,
    /// The length of the input in bytes.
    pub size_before: Integer,
    /// The length of the output in bytes.
    pub size: Integer,
    /// The replaced entries, in file order.
    pub entries: Vec<ReplacedEntry>,
    /// The input; for a package, the files in it with replaced entries.
    pub files: Vec<ReplacedFile>,
    /// The files in a package that have bundles but stay as they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<LeftFile>,
}

/// A replaced entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReplacedEntry {
    /// The file with the entry.
    pub file: FileName,
    /// The number of the bundle in the file, from 0.
    pub bundle: usize,
    /// The ID as stored.
    pub id: String,
    /// The file with the new content.
    pub source: FileName,
    /// The length of the old content in bytes.
    pub size_before: Integer,
    /// The length of the new content in bytes.
    pub size: Integer,
    /// Whether the bytes changed.
    pub changed: bool,
}

/// A file with replaced entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReplacedFile {
    /// The file.
    pub file: FileName,
    /// The rewritten file.
    pub rewritten: RewrittenFile,
    /// What is wrong or odd in the file.
    pub warnings: Vec<Diagnostic>,
}
