//! The request of `bundle`.

use std::path::PathBuf;

use offload_bundle_core::registry::FileType;

use super::compression::CompressionRequest;
use super::rules::BundleRules;
use super::style::IdStyle;
use crate::input::InputFile;

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
