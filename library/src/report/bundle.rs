//! What `bundle` reports.

use serde::Serialize;

use super::compression::Compression;
use super::integer::Integer;
use super::request_note::RequestNote;
use crate::file_name::FileName;

/// The bundle that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BundleReport {
    /// The output; `-` is standard output.
    pub output: FileName,
    /// Its length, in bytes.
    pub size: Integer,
    /// Name of its format, as `formats` shows it.
    pub format: &'static str,
    /// How it is compressed; null if it is not. All other offsets then count in what is decompressed.
    pub compression: Option<Compression>,
    /// Its entries in their order.
    pub entries: Vec<BundledEntry>,
    /// What may not be meant.
    pub warnings: Vec<RequestNote>,
}

/// An entry of a bundle that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BundledEntry {
    /// Its number, from 0.
    pub entry: usize,
    /// Its bundle entry ID as it is stored.
    pub id: String,
    /// The input with its code object.
    pub file: FileName,
    /// First byte of its code object in the bundle.
    pub offset: Integer,
    /// Length of its code object, in bytes.
    pub size: Integer,
}
