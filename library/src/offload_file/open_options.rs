//! How to open a file, bytes or a stream.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use offload_bundle_core::registry::FileType;
use offload_bundle_formats::registry::REGISTRY;

use super::file::OffloadFile;
use crate::error::Error;
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::{Input, InputBytes, MEMORY, plain_path};
use crate::request::{ByteSize, ScanRequest};
use crate::scan::scan_or_bare;

/// How to open a file, bytes or a stream. Unless more is said, only what is sound is opened.
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
    /// Only what is sound, and all of it.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether to open what is not sound too, as far as it can be read. [`OffloadFile::findings`] says what is wrong.
    #[must_use]
    pub fn lenient(mut self, lenient: bool) -> Self {
        self.lenient = lenient;
        self
    }

    /// Whether to search the whole file for bundles outside of the places that are known too.
    #[must_use]
    pub fn carve(mut self, carve: bool) -> Self {
        self.request.carve = carve;
        self
    }

    /// How many bytes a compressed bundle may hold; any number unless this is said.
    #[must_use]
    pub fn max_size(mut self, bytes: u64) -> Self {
        self.request.max_size = Some(ByteSize(bytes));
        self
    }

    /// Whether to check the digest of a compressed bundle when it is decompressed, as is usual.
    #[must_use]
    pub fn verify_digests(mut self, verify: bool) -> Self {
        self.request.no_verify = !verify;
        self
    }

    /// What the input is: see [`crate::file_type`]. Found out unless this is said.
    #[must_use]
    pub fn file_type(mut self, file_type: &'static FileType) -> Self {
        self.request.file_type = Some(file_type);
        self
    }

    /// Opens the file at `path`.
    ///
    /// # Errors
    ///
    /// The file cannot be read, holds no bundle, or, unless leniently opened, holds one that is not sound.
    pub fn open(&self, path: impl AsRef<Path>) -> Result<OffloadFile, Error> {
        self.look_into(Input::open(plain_path(path.as_ref()))?)
    }

    /// Opens bytes in memory: see [`OffloadFile::from_bytes`].
    ///
    /// # Errors
    ///
    /// As [`OpenOptions::open`].
    pub fn open_bytes(&self, bytes: impl Into<InputBytes>) -> Result<OffloadFile, Error> {
        self.look_into(Input::from_bytes(MEMORY, bytes))
    }

    /// Reads `reader` to its end and opens what came out: see [`OffloadFile::from_reader`].
    ///
    /// # Errors
    ///
    /// Those of the reader, and as [`OpenOptions::open`].
    pub fn open_reader(&self, name: impl Into<FileName>, mut reader: impl Read) -> Result<OffloadFile, Error> {
        let name = name.into();
        let input = Input::from_stream(&name, &mut reader).map_err(|error| FileError::new(&name, error))?;
        self.look_into(input)
    }

    /// Opens an input, whatever its bytes are: see [`Input::from_random_access`].
    ///
    /// # Errors
    ///
    /// As [`OpenOptions::open`].
    pub fn open_input(&self, input: Input) -> Result<OffloadFile, Error> {
        self.look_into(input)
    }

    fn look_into(&self, input: Input) -> Result<OffloadFile, Error> {
        let input = Arc::new(input);
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
    /// or that have the same ID. [`OpenOptions::lenient`] opens such a file too.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        OpenOptions::new().open(path)
    }

    /// Looks for bundles in `bytes`, as [`OffloadFile::open`] does in a file. [`InputBytes`] says which bytes are copied: a vector and what
    /// is shared are not.
    ///
    /// # Errors
    ///
    /// The bytes hold no bundle, or one that is not sound.
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

    /// Reads `reader` to its end, and looks for bundles in what came out. `name` stands for it in messages. Much of it is kept in an
    /// unnamed temporary file.
    ///
    /// # Errors
    ///
    /// Those of the reader; what came out holds no bundle, or one that is not sound.
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
