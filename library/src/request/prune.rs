//! What to leave of files.

use std::path::PathBuf;

use super::filter::RequestedTarget;
use super::runtime::RuntimeRelease;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// Which code objects to leave in a file. The entry of the host is always kept.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PruneRequest {
    /// The input: a library or program with bundles, or bundles by themselves.
    pub input: InputFile,
    /// How to look into it.
    pub scan: ScanRequest,
    /// What is kept: as [`super::Filter::targets`] takes it. Everything where nothing is said.
    pub keep: Vec<RequestedTarget>,
    /// What is dropped: code that runs only on devices that are as one of these says. A processor without features names all of its
    /// variants; code for a generic processor is dropped only if that is named.
    pub drop: Vec<RequestedTarget>,
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
