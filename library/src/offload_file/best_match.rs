//! Which entry serves a GPU, and why.

use std::cmp::Reverse;
use std::ops::Deref;

use offload_bundle_core::ids::{Loading, Reason, Verdict};

use super::bundle::Bundle;
use super::entry::Entry;
use super::match_target::MatchTarget;
use crate::error::Error;
use crate::ops::best_of_each;

/// An entry, and whether it may serve the target of the match.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// let file = offload_bundle::open(path)?;
/// for candidate in file.candidates("gfx90a:xnack-")?.filter(|candidate| !candidate.is_compatible()) {
///     let reasons = candidate.verdict.map(|verdict| verdict.reasons).unwrap_or_default();
///     println!("{}: {:?}", candidate.entry.id()?, reasons);
/// }
/// # assert!(file.candidates("gfx906")?.any(|candidate| candidate.is_compatible()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Candidate<'f> {
    /// The entry.
    pub entry: Entry<'f>,
    /// Whether the entry may serve the target, and why. `None` if its ID does not follow the grammar, or names no processor although the
    /// target is a GPU; such an entry does not serve the target.
    pub verdict: Option<Verdict>,
    serves: bool,
}

impl<'f> Candidate<'f> {
    pub(super) fn new(entry: Entry<'f>, target: &MatchTarget<'_>) -> Self {
        let verdict = target.verdict(entry);
        let serves = verdict.as_ref().is_some_and(|verdict| target.is_served_by(verdict));
        Self { entry, verdict, serves }
    }

    /// Returns whether the entry may serve the target.
    pub fn is_compatible(&self) -> bool {
        self.serves
    }
}

/// The entry that serves the target best, and why. Dereferences to [`Entry`].
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// let file = offload_bundle::open(path)?;
/// let best = file.best_match("gfx906")?.ok_or("nothing for gfx906")?;
/// assert_eq!(best.len()?, best.entry().len()?);
/// for reason in best.reasons() {
///     println!("{}: {}", reason.rule, reason.text);
/// }
/// # assert!(!best.reasons().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Match<'f> {
    entry: Entry<'f>,
    verdict: Verdict,
    others: Vec<Entry<'f>>,
}

impl<'f> Match<'f> {
    /// Returns the entry.
    pub fn entry(&self) -> Entry<'f> {
        self.entry
    }

    /// Returns why the entry may serve the target. Never empty.
    pub fn reasons(&self) -> &[Reason] {
        &self.verdict.reasons
    }

    /// Returns the other nonempty entries that may serve the target, in file order: the best of every other bundle, and those of the same
    /// bundle that are as specific. A program can hold one bundle per translation unit, and then needs a code object from each:
    /// [`Bundle::best_match`] returns it.
    ///
    /// ```
    /// use offload_bundle::{BundleBuilder, OffloadFile};
    ///
    /// let unit = BundleBuilder::new().entry("hip-amdgcn-amd-amdhsa--gfx906", b"code").to_bytes()?;
    /// let file = OffloadFile::from_bytes([unit.as_slice(), &unit].concat())?;
    /// let best = file.best_match("gfx906")?.ok_or("nothing for gfx906")?;
    /// assert_eq!(best.bundle().number(), 0);
    /// assert_eq!(best.others().iter().map(|entry| entry.bundle().number()).collect::<Vec<_>>(), [1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn others(&self) -> &[Entry<'f>] {
        &self.others
    }
}

impl<'f> Deref for Match<'f> {
    type Target = Entry<'f>;

    fn deref(&self) -> &Entry<'f> {
        &self.entry
    }
}

impl<'f> Bundle<'f> {
    /// Returns the entry of this bundle that serves `target` best, as [`super::OffloadFile::best_match`] does for all bundles.
    ///
    /// # Errors
    ///
    /// Returns an error if `target` is text that is neither a target ID nor a bundle entry ID.
    ///
    /// ```
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
    /// // Each translation unit of a program may have brought its own bundle, and each of them is loaded.
    /// let file = offload_bundle::open(path)?;
    /// for bundle in file.bundles() {
    ///     match bundle.best_match("gfx90a:sramecc+:xnack+")? {
    ///         Some(best) => println!("{}: {} bytes", best.id()?, best.len()?),
    ///         None => println!("bundle {} has nothing for this GPU", bundle.number()),
    ///     }
    /// }
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn best_match<'r, T>(self, target: T) -> Result<Option<Match<'f>>, Error>
    where
        T: TryInto<MatchTarget<'r>, Error: Into<Error>>,
    {
        Ok(best(self.entries(), &target.try_into().map_err(Into::into)?))
    }
}

/// How well an entry serves: how loaders run it, whether its name matches, and its rank.
type Fit = (Option<Loading>, bool, u32);

/// The best of `entries`, if one may serve `target`.
pub(super) fn best<'f>(
    entries: impl Iterator<Item = Entry<'f>> + Clone,
    target: &MatchTarget<'_>,
) -> Option<Match<'f>> {
    let compatible = entries.filter_map(|entry| {
        let verdict = target.verdict(entry).filter(|verdict| target.is_served_by(verdict))?;
        // Tools that match names do not care what loaders would do.
        let loads = verdict.loads.filter(|_| target.is_a_gpu());
        Some((entry, (loads, verdict.compatible, verdict.rank)))
    });
    let compatible: Vec<(Entry<'f>, Fit)> = compatible.collect();
    // Of equal ones, this gives the first.
    let (entry, _) = *compatible.iter().min_by_key(|(_, rank)| Reverse(*rank))?;
    let verdict = target.verdict(entry)?;
    let numbered = compatible.iter().enumerate();
    let ranked = numbered.map(|(number, (entry, rank))| (entry.bundle().number(), number, *rank));
    let others = best_of_each(ranked)
        .into_iter()
        .filter_map(|number| compatible.get(number));
    let others = others.map(|(other, _)| *other);
    let others = others.filter(|other| !std::ptr::eq(other.stored, entry.stored) && !other.is_empty());
    Some(Match { entry, verdict, others: others.collect() })
}
