//! Which entry serves a GPU, and why.

use std::cmp::Reverse;
use std::ops::Deref;

use offload_bundle_core::ids::{Reason, Verdict};
use offload_bundle_formats::target_id::{BundleEntryId, TargetId};

use super::entries::{Entry, FileBundle};
use crate::error::Error;
use crate::file_name::FileName;
use crate::near_miss::Nearest;
use crate::ops::best_of_each;

/// What an entry is wanted for.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// use offload_bundle::{BundleEntryId, TargetId};
///
/// let file = offload_bundle::open(path)?;
/// let of_any_kind = file.best_match(&TargetId::parse("gfx90a:xnack+")?)?;
/// let of_hip = file.best_match(&BundleEntryId::parse("hip-amdgcn-amd-amdhsa--gfx90a:xnack+")?)?;
/// assert_eq!(of_any_kind.id(), of_hip.id());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Requested<'r> {
    /// A GPU: any entry that names a processor may serve it, whatever its offload kind and target triple. What is for the generic
    /// processor of its family serves where nothing is for its own, as loaders have it.
    Target(&'r TargetId<'r>),
    /// A bundle entry ID: the offload kind and the target triple count too, and processors go by their names.
    Id(&'r BundleEntryId<'r>),
}

impl<'r> From<&'r TargetId<'r>> for Requested<'r> {
    fn from(target: &'r TargetId<'r>) -> Self {
        Self::Target(target)
    }
}

impl<'r> From<&'r BundleEntryId<'r>> for Requested<'r> {
    fn from(id: &'r BundleEntryId<'r>) -> Self {
        Self::Id(id)
    }
}

impl Requested<'_> {
    /// The verdict on an entry; none where it has no such part, or its ID does not follow the grammar.
    fn verdict(self, entry: Entry<'_>) -> Option<Verdict> {
        let stored = entry.parsed_id()?;
        match self {
            Self::Target(target) => Some(stored.target_id?.is_compatible_with(target)),
            Self::Id(id) => Some(stored.is_compatible_with(id)),
        }
    }

    /// Whether an entry with this verdict serves what is wanted.
    fn is_served_by(self, verdict: &Verdict) -> bool {
        match self {
            Self::Target(_) => verdict.loads,
            Self::Id(_) => verdict.compatible,
        }
    }

    fn text(self) -> String {
        match self {
            Self::Target(target) => target.to_string(),
            Self::Id(id) => id.to_string(),
        }
    }
}

/// An entry, and whether it may serve what is wanted.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// use offload_bundle::TargetId;
///
/// let file = offload_bundle::open(path)?;
/// for candidate in file.candidates(&TargetId::parse("gfx90a:xnack-")?).filter(|candidate| !candidate.is_compatible()) {
///     let reasons = candidate.verdict.map(|verdict| verdict.reasons).unwrap_or_default();
///     println!("{}: {:?}", candidate.entry.id(), reasons);
/// }
/// # assert!(file.candidates(&TargetId::parse("gfx906")?).any(|candidate| candidate.is_compatible()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Candidate<'f> {
    /// The entry.
    pub entry: Entry<'f>,
    /// Whether it may, and why or why not. None where its ID names no processor though one is wanted, and where its ID does not follow
    /// the grammar: then it may not.
    pub verdict: Option<Verdict>,
    serves: bool,
}

impl<'f> Candidate<'f> {
    pub(super) fn new(entry: Entry<'f>, requested: Requested<'_>) -> Self {
        let verdict = requested.verdict(entry);
        let serves = verdict.as_ref().is_some_and(|verdict| requested.is_served_by(verdict));
        Self { entry, verdict, serves }
    }

    /// Whether it may.
    pub fn is_compatible(&self) -> bool {
        self.serves
    }
}

/// The entry that serves best, and why. It can be used as the [`Entry`] itself.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// use offload_bundle::TargetId;
///
/// let file = offload_bundle::open(path)?;
/// let best = file.best_match(&TargetId::parse("gfx906")?)?;
/// assert_eq!(best.len(), best.entry().len());
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
    /// The entry.
    pub fn entry(&self) -> Entry<'f> {
        self.entry
    }

    /// Why it may serve. Never empty.
    pub fn reasons(&self) -> &[Reason] {
        &self.verdict.reasons
    }

    /// The other entries that are not empty and would do, in file order: the best of every other bundle, and those of the same bundle that
    /// are as specific.
    /// A program can hold one bundle a translation unit, and then needs the code objects of all of them:
    /// [`FileBundle::best_match`] gives that of each.
    ///
    /// ```
    /// use offload_bundle::{Bundle, OffloadFile, TargetId};
    ///
    /// let unit = Bundle::new().entry("hip-amdgcn-amd-amdhsa--gfx906", b"code").to_bytes()?;
    /// let file = OffloadFile::from_bytes([unit.as_slice(), &unit].concat())?;
    /// let best = file.best_match(&TargetId::parse("gfx906")?)?;
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

impl<'f> FileBundle<'f> {
    /// The entry that serves `requested` best, as [`super::OffloadFile::best_match`] among the entries of this bundle alone.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`]: none may.
    ///
    /// ```
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
    /// use offload_bundle::TargetId;
    ///
    /// // Each translation unit of a program may have brought its own bundle, and each of them is loaded.
    /// let file = offload_bundle::open(path)?;
    /// for bundle in file.bundles() {
    ///     let best = bundle.best_match(&TargetId::parse("gfx90a:sramecc+:xnack+")?)?;
    ///     println!("{}: {} bytes", best.id(), best.len());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_match<'r>(self, requested: impl Into<Requested<'r>>) -> Result<Match<'f>, Error> {
        best(self.entries(), self.found.input.name(), requested.into())
    }
}

/// The best of `entries`, which are those of the file `name`.
pub(super) fn best<'f>(
    entries: impl Iterator<Item = Entry<'f>> + Clone,
    name: &FileName,
    requested: Requested<'_>,
) -> Result<Match<'f>, Error> {
    let compatible = entries.clone().filter_map(|entry| {
        let verdict = requested
            .verdict(entry)
            .filter(|verdict| requested.is_served_by(verdict))?;
        Some((entry, (verdict.compatible, verdict.rank)))
    });
    let compatible: Vec<(Entry<'f>, (bool, u32))> = compatible.collect();
    // Of equal ones, this gives the first.
    let best = compatible.iter().min_by_key(|(_, rank)| Reverse(*rank));
    let Some((entry, verdict)) = best.and_then(|(entry, _)| Some((*entry, requested.verdict(*entry)?))) else {
        return Err(missing(entries, name, requested));
    };
    let numbered = compatible.iter().enumerate();
    let ranked = numbered.map(|(number, (entry, rank))| (entry.bundle().number(), number, *rank));
    let others = best_of_each(ranked)
        .into_iter()
        .filter_map(|number| compatible.get(number));
    let others = others.map(|(other, _)| *other);
    let others = others.filter(|other| !std::ptr::eq(other.stored, entry.stored) && !other.is_empty());
    Ok(Match { entry, verdict, others: others.collect() })
}

/// None of `entries` may serve.
fn missing<'f>(entries: impl Iterator<Item = Entry<'f>> + Clone, name: &FileName, requested: Requested<'_>) -> Error {
    let mut nearest = Nearest::default();
    for entry in entries.clone() {
        if let Some(verdict) = requested.verdict(entry) {
            nearest.add(entry.id(), verdict.closeness, verdict.reasons);
        }
    }
    Error::NotFound {
        file: name.into(),
        ids: vec![requested.text()],
        stored: entries.map(|entry| entry.id().into()).collect(),
        nearest: nearest.into_misses(),
        report: Box::default(),
    }
}
