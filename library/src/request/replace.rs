//! What to put in the place of code objects.

use std::path::PathBuf;

use super::bundle::EntrySource;
use super::runtime::RuntimeRelease;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// Which code objects to put in the place of others. All other entries stay as they are.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ReplaceRequest {
    /// The input: a library, program or zip archive with bundles, or bundles by themselves.
    pub input: InputFile,
    /// How to look into it.
    pub scan: ScanRequest,
    /// The IDs of the entries, in whatever spelling, and what each is to hold.
    pub entries: Vec<EntrySource>,
    /// The number of the bundle that they are in, as `list` shows it. It is needed where several bundles have an entry with such an ID.
    pub bundle: Option<u64>,
    /// For which runtime it is written: compressed bundles get a version that this reads.
    pub runtime: Option<RuntimeRelease>,
    /// The output; `-` is standard output. It may be left out where the file is changed in place, or nothing is written.
    pub output: Option<PathBuf>,
    /// The file itself is changed.
    pub in_place: bool,
    /// Nothing is written; the report tells what would be.
    pub dry_run: bool,
    /// Signatures of a package go that would not fit any more. It is refused otherwise.
    pub drop_signatures: bool,
}
