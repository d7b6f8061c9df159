//! The reports of `compress` and `decompress`.

use serde::Serialize;

use super::compression::Compression;
use super::diagnostic::Diagnostic;
use super::integer::Integer;
use super::left_file::LeftFile;
use crate::file_name::FileName;

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
