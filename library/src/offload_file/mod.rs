//! An opened file with GPU code.

mod best_match;
mod entry;

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use offload_bundle_core::registry::FileType;
use offload_bundle_formats::registry::REGISTRY;

pub use self::best_match::{Candidate, Match, MatchTarget};
pub use self::entry::{Bundle, Entry};
use crate::error::Error;
use crate::file_error::FileError;
use crate::file_name::{FileName, MEMORY};
use crate::input::{Input, InputBytes};
use crate::package::open_path;
use crate::report::Diagnostic;
use crate::request::{ByteSize, ScanRequest};
use crate::scan::{Scan, scan_or_bare};

/// Options for opening a file, bytes or a stream. By default, only sound input is opened.
///
/// ```
/// use offload_bundle::OpenOptions;
///
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip-compressed.22.so");
/// let file = OpenOptions::new().lenient(true).max_size(1 << 30).open(path)?;
/// for found in file.findings() {
///     eprintln!("at byte {}: {}", found.offset.0, found.message);
/// }
/// # assert_eq!(file.findings().count(), 0);
/// # Ok::<(), offload_bundle::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct OpenOptions {
    request: ScanRequest,
    lenient: bool,
}

impl OpenOptions {
    /// Creates the default options: the input must be sound, and may have any size.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets whether to open unsound input too, as far as it can be read. [`OffloadFile::findings`] returns what is wrong.
    #[must_use]
    pub fn lenient(mut self, lenient: bool) -> Self {
        self.lenient = lenient;
        self
    }

    /// Sets whether to search the whole file for bundles, not only the known places.
    #[must_use]
    pub fn carve(mut self, carve: bool) -> Self {
        self.request.carve = carve;
        self
    }

    /// Sets the maximum number of bytes that a compressed bundle may hold. No limit by default.
    #[must_use]
    pub fn max_size(mut self, bytes: u64) -> Self {
        self.request.max_size = Some(ByteSize(bytes));
        self
    }

    /// Sets whether to check the digest of a compressed bundle when it is decompressed. True by default.
    #[must_use]
    pub fn verify_digests(mut self, verify: bool) -> Self {
        self.request.no_verify = !verify;
        self
    }

    /// Sets the file type of the input: see [`crate::file_type`]. Detected by default.
    #[must_use]
    pub fn file_type(mut self, file_type: &'static FileType) -> Self {
        self.request.file_type = Some(file_type);
        self
    }

    /// Opens the file at `path`, or the file in a package that it names: `app.whl!lib/app.so`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, holds no bundle, or, unless opened leniently, holds an unsound bundle.
    pub fn open(&self, path: impl AsRef<Path>) -> Result<OffloadFile, Error> {
        self.look_into(open_path(&REGISTRY, path.as_ref(), &self.request)?)
    }

    /// Opens bytes in memory: see [`OffloadFile::from_bytes`].
    ///
    /// # Errors
    ///
    /// Returns an error where [`OpenOptions::open`] does.
    pub fn open_bytes(&self, bytes: impl Into<InputBytes>) -> Result<OffloadFile, Error> {
        self.look_into(Arc::new(Input::from_bytes(MEMORY, bytes)))
    }

    /// Reads `reader` to its end and opens the bytes: see [`OffloadFile::from_reader`].
    ///
    /// # Errors
    ///
    /// Returns an error if `reader` fails, or where [`OpenOptions::open`] does.
    pub fn open_reader(&self, name: impl Into<FileName>, mut reader: impl Read) -> Result<OffloadFile, Error> {
        let name = name.into();
        let input = Input::from_stream(&name, &mut reader).map_err(|error| FileError::new(&name, error))?;
        self.look_into(Arc::new(input))
    }

    /// Opens any input, such as one of [`Input::from_random_access`].
    ///
    /// # Errors
    ///
    /// Returns an error where [`OpenOptions::open`] does.
    pub fn open_input(&self, input: Input) -> Result<OffloadFile, Error> {
        self.look_into(Arc::new(input))
    }

    fn look_into(&self, input: Arc<Input>) -> Result<OffloadFile, Error> {
        let scan = scan_or_bare(&REGISTRY, &input, &self.request)?;
        match scan.unsound() {
            Some(error) if !self.lenient => Err(error),
            _ => Ok(OffloadFile { input, scan }),
        }
    }
}

/// Opens the file at `path`. See [`OffloadFile::open`].
///
/// # Errors
///
/// Returns an error where [`OffloadFile::open`] does.
///
/// ```
/// let missing = offload_bundle::open("no such file");
/// assert_eq!(missing.unwrap_err().to_string(), "no such file: No such file or directory");
/// ```
pub fn open(path: impl AsRef<Path>) -> Result<OffloadFile, Error> {
    OffloadFile::open(path)
}

impl OffloadFile {
    /// Opens the file at `path`: one or several bundles (binary, text, compressed), or an object file or library that holds some. A file in a
    /// wheel or another package is named `PACKAGE!PATH`; [`crate::ops::list`] shows these names.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, holds no bundle, or holds an unsound bundle: its entries are not within the file,
    /// overlap, or have the same ID. [`OpenOptions::lenient`] opens such a file too.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        OpenOptions::new().open(path)
    }

    /// Opens `bytes` as [`OffloadFile::open`] opens a file. A vector and shared bytes are not copied: see [`InputBytes`].
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes hold no bundle, or an unsound one.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use offload_bundle::{BundleBuilder, OffloadFile};
    ///
    /// let bytes: Arc<[u8]> = BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"").to_bytes()?.into();
    /// let file = OffloadFile::from_bytes(Arc::clone(&bytes))?;
    /// assert_eq!(file.bundles().count(), 1);
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn from_bytes(bytes: impl Into<InputBytes>) -> Result<Self, Error> {
        OpenOptions::new().open_bytes(bytes)
    }

    /// Reads `reader` to its end and opens the bytes. Messages use `name`. Large input is kept in an unnamed temporary file.
    ///
    /// # Errors
    ///
    /// Returns an error if `reader` fails, or if the bytes hold no bundle or an unsound one.
    ///
    /// ```
    /// use offload_bundle::{BundleBuilder, OffloadFile};
    ///
    /// # let pipe = std::io::Cursor::new(BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"").to_bytes()?);
    /// let file = OffloadFile::from_reader("a pipe", pipe)?;
    /// # assert_eq!(file.name(), "a pipe");
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn from_reader(name: impl Into<FileName>, reader: impl Read) -> Result<Self, Error> {
        OpenOptions::new().open_reader(name, reader)
    }
}

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
    /// Returns an error if `target` is text that is neither a target ID, a bundle entry ID, nor the name of products with one processor.
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
    /// Returns an error if `target` is text that is neither a target ID, a bundle entry ID, nor the name of products with one processor.
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
