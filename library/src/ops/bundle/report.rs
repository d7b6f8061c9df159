//! The request and the report of `bundle`.

use std::path::PathBuf;

use offload_bundle_core::registry::FileType;
use serde::Serialize;

use crate::file_name::FileName;
use crate::input::InputFile;
use crate::report::{Compression, Integer, RequestNote};
use crate::request::rules::BundleRules;
use crate::request::{CompressionRequest, IdStyle};

/// The request of [`bundle`](crate::ops::bundle).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct BundleRequest {
    /// The file type of the output; by default, a container of the registry's first format.
    pub file_type: Option<&'static FileType>,
    /// The output; `-` is standard output.
    pub output: PathBuf,
    /// The entries, in order.
    pub entries: Vec<EntrySource>,
    /// The alignment of every code object in bytes, if the format has one; by default, that of the file type.
    pub alignment: Option<u64>,
    /// The spelling of the stored IDs; by default, the canonical one.
    pub id_style: Option<IdStyle>,
    /// How to compress the whole bundle. It is not compressed by default.
    pub compression: CompressionRequest,
    /// Dry run: nothing is written; the report says what would be. Compressed bundles have their actual length.
    pub dry_run: bool,
    /// The rules of another tool, if the program replaces one.
    pub(crate) rules: BundleRules,
}

impl BundleRequest {
    /// Sets the rules of another tool to follow.
    #[must_use]
    pub fn by(mut self, rules: BundleRules) -> Self {
        self.rules = rules;
        self
    }
}

/// An entry to be bundled.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct EntrySource {
    /// The bundle entry ID.
    pub id: String,
    /// The code object.
    pub file: InputFile,
}

impl EntrySource {
    /// Creates an entry with the ID `id` and the content of `file`.
    pub fn new(id: impl Into<String>, file: impl Into<InputFile>) -> Self {
        Self { id: id.into(), file: file.into() }
    }
}

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
