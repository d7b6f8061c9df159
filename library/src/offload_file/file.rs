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

/// A file with GPU code: bundles in any form, anywhere in the file.
///
/// Opening a file reads only the structure of its bundles. Code objects are read and decompressed on demand.
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
    /// Returns the name by which the file was opened.
    pub fn name(&self) -> &FileName {
        self.input.name()
    }

    /// Returns the bundles in file order.
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

    /// Returns the number of bundles.
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

    /// Returns the bundle at position `number`, from 0.
    pub fn bundle(&self, number: usize) -> Option<Bundle<'_>> {
        let found = self.scan.bundles.get(number)?;
        Some(Bundle { scan: &self.scan, number, found })
    }

    /// Returns the entries of all bundles, in file order.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> + Clone {
        self.bundles().flat_map(Bundle::entries)
    }

    /// Returns the entry that serves `target` best: the most specific one, and of equally specific ones the first. Returns `None` if no
    /// entry may serve it; [`OffloadFile::candidates`] says why.
    ///
    /// # Errors
    ///
    /// Returns an error if `target` is text that is neither a target ID nor a bundle entry ID.
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

    /// Returns each entry, in file order, with whether it may serve `target`, and why.
    ///
    /// # Errors
    ///
    /// Returns an error if `target` is text that is neither a target ID nor a bundle entry ID.
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

    /// Returns what opening the file found to be wrong or odd. [`crate::verify`] also checks the code objects.
    pub fn findings(&self) -> impl Iterator<Item = Diagnostic> {
        Diagnostic::of_scan(self.name(), &self.scan)
    }

    /// Returns the input, for operations on the opened file.
    pub fn input(&self) -> &Arc<Input> {
        &self.input
    }
}
