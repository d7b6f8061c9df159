//! The request of `prune`.

use std::path::PathBuf;

use offload_bundle::input::InputFile;
use offload_bundle::request::{RequestedTarget, RuntimeRelease, ScanRequest};

/// The request of [`prune`](crate::prune()): which code objects to keep. The entry of the host is always kept.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PruneRequest {
    /// The input: a library or program with bundles, or a file of bundles only.
    pub input: InputFile,
    /// How to read the input.
    pub scan: ScanRequest,
    /// The targets to keep, as in [`Filter::targets`](offload_bundle::request::Filter::targets). Empty for all.
    pub keep: Vec<RequestedTarget>,
    /// The targets to drop: code that runs only on devices that one of these describes. A processor without features includes all of its
    /// variants; code for a generic processor is dropped only if that is named.
    pub drop: Vec<RequestedTarget>,
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
