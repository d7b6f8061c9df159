//! The request of `replace`.

use std::path::PathBuf;

use offload_bundle::input::InputFile;
use offload_bundle::request::{EntrySource, RuntimeRelease, ScanRequest};

/// The request of [`replace`](crate::replace()): which code objects to replace. All other entries stay as they are.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ReplaceRequest {
    /// The input: a library, program or zip archive with bundles, or a file of bundles only.
    pub input: InputFile,
    /// How to read the input.
    pub scan: ScanRequest,
    /// The IDs of the entries, in any spelling, and the new content of each.
    pub entries: Vec<EntrySource>,
    /// The number of the bundle with the entries, as `list` shows it. Required if several bundles have an entry with such an ID.
    pub bundle: Option<u64>,
    /// The runtime that must read the output: compressed bundles get a version that it reads.
    pub runtime: Option<RuntimeRelease>,
    /// The output; `-` is standard output. Optional if the file is changed in place, or nothing is written.
    pub output: Option<PathBuf>,
    /// Changes the file in place.
    pub in_place: bool,
    /// Dry run: nothing is written; the report says what would be.
    pub dry_run: bool,
    /// Drops signatures of a package that would no longer match. Without this, they are an error.
    pub drop_signatures: bool,
}
