//! What `compress` and `decompress` report.

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
    /// The output, which is the input where that was changed in place; `-` is standard output, and null that nothing was to be written.
    pub output: Option<FileName>,
    /// Whether nothing was written.
    pub dry_run: bool,
    /// Length of the inputs together, in bytes.
    pub size_before: Integer,
    /// Length of the output, in bytes.
    pub size: Integer,
    /// The inputs, in the order given; of a package the files in it that hold bundles.
    pub files: Vec<ConvertedFile>,
    /// The bundles in the output, in their order. Text, and what was compressed together, counts as one.
    pub bundles: Vec<ConvertedBundle>,
    /// The files in a package that have bundles and stay as they are, because these cannot be replaced there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<LeftFile>,
}

/// An input whose bundles were compressed or decompressed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertedFile {
    /// The input.
    pub file: FileName,
    /// How many of its bytes, between and after bundles, were left out.
    pub left_out_size: Integer,
    /// What it was made; not there where its bundles went to an output of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewritten: Option<RewrittenFile>,
    /// What is wrong or odd in it.
    pub warnings: Vec<Diagnostic>,
}

/// A file whose bundles were replaced where they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RewrittenFile {
    /// Its length before, in bytes.
    pub size_before: Integer,
    /// Its length then, in bytes.
    pub size: Integer,
    /// How bytes left the file or came into it, as `prune` tells it; null where nothing changed.
    pub way: Option<&'static str>,
    /// The section with the bundles; null for bundles by themselves.
    pub section: Option<String>,
    /// How many wrappers point at the bundles; null for bundles by themselves, and where nothing changed.
    pub wrapper_count: Option<usize>,
    /// How many bundles are in other places of the file, and stay as they are.
    pub other_bundle_count: usize,
}

/// A bundle that was compressed or decompressed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertedBundle {
    /// The input that it comes from; in a package the file in it.
    pub file: FileName,
    /// Its first byte in the output; in a package in the file that it comes from, as that is then.
    pub offset: Integer,
    /// Its length in the output, in bytes.
    pub size: Integer,
    /// How it is compressed: of `compress` in the output, of `decompress` in the input; null if it was not compressed there.
    pub compression: Option<Compression>,
}
