//! The request and the report of `prune`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use offload_bundle::FileName;
use offload_bundle::input::InputFile;
use offload_bundle::report::{Diagnostic, Integer, RequestNote, UnchangedFile};
use offload_bundle::request::{RequestedTarget, RuntimeRelease, ScanRequest};
use serde::Serialize;

/// The request of [`prune`](crate::prune()). The host entry is always kept.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PruneRequest {
    /// The input: a library, program or package with bundles, or a bundle file.
    pub input: InputFile,
    /// How to read the input.
    pub scan: ScanRequest,
    /// The targets to keep, as in [`Filter::targets`](offload_bundle::request::Filter::targets), or kinds of images.
    /// Empty for all. If a driver chooses one image of a container, code that it would compile is kept only where the
    /// container has no machine code that runs.
    pub keep: Vec<RequestedTarget>,
    /// The targets to drop: code that serves no device beyond these targets. A processor without features includes all
    /// variants; code for a generic processor is dropped only by its own name. Or kinds of images.
    pub drop: Vec<RequestedTarget>,
    /// Takes targets only by their own name, without the code that serves them too.
    pub exact: bool,
    /// The runtime that must read the output: compressed bundles get a version that it reads.
    pub runtime: Option<RuntimeRelease>,
    /// The output; `-` is standard output. Optional for `in_place` and `dry_run`.
    pub output: Option<PathBuf>,
    /// Changes the file in place.
    pub in_place: bool,
    /// Dry run: reports the result without writing it.
    pub dry_run: bool,
    /// Drops signatures of a package that would no longer match. Without this, they are an error.
    pub drop_signatures: bool,
}

/// The result of `prune` for a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PruneReport {
    /// The input.
    pub file: FileName,
    /// The output: the input itself if it was changed in place; null if nothing is written.
    pub output: Option<FileName>,
    /// Whether this was a dry run: nothing was written.
    pub dry_run: bool,
    /// The length of the input in bytes.
    pub size_before: Integer,
    /// The length of the output in bytes.
    pub size: Integer,
    /// How the length of a library or program changed: `tail` (the segment that ends with the bundles is shorter),
    /// `phdr` (the segment is split, and the header of the second part replaces PT_PHDR), `move` (the same, after
    /// sections made room for a header), `zero` (same length; zeros follow the bundles), `grow` (longer, over unused
    /// addresses), `append` (the bundles are at the end, in a segment of their own), `shift` (Windows: later parts
    /// follow the bundles). Null for a bundle file, and if nothing is dropped.
    pub resize_method: Option<&'static str>,
    /// The section with the bundles; null for a bundle file.
    pub section: Option<String>,
    /// The number of wrappers that point at the bundles; null for a bundle file, and if nothing is dropped.
    pub wrapper_count: Option<usize>,
    /// The IDs of the entries, in file order, each once for each kind of image and decision.
    pub targets: Vec<PrunedTarget>,
    /// The bundles, in file order. Bundles compressed together count as one.
    pub bundles: Vec<PrunedBundle>,
    /// The number of unchanged bundles elsewhere in the file.
    pub other_bundle_count: usize,
    /// The result for each file in a package, in package order; absent for other inputs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<PruneReport>,
    /// The unchanged files in a package that have bundles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unpruned: Vec<UnchangedFile>,
    /// Notes on the request, and on how entries were selected.
    pub notes: Vec<RequestNote>,
    /// Anomalies in the input.
    pub warnings: Vec<Diagnostic>,
}

/// The entries with an ID and kind of image, kept or dropped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PrunedTarget {
    /// The ID as stored.
    pub id: String,
    /// The kind of image, if the format declares it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Whether they are kept.
    pub kept: bool,
    /// The number of entries.
    pub count: usize,
    /// The total uncompressed length of their contents, in bytes.
    pub size: Integer,
}

/// A bundle before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PrunedBundle {
    /// The offset in the input, in bytes.
    pub offset_before: Integer,
    /// The length in the input, in bytes.
    pub size_before: Integer,
    /// The offset in the output, in bytes.
    pub offset: Integer,
    /// The length in the output, in bytes.
    pub size: Integer,
    /// The number of kept entries, host included.
    pub kept: usize,
    /// The number of dropped entries.
    pub dropped: usize,
    /// The number of kept entries for devices.
    pub kept_for_devices: usize,
    /// Whether the bundle is compressed.
    pub compressed: bool,
}

/// By ID, image and decision, in the order found.
#[derive(Debug, Default)]
pub(super) struct Counted {
    targets: Vec<PrunedTarget>,
    positions: BTreeMap<(String, Option<String>, bool), usize>,
}

impl Counted {
    pub(super) fn add(&mut self, (id, image, kept): (&str, Option<&str>, bool), count: usize, size: u64) {
        let (id, image) = (id.to_owned(), image.map(String::from));
        let position = *self
            .positions
            .entry((id.clone(), image.clone(), kept))
            .or_insert(self.targets.len());
        match self.targets.get_mut(position) {
            Some(target) => {
                target.count = target.count.saturating_add(count);
                target.size = Integer(target.size.0.saturating_add(size));
            }
            None => self
                .targets
                .push(PrunedTarget { id, image, kept, count, size: Integer(size) }),
        }
    }

    pub(super) fn targets(&self) -> &[PrunedTarget] {
        &self.targets
    }

    pub(super) fn into_targets(self) -> Vec<PrunedTarget> {
        self.targets
    }
}
