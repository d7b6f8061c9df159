//! What `compress` and `decompress` report.

use std::path::PathBuf;

use serde::Serialize;

use super::compression::Compression;
use super::diagnostic::Diagnostic;
use super::integer::Integer;

/// The output with its bundles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ConvertReport {
    /// The output; `-` is standard output.
    #[serde(serialize_with = "super::text::path")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub output: PathBuf,
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
    pub file: String,
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
    pub file: String,
    /// Its first byte in the output.
    pub offset: Integer,
    /// Its length in the output, in bytes.
    pub size: Integer,
    /// How it is compressed: of `compress` in the output, of `decompress` in the input; null if it was not compressed there.
    pub compression: Option<Compression>,
}
