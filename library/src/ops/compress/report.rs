//! The requests and the reports of `compress` and `decompress`.

use std::path::PathBuf;

use serde::Serialize;

use crate::file_name::FileName;
use crate::input::InputFile;
use crate::report::{Compression, Diagnostic, Integer, UnchangedFile};
use crate::request::{CompressionRequest, RuntimeRelease, ScanRequest};

/// The request of [`compress`](crate::ops::compress): bundle files, or one library, program or zip archive with bundles
/// to compress in place.
///
/// A level, or another method, recompresses bundles that are already compressed. Otherwise, their compressed bytes are
/// kept and only the header is rewritten. In a library or program, the version is kept too unless another version is
/// requested.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct CompressRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The output; `-` is standard output. Optional in place and in a dry run.
    pub output: Option<PathBuf>,
    /// Changes the only input in place.
    pub in_place: bool,
    /// Dry run: reports without writing.
    pub dry_run: bool,
    /// Drops package signatures that become invalid; otherwise, they are an error.
    pub drop_signatures: bool,
    /// The compression.
    pub compression: CompressionRequest,
    /// The runtime that must be able to read the output. It chooses the version if no version is requested.
    pub runtime: Option<RuntimeRelease>,
    /// The alignment of bundles after the first, in bytes; 0 means 1. Libraries and programs keep theirs.
    pub alignment: u64,
}

/// The request of [`decompress`](crate::ops::decompress).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct DecompressRequest {
    /// The input.
    pub input: InputFile,
    /// How to read the input.
    pub scan: ScanRequest,
    /// The output; `-` is standard output. Optional in place and in a dry run.
    pub output: Option<PathBuf>,
    /// Changes the only input in place.
    pub in_place: bool,
    /// Dry run: reports without writing.
    pub dry_run: bool,
    /// Drops package signatures that become invalid; otherwise, they are an error.
    pub drop_signatures: bool,
    /// The alignment of bundles after the first, in bytes; 0 means 1. Libraries and programs keep theirs.
    pub alignment: u64,
}

/// The output with its bundles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CompressReport {
    /// The output; `-` is standard output. Null without an output.
    pub output: Option<FileName>,
    /// Whether this was a dry run.
    pub dry_run: bool,
    /// The length of all inputs together, in bytes.
    pub size_before: Integer,
    /// The length of the output in bytes.
    pub size: Integer,
    /// The inputs, in the order given; for a package, its files with bundles.
    pub files: Vec<ConvertedFile>,
    /// The package with these files, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<FileName>,
    /// The bundles in the output, in order. Text and bundles compressed together count as one.
    pub bundles: Vec<ConvertedBundle>,
    /// The unchanged files in a package: their bundles cannot be replaced.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unchanged: Vec<UnchangedFile>,
}

/// An input with converted bundles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertedFile {
    /// The input.
    pub file: FileName,
    /// The number of dropped bytes between and after bundles.
    pub dropped_size: Integer,
    /// The rewritten file; absent if the bundles were written to another output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewritten: Option<RewrittenFile>,
    /// The faults and oddities of the file.
    pub warnings: Vec<Diagnostic>,
}

/// A file with replaced bundles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RewrittenFile {
    /// The length before, in bytes.
    pub size_before: Integer,
    /// The length after, in bytes.
    pub size: Integer,
    /// How bytes were removed or added, as in `prune`; null if nothing changed.
    pub resize_method: Option<&'static str>,
    /// The section with the bundles; null for a bundle file.
    pub section: Option<String>,
    /// The number of wrappers that point at the bundles; null without a change or wrappers.
    pub wrapper_count: Option<usize>,
    /// The number of bundles elsewhere in the file, which are unchanged.
    pub other_bundle_count: usize,
}

/// A converted bundle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertedBundle {
    /// The input with the bundle; in a package, the file in it.
    pub file: FileName,
    /// The offset of the bundle in the output (in a package, the rewritten file), in bytes.
    pub offset: Integer,
    /// The length of the bundle in the output, in bytes.
    pub size: Integer,
    /// The compression, if any, in the output of `compress` or the input of `decompress`.
    pub compression: Option<Compression>,
}
