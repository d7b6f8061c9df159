//! What to bundle.

use std::path::PathBuf;

use offload_bundle_core::registry::FileType;

use super::compression::CompressionRequest;
use super::rules::BundleRules;
use super::style::IdStyle;
use crate::input::InputFile;

/// What to bundle.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct BundleRequest {
    /// What the output is; a container of the registry's first format without it.
    pub file_type: Option<&'static FileType>,
    /// The output; `-` is standard output.
    pub output: PathBuf,
    /// The entries in their order.
    pub entries: Vec<EntrySource>,
    /// Every code object starts at a multiple of this, in bytes, where the format has such a thing; the file type's own without it.
    pub alignment: Option<u64>,
    /// The spelling of the stored IDs; the canonical one without it.
    pub id_style: Option<IdStyle>,
    /// How to compress the bundle as a whole. It is not compressed if nothing is said here.
    pub compression: CompressionRequest,
    /// Nothing is written; the report tells what would be. What is compressed has its length as it is.
    pub dry_run: bool,
    /// How another tool does it, where this stands in for one.
    pub(crate) rules: BundleRules,
}

impl BundleRequest {
    /// The same, as another tool does it.
    #[must_use]
    pub fn by(mut self, rules: BundleRules) -> Self {
        self.rules = rules;
        self
    }
}

/// An entry to be made.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct EntrySource {
    /// Its bundle entry ID.
    pub id: String,
    /// Its code object.
    pub file: InputFile,
}

impl EntrySource {
    /// The entry `id` with the content of `file`.
    pub fn new(id: impl Into<String>, file: impl Into<InputFile>) -> Self {
        Self { id: id.into(), file: file.into() }
    }
}
