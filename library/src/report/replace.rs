//! What `replace` reports.

use serde::Serialize;

use super::compress::RewrittenFile;
use super::diagnostic::Diagnostic;
use super::integer::Integer;
use super::left_file::LeftFile;
use crate::file_name::FileName;

/// What came in the place of what, and how long the file is then.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReplaceReport {
    /// The input.
    pub file: FileName,
    /// The output: the input itself where that was changed in place; null where nothing was to be written.
    pub output: Option<FileName>,
    /// Whether nothing was written.
    pub dry_run: bool,
    /// Length of the input, in bytes.
    pub size_before: Integer,
    /// Length of the output, in bytes.
    pub size: Integer,
    /// The entries that hold something else then, in file order.
    pub entries: Vec<ReplacedEntry>,
    /// The input; of a package the files in it that have such entries.
    pub files: Vec<ReplacedFile>,
    /// The files in a package that have bundles and stay as they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<LeftFile>,
}

/// An entry that holds something else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReplacedEntry {
    /// The file that it is in.
    pub file: FileName,
    /// The number of its bundle in the file, from 0.
    pub bundle: usize,
    /// Its ID, as it is stored.
    pub id: String,
    /// What it holds then.
    pub source: FileName,
    /// How long its content was, in bytes.
    pub size_before: Integer,
    /// How long it is then, in bytes.
    pub size: Integer,
    /// Whether these are other bytes than before.
    pub changed: bool,
}

/// A file with such entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReplacedFile {
    /// The file.
    pub file: FileName,
    /// What it was made.
    pub rewritten: RewrittenFile,
    /// What is wrong or odd in it.
    pub warnings: Vec<Diagnostic>,
}
