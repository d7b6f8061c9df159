//! An opened file with GPU code.

use std::sync::Arc;

use super::best_match::{self, Candidate, Match};
use super::bundle::Bundle;
use super::entry::Entry;
use super::match_target::MatchTarget;
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::Input;
use crate::report::Diagnostic;
use crate::scan::Scan;

/// A file with GPU code: bundles in any of their forms, wherever they lie in it.
///
/// Only the frames of the bundles are read when it is opened. Code objects are read, and decompressed, when they are asked for.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// let file = offload_bundle::open(path)?;
/// for entry in file.entries() {
///     println!("{} {}", entry.id()?, entry.len()?);
/// }
/// # assert!(file.entries().count() > 1);
/// # Ok::<(), offload_bundle::Error>(())
/// ```
#[derive(Debug)]
pub struct OffloadFile {
    pub(super) input: Arc<Input>,
    pub(super) scan: Scan,
}

impl OffloadFile {
    /// The name by which it was opened.
    pub fn name(&self) -> &FileName {
        self.input.name()
    }

    /// The bundles, in file order.
    ///
    /// ```
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
    /// let file = offload_bundle::open(path)?;
    /// for bundle in file.bundles() {
    ///     println!("{} at byte {:#x} in {:?}", bundle.format(), bundle.offset(), bundle.section());
    /// }
    /// # assert!(file.bundles().all(|bundle| bundle.section() == Some(".hip_fatbin")));
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn bundles(&self) -> impl Iterator<Item = Bundle<'_>> + Clone {
        let bundles = self.scan.bundles.iter().enumerate();
        bundles.map(|(number, found)| Bundle { scan: &self.scan, number, found })
    }

    /// How many bundles it has.
    ///
    /// ```
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
    /// let file = offload_bundle::open(path)?;
    /// assert_eq!(file.bundle_count(), file.bundles().count());
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn bundle_count(&self) -> usize {
        self.scan.bundles.len()
    }

    /// The bundle with this number, from 0.
    pub fn bundle(&self, number: usize) -> Option<Bundle<'_>> {
        let found = self.scan.bundles.get(number)?;
        Some(Bundle { scan: &self.scan, number, found })
    }

    /// The entries of all bundles, in file order.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> + Clone {
        self.bundles().flat_map(Bundle::entries)
    }

    /// The entry that serves `target` best: of all that may, the most specific one, and of equally specific ones the first. None where
    /// none may; [`OffloadFile::candidates`] says why.
    ///
    /// # Errors
    ///
    /// `target` is text and neither a target ID nor a bundle entry ID.
    ///
    /// ```
    /// use offload_bundle::{BundleBuilder, OffloadFile};
    ///
    /// let file = OffloadFile::from_bytes(
    ///     BundleBuilder::new()
    ///         .entry("host-x86_64-unknown-linux-gnu-", b"")
    ///         .entry("hip-amdgcn-amd-amdhsa--gfx90a:xnack-", b"without xnack")
    ///         .entry("hip-amdgcn-amd-amdhsa--gfx90a:xnack+", b"with xnack")
    ///         .to_bytes()?,
    /// )?;
    /// if let Some(best) = file.best_match("gfx90a:sramecc+:xnack+")? {
    ///     assert_eq!(best.id()?, "hip-amdgcn-amd-amdhsa--gfx90a:xnack+");
    ///     assert_eq!(*best.bytes()?, *b"with xnack");
    ///     for reason in best.reasons() {
    ///         println!("{}: {}", reason.rule, reason.text);
    ///     }
    /// #   assert!(!best.reasons().is_empty());
    /// }
    /// assert!(file.best_match("gfx908")?.is_none());
    /// assert!(file.best_match("no ID").is_err());
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn best_match<'r, T>(&self, target: T) -> Result<Option<Match<'_>>, Error>
    where
        T: TryInto<MatchTarget<'r>, Error: Into<Error>>,
    {
        Ok(best_match::best(
            self.entries(),
            &target.try_into().map_err(Into::into)?,
        ))
    }

    /// What can be said of each entry and `target`, in file order: whether it may serve it, and why or why not.
    ///
    /// # Errors
    ///
    /// `target` is text and neither a target ID nor a bundle entry ID.
    ///
    /// ```
    /// use offload_bundle::{BundleBuilder, OffloadFile};
    ///
    /// # let id = "hip-amdgcn-amd-amdhsa--gfx90a:xnack-";
    /// # let bytes = BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"").entry(id, b"code").to_bytes()?;
    /// let file = OffloadFile::from_bytes(bytes)?;
    /// for candidate in file.candidates("gfx90a:xnack+")? {
    ///     println!("{}: {:?}", candidate.entry.id()?, candidate.verdict);
    /// }
    /// # assert!(file.candidates("gfx90a:xnack+")?.all(|candidate| !candidate.is_compatible()));
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn candidates<'f, 'r: 'f, T>(&'f self, target: T) -> Result<impl Iterator<Item = Candidate<'f>> + 'f, Error>
    where
        T: TryInto<MatchTarget<'r>, Error: Into<Error>>,
    {
        let target = target.try_into().map_err(Into::into)?;
        Ok(self.entries().map(move |entry| Candidate::new(entry, &target)))
    }

    /// What is wrong or odd, as far as opening the file showed it. [`crate::verify`] looks into the code objects too.
    pub fn findings(&self) -> impl Iterator<Item = Diagnostic> {
        Diagnostic::of_scan(self.name(), &self.scan)
    }

    /// The input, for operations on the file that is open already.
    pub fn input(&self) -> &Arc<Input> {
        &self.input
    }
}
