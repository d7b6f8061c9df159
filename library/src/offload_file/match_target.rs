//! The target of a match: a GPU, or a bundle entry ID.

use std::convert::Infallible;

use offload_bundle_core::ids::Verdict;
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_formats::target_id::{BundleEntryId, TargetId};

use super::entry::Entry;
use crate::error::Error;

/// The target of a match, made from text or from a parsed ID.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// use offload_bundle::{BundleEntryId, TargetId};
///
/// let file = offload_bundle::open(path)?;
/// let of_any_kind = file.best_match("gfx90a:xnack+")?.ok_or("no entry")?;
/// let of_hip = file.best_match("hip-amdgcn-amd-amdhsa--gfx90a:xnack+")?.ok_or("no entry")?;
/// assert_eq!(of_any_kind.id()?, of_hip.id()?);
/// # let parsed = file.best_match(&TargetId::parse("gfx90a:xnack+")?)?.ok_or("no entry")?;
/// # let whole = file.best_match(&BundleEntryId::parse("hip-amdgcn-amd-amdhsa--gfx90a:xnack+")?)?.ok_or("no entry")?;
/// # assert_eq!((parsed.id()?, whole.id()?), (of_hip.id()?, of_hip.id()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum MatchTarget<'r> {
    /// A GPU. Any entry that loaders run there may serve it, whatever its offload kind and target triple. Features that are left
    /// open may be set in either way, so an entry has to run with both. Like loaders, prefers code for
    /// the processor itself, then code for the generic processor of its family or an earlier one of its generation, then code that drivers
    /// compile.
    Target(TargetId<'r>),
    /// A bundle entry ID. The offload kind and the target triple must match too, and processors match by name.
    Id(BundleEntryId<'r>),
}

impl<'r> From<&'r TargetId<'r>> for MatchTarget<'r> {
    fn from(target: &'r TargetId<'r>) -> Self {
        Self::Target(target.clone())
    }
}

impl<'r> From<&'r BundleEntryId<'r>> for MatchTarget<'r> {
    fn from(id: &'r BundleEntryId<'r>) -> Self {
        Self::Id(id.clone())
    }
}

impl<'r> TryFrom<&'r str> for MatchTarget<'r> {
    type Error = Error;

    /// Parses a target ID or a bundle entry ID.
    fn try_from(text: &'r str) -> Result<Self, Error> {
        let parsed = match REGISTRY.ids.is_target(text) {
            true => TargetId::parse(text).map(Self::Target),
            false => BundleEntryId::parse(text).map(Self::Id),
        };
        parsed.map_err(|error| Error::malformed_id(text, error))
    }
}

impl MatchTarget<'_> {
    /// Returns the verdict on an entry, or `None` if its ID has no such part or does not follow the grammar.
    pub(super) fn verdict(&self, entry: Entry<'_>) -> Option<Verdict> {
        let stored = entry.parsed_id()?;
        match self {
            Self::Target(target) => {
                let verdict = REGISTRY.ids.target_verdict(entry.code()?, &target.to_string());
                // Intermediate code names no processor, and drivers compile it.
                (stored.target_id.is_some() || verdict.loads.is_some()).then_some(verdict)
            }
            Self::Id(id) => Some(stored.is_compatible_with(id)),
        }
    }

    /// Whether what loaders run is wanted.
    pub(super) fn is_a_gpu(&self) -> bool {
        matches!(self, Self::Target(_))
    }

    /// Whether an entry with this verdict serves what is wanted.
    pub(super) fn is_served_by(&self, verdict: &Verdict) -> bool {
        match self {
            Self::Target(_) => verdict.loads.is_some(),
            Self::Id(_) => verdict.compatible,
        }
    }
}

/// The conversion of a parsed ID to a [`MatchTarget`] cannot fail.
impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
