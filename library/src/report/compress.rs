//! What `compress` and `decompress` report.

use serde::Serialize;

use super::compression::Compression;
use super::diagnostic::Diagnostic;
use super::integer::Integer;
use crate::file_name::FileName;

/// The output with its bundles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CompressReport {
    /// The output; `-` is standard output.
    pub output: FileName,
    /// The inputs, in the order given.
    pub files: Vec<ConvertedFile>,
    /// The bundles in the output, in their order. Text, and what was compressed together, counts as one.
    pub bundles: Vec<ConvertedBundle>,
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
    /// What is wrong or odd in it.
    pub warnings: Vec<Diagnostic>,
}

/// A bundle that was compressed or decompressed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertedBundle {
    /// The input that it comes from.
    pub file: FileName,
    /// Its first byte in the output.
    pub offset: Integer,
    /// Its length in the output, in bytes.
    pub size: Integer,
    /// How it is compressed: of `compress` in the output, of `decompress` in the input; null if it was not compressed there.
    pub compression: Option<Compression>,
}
