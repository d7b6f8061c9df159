//! The report of `bundle`.

use serde::Serialize;

use super::compression::Compression;
use super::integer::Integer;
use super::request_note::RequestNote;
use crate::file_name::FileName;

/// A bundle that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BundleReport {
    /// The output; `-` is standard output.
    pub output: FileName,
    /// The length in bytes.
    pub size: Integer,
    /// The name of the format, as `formats` shows it.
    pub format: &'static str,
    /// The compression; null if there is none. All other offsets then count in the decompressed bytes.
    pub compression: Option<Compression>,
    /// The entries, in order.
    pub entries: Vec<BundledEntry>,
    /// Warnings about what may not be meant.
    pub warnings: Vec<RequestNote>,
}

/// An entry of a bundle that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BundledEntry {
    /// The number of the entry, from 0.
    pub entry: usize,
    /// The bundle entry ID as stored.
    pub id: String,
    /// The input with the code object.
    pub file: FileName,
    /// The offset of the code object in the bundle, in bytes.
    pub offset: Integer,
    /// The length of the code object in bytes.
    pub size: Integer,
}
