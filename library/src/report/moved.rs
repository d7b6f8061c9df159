//! The part of `convert`'s report about code that was moved between files and archives.

use serde::Serialize;

use super::integer::Integer;
use super::left_file::LeftFile;
use super::prune::PrunedTarget;
use super::request_note::RequestNote;
use crate::file_name::FileName;

/// Device code that was moved out of files into archives, or back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MovedCode {
    /// The length of the input in bytes; for a folder, of its files whose code was moved.
    pub size_before: Integer,
    /// The IDs of the entries, each once, and whether they were moved. Those that were not are in no file any more.
    pub targets: Vec<PrunedTarget>,
    /// The files whose code was moved.
    pub files: Vec<MovedFile>,
    /// The archives that the code was moved to or from.
    pub archives: Vec<MovedArchive>,
    /// The files whose code was moved earlier. They stay as they are.
    pub already: Vec<FileName>,
    /// The other files with bundles, which stay as they are.
    pub left: Vec<LeftFile>,
    /// Notes on the request, and on how entries were selected.
    pub notes: Vec<RequestNote>,
}

/// A file whose code was moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MovedFile {
    /// The file.
    pub file: FileName,
    /// The output: the file itself if it was changed in place or in a package.
    pub output: FileName,
    /// The name of its code in archives, where `#` and the number of a unit follow it.
    pub name: String,
    /// The length before, in bytes.
    pub size_before: Integer,
    /// The length after, in bytes.
    pub size: Integer,
    /// How bytes were removed or added, as in `prune`.
    pub way: &'static str,
    /// The section with the bundles, before or after.
    pub section: String,
    /// The number of these bundles. Bundles that are compressed together count as one.
    pub bundle_count: usize,
    /// The number of wrappers that point at them.
    pub wrapper_count: usize,
    /// The number of bundles elsewhere in the file, which stay as they are.
    pub other_bundle_count: usize,
}

/// An archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MovedArchive {
    /// The archive.
    pub file: FileName,
    /// The processor of the archive; null if its name has none.
    pub processor: Option<String>,
    /// The targets in the archive, each once.
    pub targets: Vec<String>,
    /// The length in bytes.
    pub size: Integer,
    /// The number of units of files that it has code for.
    pub row_count: usize,
    /// The number of code objects. Several units may share one.
    pub code_object_count: usize,
    /// The length of the code objects together, without compression, in bytes.
    pub code_size: Integer,
}
