//! What `prune` reports.

use serde::Serialize;

use super::diagnostic::Diagnostic;
use super::integer::Integer;
use super::left_file::LeftFile;
use super::request_note::RequestNote;
use crate::file_name::FileName;

/// What was left of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PruneReport {
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
    /// How bytes left a library, program or object: `tail` (the segment that the bundles end is shorter), `phdr` (the segment is two, and the header of
    /// the second replaces the one of the program headers), `move` (the same, where sections made way for a header), `zero` (none left; those
    /// behind the bundles are zeros), `grow` (some came, where they have room), `append` (the bundles are at the end, in a segment of their own), `shift` (of an object, or a file for Windows: what is behind the bundles follows them).
    /// Null for bundles by themselves, and where nothing is dropped.
    pub way: Option<&'static str>,
    /// The section with the bundles; null for bundles by themselves.
    pub section: Option<String>,
    /// How many wrappers point at the bundles; null for bundles by themselves, and where nothing is dropped.
    pub wrapper_count: Option<usize>,
    /// The IDs that there were, each once, in file order.
    pub targets: Vec<PrunedTarget>,
    /// The bundles, in file order. What is compressed together is one.
    pub bundles: Vec<PrunedBundle>,
    /// How many bundles are in other places of the file, and stay as they are.
    pub other_bundle_count: usize,
    /// What was left of the files in a package, in its order; none of a file by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<PruneReport>,
    /// The files in a package that have bundles and stay as they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unpruned: Vec<LeftFile>,
    /// What is to be said of the request, and of how entries were chosen.
    pub notes: Vec<RequestNote>,
    /// What is wrong or odd in the input.
    pub warnings: Vec<Diagnostic>,
}

/// What became of the entries with an ID.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PrunedTarget {
    /// The ID as it is stored.
    pub id: String,
    /// Whether they are kept.
    pub kept: bool,
    /// How many there are.
    pub count: usize,
    /// The length of their contents together, in bytes, without compression.
    pub size: Integer,
}

/// What became of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PrunedBundle {
    /// Its first byte in the input.
    pub offset_before: Integer,
    /// Its length in the input, in bytes.
    pub size_before: Integer,
    /// Its first byte in the output.
    pub offset: Integer,
    /// Its length in the output, in bytes.
    pub size: Integer,
    /// How many of its entries are kept, with that of the host.
    pub kept: usize,
    /// How many are dropped.
    pub dropped: usize,
    /// How many of those that are kept are for devices.
    pub kept_for_devices: usize,
    /// Whether it is compressed.
    pub compressed: bool,
}
