//! The request and the report of `replace`.

use std::path::PathBuf;

use offload_bundle::FileName;
use offload_bundle::input::InputFile;
use offload_bundle::report::{Diagnostic, Integer, RewrittenFile, UnchangedFile};
use offload_bundle::request::{EntrySource, RuntimeRelease, ScanRequest};
use serde::Serialize;

/// The request of [`replace`](crate::replace()). All other entries stay unchanged.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ReplaceRequest {
    /// The input: a library, program or package with bundles, or a bundle file.
    pub input: InputFile,
    /// How to read the input.
    pub scan: ScanRequest,
    /// The IDs of the entries, in any spelling, and the new content of each.
    pub entries: Vec<EntrySource>,
    /// The number of the bundle with the entries, as `list` shows it. Required if several bundles have an entry with such an ID.
    pub bundle: Option<u64>,
    /// The runtime that must read the output: compressed bundles get a version that it reads.
    pub runtime: Option<RuntimeRelease>,
    /// The output; `-` is standard output. Optional for `in_place` and `dry_run`.
    pub output: Option<PathBuf>,
    /// Changes the file in place.
    pub in_place: bool,
    /// Dry run: reports the result without writing it.
    pub dry_run: bool,
    /// Drops signatures of a package that would no longer match. Without this, they are an error.
    pub drop_signatures: bool,
}

/// The replaced entries, and the length of the file before and after.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReplaceReport {
    /// The input.
    pub file: FileName,
    /// The output: the input itself if it was changed in place; null if nothing is written.
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
    /// The unchanged files in a package that have bundles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unchanged: Vec<UnchangedFile>,
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
    /// Anomalies in the file.
    pub warnings: Vec<Diagnostic>,
}
