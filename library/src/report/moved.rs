//! What `convert` reports of code that was moved between files and archives.

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
    /// Length of the input, in bytes; of a folder, that of its files whose code was moved.
    pub size_before: Integer,
    /// The IDs that there were, each once, and whether they were moved: what was not is in no file any more.
    pub targets: Vec<PrunedTarget>,
    /// The files whose code was moved.
    pub files: Vec<MovedFile>,
    /// The archives that it was moved to, or those that it came from.
    pub archives: Vec<MovedArchive>,
    /// The files whose code had been moved before. They stay as they are.
    pub already: Vec<FileName>,
    /// The other files with bundles, which stay as they are.
    pub left: Vec<LeftFile>,
    /// What is to be said of the request, and of how entries were chosen.
    pub notes: Vec<RequestNote>,
}

/// A file whose code was moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MovedFile {
    /// The file.
    pub file: FileName,
    /// What it was written to: the same where it was changed in place, or in a package.
    pub output: FileName,
    /// What its code is called in archives: `#` and the number of a unit follow there.
    pub name: String,
    /// Its length before, in bytes.
    pub size_before: Integer,
    /// Its length then, in bytes.
    pub size: Integer,
    /// How bytes left the file or came into it, as `prune` tells it.
    pub way: &'static str,
    /// The section that its bundles are in, before or then.
    pub section: String,
    /// How many bundles these are. What is compressed together is one.
    pub bundle_count: usize,
    /// How many wrappers point at them.
    pub wrapper_count: usize,
    /// How many bundles are in other places of the file, and stay as they are.
    pub other_bundle_count: usize,
}

/// An archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MovedArchive {
    /// The archive.
    pub file: FileName,
    /// The processor that it is for; null where its name does not say it.
    pub processor: Option<String>,
    /// The targets in it, each once.
    pub targets: Vec<String>,
    /// Its length, in bytes.
    pub size: Integer,
    /// How many units of files it has code for.
    pub row_count: usize,
    /// How many code objects it has. Several units may have one.
    pub code_object_count: usize,
    /// The length of these together, in bytes, without compression.
    pub code_size: Integer,
}
