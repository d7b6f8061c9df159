//! Which entry serves a GPU or a bundle entry ID, and why.

use std::cmp::Reverse;
use std::convert::Infallible;
use std::ops::Deref;

use offload_bundle_core::ids::{AmbiguousProduct, Loading, Reason, Verdict};
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_formats::target_id::{BundleEntryId, TargetId};

use super::entry::{Bundle, Entry};
use crate::error::Error;
use crate::ops::best_of_each;

/// The target of a match, made from a parsed ID or from text: a target ID, a bundle entry ID, or the name of a product.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// use offload_bundle::{BundleEntryId, TargetId};
///
/// let file = offload_bundle::open(path)?;
/// let of_any_kind = file.best_match("gfx90a:xnack+")?.ok_or("no entry")?;
/// let of_hip = file.best_match("hip-amdgcn-amd-amdhsa--gfx90a:xnack+")?.ok_or("no entry")?;
/// assert_eq!(of_any_kind.id()?, of_hip.id()?);
/// let typed = String::from("Instinct MI60");
/// let of_product = file.best_match(&typed)?.ok_or("no entry")?;
/// assert_eq!(of_product.id()?, file.best_match("GFX906")?.ok_or("no entry")?.id()?);
/// // Several GPUs with different processors are called so.
/// assert_eq!(file.best_match("RTX 4000").err().map(|error| error.code()), Some("bad-id"));
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

    /// Parses a target ID, a bundle entry ID, or the name of a processor or product in any letter case.
    fn try_from(text: &'r str) -> Result<Self, Error> {
        let parsed = match REGISTRY.ids.is_target(text) {
            true => TargetId::parse(text).map(Self::Target),
            false => BundleEntryId::parse(text).map(Self::Id),
        };
        parsed.or_else(|error| {
            let named = |processor| {
                let target = TargetId::parse(processor).map(Self::Target);
                target.map_err(|error| Error::malformed_id(processor, error))
            };
            if let Some(processor) = REGISTRY.ids.processor(&text.to_ascii_lowercase()) {
                return named(processor.name);
            }
            let products = REGISTRY.ids.products(text);
            match products.first() {
                None => Err(Error::malformed_id(text, error)),
                Some(first) if products.iter().all(|other| other.processor == first.processor) => {
                    named(first.processor)
                }
                Some(_) => Err(Error::AmbiguousProduct(AmbiguousProduct {
                    name: text.into(),
                    products,
                })),
            }
        })
    }
}

impl<'r> TryFrom<&'r String> for MatchTarget<'r> {
    type Error = Error;

    fn try_from(text: &'r String) -> Result<Self, Error> {
        text.as_str().try_into()
    }
}

impl MatchTarget<'_> {
    /// `None` if its ID has no such part or does not follow the grammar.
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

    fn is_served_by(&self, verdict: &Verdict) -> bool {
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
    /// Returns an error if `target` is text that is neither a target ID, a bundle entry ID, nor the name of products with one processor.
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

/// How loaders run it, whether its name matches, its rank.
type Fit = (Option<Loading>, bool, u32);

/// `None` if none may serve `target`.
pub(super) fn best<'f>(
    entries: impl Iterator<Item = Entry<'f>> + Clone,
    target: &MatchTarget<'_>,
) -> Option<Match<'f>> {
    let compatible = entries.filter_map(|entry| {
        let verdict = target.verdict(entry).filter(|verdict| target.is_served_by(verdict))?;
        // Tools that match names do not care what loaders would do.
        let loads = verdict.loads.filter(|_| matches!(target, MatchTarget::Target(_)));
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
