//! What `pack` reports.

use serde::Serialize;

use super::attributes::EntryAttributes;
use super::compression::Compression;
use super::integer::Integer;
use super::request_note::RequestNote;
use crate::file_name::FileName;

/// The images as they were packed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PackReport {
    /// The output; `-` is standard output.
    pub output: FileName,
    /// Its length, in bytes.
    pub size: Integer,
    /// Name of its format, as `formats` shows it.
    pub format: &'static str,
    /// The version of the format; there only where it has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// How many containers it is, one after the other.
    pub container_count: usize,
    /// How it is compressed; null if it is not. All other offsets then count in what is decompressed.
    pub compression: Option<Compression>,
    /// Whether nothing was written because that was asked for.
    pub dry_run: bool,
    /// Its images in their order.
    pub images: Vec<PackedImage>,
    /// What may not be meant.
    pub warnings: Vec<RequestNote>,
    /// What else is to be said of the request.
    pub notes: Vec<RequestNote>,
}

/// An image that was packed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PackedImage {
    /// The input with its content.
    pub file: FileName,
    /// Number of its container in the output, from 0.
    pub bundle: usize,
    /// Its number in the container, from 0.
    pub entry: usize,
    /// First byte of its container in the output.
    pub start: Integer,
    /// First byte of its content in the output.
    pub offset: Integer,
    /// Length of its content, in bytes.
    pub size: Integer,
    /// The bundle entry ID that its attributes amount to.
    pub id: String,
    /// What is said of it.
    pub attributes: EntryAttributes,
}
