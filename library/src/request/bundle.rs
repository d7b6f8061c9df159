//! What to bundle.

use std::path::PathBuf;

use offload_bundle_core::registry::FileType;

use super::compression::CompressionRequest;
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
    /// IDs are stored as they are given, also those that are not valid, that the composition rules forbid, and that want a host; and
    /// standard input may be given twice. Whoever asks has seen to that.
    pub unchecked: bool,
    /// Where the form of the output cannot be compressed, such as that of an object file, it is not, whatever [`BundleRequest::compression`]
    /// asks for. It is refused otherwise.
    pub compress_where_possible: bool,
    /// COMDAT groups of the host's object file whose signature is a local symbol become plain groups, as by `llvm-objcopy`: linkers then keep
    /// every copy of them.
    pub plain_local_groups: bool,
    /// Nothing is written; the report tells what would be. What is compressed has its length as it is.
    pub dry_run: bool,
    /// The output may replace an input. It does so only when the input has been read to its end.
    pub allow_output_is_input: bool,
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
