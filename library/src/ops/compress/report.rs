//! The requests and the reports of `compress` and `decompress`.

use std::path::PathBuf;

use serde::Serialize;

use crate::file_name::FileName;
use crate::input::InputFile;
use crate::report::{Compression, Diagnostic, Integer, LeftFile};
use crate::request::{CompressionRequest, RuntimeRelease, ScanRequest};

/// The request of [`compress`](crate::ops::compress): files of bundles, or one library, program or zip archive, in which bundles are
/// compressed in place.
///
/// An already compressed bundle is compressed anew if a level, or another method than its own, is given. Otherwise its compressed bytes
/// stay as they are, and only the header is written anew. In a library or program it keeps its version too, unless another is requested.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct CompressRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The output; `-` is standard output. Optional if the file is changed in place, or nothing is written.
    pub output: Option<PathBuf>,
    /// Changes the only input in place.
    pub in_place: bool,
    /// Dry run: nothing is written; the report says what would be.
    pub dry_run: bool,
    /// Drops signatures of a package that would no longer match. Without this, they are an error.
    pub drop_signatures: bool,
    /// How to compress.
    pub compression: CompressionRequest,
    /// The runtime that must read the output. It chooses the version if none is requested.
    pub runtime: Option<RuntimeRelease>,
    /// The alignment of every compressed bundle after the first, in bytes; 0 means 1. In a library or program, bundles keep their
    /// alignment.
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
    /// The output; `-` is standard output. Optional if the file is changed in place, or nothing is written.
    pub output: Option<PathBuf>,
    /// Changes the only input in place.
    pub in_place: bool,
    /// Dry run: nothing is written; the report says what would be.
    pub dry_run: bool,
    /// Drops signatures of a package that would no longer match. Without this, they are an error.
    pub drop_signatures: bool,
    /// The alignment of every bundle after the first, in bytes; 0 means 1. In a library or program, bundles keep their alignment.
    pub alignment: u64,
}

/// The output with its bundles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CompressReport {
    /// The output, which is the input if that was changed in place; `-` is standard output. Null if nothing was to be written.
    pub output: Option<FileName>,
    /// Whether this was a dry run: nothing was written.
    pub dry_run: bool,
    /// The length of all inputs together, in bytes.
    pub size_before: Integer,
    /// The length of the output in bytes.
    pub size: Integer,
    /// The inputs, in the order given; for a package, the files in it that hold bundles.
    pub files: Vec<ConvertedFile>,
    /// The package that these files are in; present only if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<FileName>,
    /// The bundles in the output, in order. Text, and bundles that are compressed together, count as one.
    pub bundles: Vec<ConvertedBundle>,
    /// The files in a package whose bundles cannot be replaced there. They stay as they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<LeftFile>,
}

/// An input whose bundles were compressed or decompressed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertedFile {
    /// The input.
    pub file: FileName,
    /// The number of bytes between and after bundles that were left out.
    pub left_out_size: Integer,
    /// The rewritten file; absent if the bundles were written to an output of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewritten: Option<RewrittenFile>,
    /// What is wrong or odd in the file.
    pub warnings: Vec<Diagnostic>,
}

/// A file whose bundles were replaced in place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RewrittenFile {
    /// The length before, in bytes.
    pub size_before: Integer,
    /// The length after, in bytes.
    pub size: Integer,
    /// How bytes were removed or added, as in `prune`; null if nothing changed.
    pub way: Option<&'static str>,
    /// The section with the bundles; null for a file of bundles only.
    pub section: Option<String>,
    /// The number of wrappers that point at the bundles; null for a file of bundles only, and if nothing changed.
    pub wrapper_count: Option<usize>,
    /// The number of bundles elsewhere in the file, which stay as they are.
    pub other_bundle_count: usize,
}

/// A bundle that was compressed or decompressed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertedBundle {
    /// The input with the bundle; in a package, the file in it.
    pub file: FileName,
    /// The offset of the bundle in the output, in bytes; in a package, in the rewritten file.
    pub offset: Integer,
    /// The length of the bundle in the output, in bytes.
    pub size: Integer,
    /// The compression: of `compress` in the output, of `decompress` in the input. Null if the bundle was not compressed there.
    pub compression: Option<Compression>,
}
