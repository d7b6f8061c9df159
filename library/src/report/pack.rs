//! The report of `pack`.

use serde::Serialize;

use super::attributes::EntryAttributes;
use super::compression::Compression;
use super::integer::Integer;
use super::request_note::RequestNote;
use crate::file_name::FileName;

/// The packed images.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PackReport {
    /// The output; `-` is standard output.
    pub output: FileName,
    /// The length in bytes.
    pub size: Integer,
    /// The name of the format, as `formats` shows it.
    pub format: &'static str,
    /// The version of the format; present only if it has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The number of containers, one after the other.
    pub container_count: usize,
    /// The compression; null if there is none. All other offsets then count in the decompressed bytes.
    pub compression: Option<Compression>,
    /// Whether this was a dry run: nothing was written.
    pub dry_run: bool,
    /// The images, in order.
    pub images: Vec<PackedImage>,
    /// Warnings about what may not be meant.
    pub warnings: Vec<RequestNote>,
    /// Further notes on the request.
    pub notes: Vec<RequestNote>,
}

/// An image that was packed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PackedImage {
    /// The input with the content.
    pub file: FileName,
    /// The number of the container in the output, from 0.
    pub bundle: usize,
    /// The number of the image in the container, from 0.
    pub entry: usize,
    /// The offset of the container in the output, in bytes.
    pub start: Integer,
    /// The offset of the content in the output, in bytes.
    pub offset: Integer,
    /// The length of the content in bytes.
    pub size: Integer,
    /// The bundle entry ID made from the attributes.
    pub id: String,
    /// The attributes.
    pub attributes: EntryAttributes,
}
