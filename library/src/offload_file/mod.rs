//! An opened file with GPU code: its bundles, their entries, and the entry that serves a GPU best.

mod best_match;
mod entries;

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use offload_bundle_formats::registry::REGISTRY;

pub use self::best_match::{Candidate, Match, Requested};
pub use self::entries::{Entry, FileBundle};

use crate::error::Error;
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::in_memory::MEMORY;
use crate::input::{Input, plain_path};
use crate::report::Diagnostic;
use crate::request::ScanRequest;
use crate::scan::{Scan, scan};

/// A file with GPU code: bundles in any of their forms, wherever they lie in it.
///
/// Only the frames of the bundles are read when it is opened. Code objects are read, and decompressed, when they are asked for.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// let file = offload_bundle::open(path)?;
/// for entry in file.entries() {
///     println!("{} {}", entry.id(), entry.len());
/// }
/// # assert!(file.entries().count() > 1);
/// # Ok::<(), offload_bundle::Error>(())
/// ```
#[derive(Debug)]
pub struct OffloadFile {
    input: Arc<Input>,
    scan: Scan,
}

/// Opens the file at `path`. See [`OffloadFile::open`].
///
/// # Errors
///
/// As [`OffloadFile::open`].
///
/// ```
/// let missing = offload_bundle::open("no such file");
/// assert_eq!(missing.unwrap_err().to_string(), "no such file: No such file or directory");
/// ```
pub fn open(path: impl AsRef<Path>) -> Result<OffloadFile, Error> {
    OffloadFile::open(path)
}

impl OffloadFile {
    /// Opens the file at `path`: a bundle (binary, text, compressed), several of them, or an object file or library that holds some.
    ///
    /// # Errors
    ///
    /// The file cannot be read, holds no bundle, or holds one that is not sound: entries that do not lie within the file, that overlap,
    /// or that have the same ID. [`OffloadFile::open_lenient`] opens such a file too.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::of(Input::open(plain_path(path.as_ref()))?, &ScanRequest::default())?.sound()
    }

    /// Opens the file at `path` as `request` says, and as much of it as can be read where it is not sound.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or holds no bundle.
    ///
    /// ```
    /// use offload_bundle::OffloadFile;
    /// use offload_bundle::request::{ByteSize, ScanRequest};
    ///
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip-compressed.22.so");
    /// let mut request = ScanRequest::default();
    /// request.max_size = Some(ByteSize(1 << 30));
    /// let file = OffloadFile::open_lenient(path, &request)?;
    /// for found in file.findings() {
    ///     eprintln!("at byte {}: {}", found.offset.0, found.message);
    /// }
    /// # assert_eq!(file.findings().count(), 0);
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn open_lenient(path: impl AsRef<Path>, request: &ScanRequest) -> Result<Self, Error> {
        Self::of(Input::open(plain_path(path.as_ref()))?, request)
    }

    /// Looks for bundles in `bytes`, as [`OffloadFile::open`] does in a file.
    ///
    /// # Errors
    ///
    /// The bytes hold no bundle, or one that is not sound.
    ///
    /// ```
    /// use offload_bundle::{Bundle, OffloadFile};
    ///
    /// let bytes = Bundle::new().entry("host-x86_64-unknown-linux-gnu-", b"").to_bytes()?;
    /// let file = OffloadFile::from_bytes(bytes)?;
    /// assert_eq!(file.bundles().count(), 1);
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Self, Error> {
        Self::of(Input::from_bytes(MEMORY, bytes.into()), &ScanRequest::default())?.sound()
    }

    /// Reads `reader` to its end, and looks for bundles in what came out. `name` stands for it in messages. Much of it is kept in an
    /// unnamed temporary file.
    ///
    /// # Errors
    ///
    /// Those of the reader; what came out holds no bundle, or one that is not sound.
    ///
    /// ```
    /// use offload_bundle::{Bundle, OffloadFile};
    ///
    /// # let pipe = std::io::Cursor::new(Bundle::new().entry("host-x86_64-unknown-linux-gnu-", b"").to_bytes()?);
    /// let file = OffloadFile::from_reader("a pipe", pipe)?;
    /// # assert_eq!(file.name(), "a pipe");
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn from_reader(name: impl Into<FileName>, mut reader: impl Read) -> Result<Self, Error> {
        let name = name.into();
        let input = Input::from_stream(&name, &mut reader).map_err(|error| FileError::new(&name, error))?;
        Self::of(input, &ScanRequest::default())?.sound()
    }

    fn of(input: Input, request: &ScanRequest) -> Result<Self, Error> {
        let input = Arc::new(input);
        let scan = scan(&REGISTRY, &input, request)?;
        Ok(Self { input, scan })
    }

    fn sound(self) -> Result<Self, Error> {
        match self.scan.unsound() {
            Some(error) => Err(error),
            None => Ok(self),
        }
    }

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
    pub fn bundles(&self) -> impl Iterator<Item = FileBundle<'_>> + Clone {
        let bundles = self.scan.bundles.iter().enumerate();
        bundles.map(|(number, found)| FileBundle { scan: &self.scan, number, found })
    }

    /// The entries of all bundles, in file order.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> + Clone {
        self.bundles().flat_map(FileBundle::entries)
    }

    /// The entry that serves `requested` best: of all that may, the most specific one, and of equally specific ones the first.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`]: none may. [`OffloadFile::candidates`] says why.
    ///
    /// ```
    /// use offload_bundle::{Bundle, OffloadFile, TargetId};
    ///
    /// let file = OffloadFile::from_bytes(
    ///     Bundle::new()
    ///         .entry("host-x86_64-unknown-linux-gnu-", b"")
    ///         .entry("hip-amdgcn-amd-amdhsa--gfx90a:xnack-", b"without xnack")
    ///         .entry("hip-amdgcn-amd-amdhsa--gfx90a:xnack+", b"with xnack")
    ///         .to_bytes()?,
    /// )?;
    /// let best = file.best_match(&TargetId::parse("gfx90a:sramecc+:xnack+")?)?;
    /// assert_eq!(best.id(), "hip-amdgcn-amd-amdhsa--gfx90a:xnack+");
    /// assert_eq!(*best.bytes()?, *b"with xnack");
    /// for reason in best.reasons() {
    ///     println!("{}: {}", reason.rule, reason.text);
    /// }
    /// # assert!(!best.reasons().is_empty());
    /// assert!(file.best_match(&TargetId::parse("gfx908")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_match<'r>(&self, requested: impl Into<Requested<'r>>) -> Result<Match<'_>, Error> {
        best_match::best(self.entries(), self.name(), requested.into())
    }

    /// What can be said of each entry and `requested`, in file order: whether it may serve it, and why or why not.
    ///
    /// ```
    /// use offload_bundle::{Bundle, OffloadFile, TargetId};
    ///
    /// # let id = "hip-amdgcn-amd-amdhsa--gfx90a:xnack-";
    /// # let bytes = Bundle::new().entry("host-x86_64-unknown-linux-gnu-", b"").entry(id, b"code").to_bytes()?;
    /// let file = OffloadFile::from_bytes(bytes)?;
    /// for candidate in file.candidates(&TargetId::parse("gfx90a:xnack+")?) {
    ///     println!("{}: {:?}", candidate.entry.id(), candidate.verdict);
    /// }
    /// # assert!(file.candidates(&TargetId::parse("gfx90a:xnack+")?).all(|candidate| !candidate.is_compatible()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn candidates<'f, 'r: 'f>(
        &'f self,
        requested: impl Into<Requested<'r>>,
    ) -> impl Iterator<Item = Candidate<'f>> + 'f {
        let requested = requested.into();
        self.entries().map(move |entry| Candidate::new(entry, requested))
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
