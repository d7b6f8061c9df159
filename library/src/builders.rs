//! Builders of bundles and of offload binaries.

use std::path::Path;

use offload_bundle_core::attributes::AttributeTable;
use offload_bundle_core::registry::FileType;
use offload_bundle_formats::registry::REGISTRY;

use crate::error::Error;
use crate::file_name::MEMORY;
use crate::input::{Input, InputBytes, plain_path};
use crate::ops::{self, Context};
use crate::request::{
    BundleRequest, CompressionRequest, EntrySource, FormatVersion, ImageSource, PackRequest, Release,
};
use crate::whole_files;

/// Builds a bundle, entry by entry.
///
/// IDs are checked, and stored in canonical form, when the bundle is written. Most bundles need an entry for the host; its code object is
/// usually empty.
///
/// ```
/// use offload_bundle::BundleBuilder;
///
/// let code = b"a code object";
/// let bundle = BundleBuilder::new()
///     .entry("host-x86_64-unknown-linux-gnu-", b"")
///     .entry("hip-amdgcn-amd-amdhsa--gfx90a", code)
///     .to_bytes()?;
/// assert!(bundle.starts_with(b"__CLANG_OFFLOAD_BUNDLE__"));
/// # Ok::<(), offload_bundle::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct BundleBuilder {
    request: BundleRequest,
}

impl BundleBuilder {
    /// Creates a builder of a binary bundle without entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an entry with a code object in memory.
    #[must_use]
    pub fn entry(mut self, id: impl Into<String>, code_object: impl Into<InputBytes>) -> Self {
        let id = id.into();
        let input = Input::from_bytes(id.as_str(), code_object);
        self.request.entries.push(EntrySource::new(id, input));
        self
    }

    /// Adds an entry with the file at `path` as its code object. The file is read when the bundle is written.
    ///
    /// ```no_run
    /// use offload_bundle::BundleBuilder;
    ///
    /// BundleBuilder::new()
    ///     .entry("host-x86_64-unknown-linux-gnu-", b"")
    ///     .entry_from_file("hip-amdgcn-amd-amdhsa--gfx90a", "gfx90a.co")
    ///     .write("app.hipfb")?;
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    #[must_use]
    pub fn entry_from_file(mut self, id: impl Into<String>, path: impl AsRef<Path>) -> Self {
        self.request
            .entries
            .push(EntrySource::new(id, plain_path(path.as_ref())));
        self
    }

    /// Sets the file type of the bundle, such as assembly in text form: see [`crate::file_type`].
    ///
    /// ```
    /// use offload_bundle::{BundleBuilder, OffloadFile, file_type};
    ///
    /// let assembly = file_type("s").ok_or("no such file type")?;
    /// let bundle = BundleBuilder::new()
    ///     .entry("host-x86_64-unknown-linux-gnu-", "host:\n")
    ///     .entry("hip-amdgcn-amd-amdhsa--gfx90a", "device:\n")
    ///     .file_type(assembly)
    ///     .to_bytes()?;
    /// let file = OffloadFile::from_bytes(bundle)?;
    /// assert!(file.bundles().all(|bundle| bundle.format() == "text_bundle"));
    /// let device = file.entries().nth(1).ok_or("no such entry")?;
    /// assert_eq!(*device.bytes()?, *b"device:\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn file_type(mut self, file_type: &'static FileType) -> Self {
        self.request.file_type = Some(file_type);
        self
    }

    /// Aligns the offset of every code object to `alignment` bytes.
    ///
    /// ```
    /// use offload_bundle::{BundleBuilder, OffloadFile};
    ///
    /// let bundle = BundleBuilder::new()
    ///     .entry("host-x86_64-unknown-linux-gnu-", b"")
    ///     .entry("hip-amdgcn-amd-amdhsa--gfx90a", b"code")
    ///     .alignment(4096)
    ///     .to_bytes()?;
    /// let file = OffloadFile::from_bytes(bundle)?;
    /// assert!(file.entries().all(|entry| entry.offset().is_some_and(|offset| offset % 4096 == 0)));
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    #[must_use]
    pub fn alignment(mut self, alignment: u64) -> Self {
        self.request.alignment = Some(alignment);
        self
    }

    /// Compresses the whole bundle.
    ///
    /// ```
    /// use offload_bundle::request::CompressionRequest;
    /// use offload_bundle::{BundleBuilder, OffloadFile};
    ///
    /// let bundle = BundleBuilder::new()
    ///     .entry("host-x86_64-unknown-linux-gnu-", b"")
    ///     .entry("hip-amdgcn-amd-amdhsa--gfx90a", vec![0; 10_000])
    ///     .compressed(&CompressionRequest::default())
    ///     .to_bytes()?;
    /// assert!(bundle.len() < 1_000);
    /// # assert!(OffloadFile::from_bytes(bundle)?.bundles().all(|bundle| bundle.compression().is_some()));
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    #[must_use]
    pub fn compressed(mut self, compression: &CompressionRequest) -> Self {
        self.request.compression = compression.or_usual(&REGISTRY);
        self
    }

    /// Returns the bytes of the bundle.
    ///
    /// # Errors
    ///
    /// Returns an error if an ID is not valid or is given twice, if entries must not be in one bundle, if a required entry for the host is
    /// missing, if a file cannot be read, or if a code object could not be read back from the requested form.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        whole_files::bundle(&self.request)
    }

    /// Writes the bundle to the file at `path`, which appears whole or not at all.
    ///
    /// # Errors
    ///
    /// Returns an error if [`BundleBuilder::to_bytes`] does, or if the file cannot be written.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("app.hipfb");
    /// use offload_bundle::BundleBuilder;
    ///
    /// BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"").write(&path)?;
    /// # assert_eq!(offload_bundle::open(&path)?.entries().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let mut request = self.request.clone();
        request.output = plain_path(path.as_ref());
        ops::bundle(&REGISTRY, &request, &mut Context::default()).map(drop)
    }
}

/// Returns the file type that LLVM's bundler calls `name`, for [`BundleBuilder::file_type`].
///
/// ```
/// assert_eq!(offload_bundle::file_type("ll").map(|found| found.text), Some(true));
/// assert!(offload_bundle::file_type("exe").is_none());
/// ```
pub fn file_type(name: &str) -> Option<&'static FileType> {
    REGISTRY.file_type(name)
}

/// Builds an offload binary, image by image. Linkers look for offload binaries in objects of clang's new driver.
///
/// ```
/// use offload_bundle::{Image, OffloadBinaryBuilder, OffloadFile};
///
/// let code = b"a code object";
/// let bytes = OffloadBinaryBuilder::new()
///     .image(Image::new(code).kind("hip").triple("amdgcn-amd-amdhsa").target("gfx90a"))
///     .to_bytes()?;
/// let file = OffloadFile::from_bytes(bytes)?;
/// for entry in file.entries() {
///     assert_eq!(entry.id()?, "hip-amdgcn-amd-amdhsa--gfx90a");
///     assert_eq!(entry.attributes().text("arch"), Some("gfx90a"));
///     assert_eq!(*entry.bytes()?, *code);
/// }
/// # assert_eq!(file.entries().count(), 1);
/// # Ok::<(), offload_bundle::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct OffloadBinaryBuilder {
    request: PackRequest,
}

impl OffloadBinaryBuilder {
    /// Creates a builder of version 1, without images. Every release reads version 1, which holds one image per offload
    /// binary: several images become several offload binaries.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an image.
    #[must_use]
    pub fn image(mut self, image: Image) -> Self {
        self.request.images.push(image.source);
        self
    }

    /// Sets the version. From version 2 on, one offload binary holds all images.
    ///
    /// ```
    /// use offload_bundle::{Image, OffloadBinaryBuilder, OffloadFile};
    ///
    /// let image = || Image::new(b"code").kind("cuda").triple("nvptx64-nvidia-cuda").target("sm_70");
    /// let two = OffloadBinaryBuilder::new().image(image()).image(image());
    /// assert_eq!(OffloadFile::from_bytes(two.to_bytes()?)?.bundles().count(), 2);
    /// assert_eq!(OffloadFile::from_bytes(two.version(3).to_bytes()?)?.bundles().count(), 1);
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    #[must_use]
    pub fn version(mut self, version: u64) -> Self {
        self.request.version = Some(FormatVersion(version));
        self
    }

    /// Compresses the images, which only the newest version supports.
    ///
    /// ```
    /// use offload_bundle::{Image, OffloadBinaryBuilder, OffloadFile};
    ///
    /// let image = Image::new(vec![0; 10_000]).kind("hip").triple("amdgcn-amd-amdhsa").target("gfx90a");
    /// let bytes = OffloadBinaryBuilder::new().image(image).compressed(&Default::default()).to_bytes()?;
    /// assert!(bytes.len() < 1_000);
    /// # assert!(OffloadFile::from_bytes(bytes)?.bundles().all(|bundle| bundle.compression().is_some()));
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    #[must_use]
    pub fn compressed(mut self, compression: &CompressionRequest) -> Self {
        self.request.compression = compression.or_usual(&REGISTRY);
        self
    }

    /// Uses the numbers of `release` for words: some releases number a kind differently.
    #[must_use]
    pub fn release(mut self, release: Release) -> Self {
        self.request.release = Some(release);
        self
    }

    /// Returns the bytes of the offload binary.
    ///
    /// # Errors
    ///
    /// Returns an error if no image was added, a file cannot be read, the version does not exist, or a word for a kind
    /// is unknown.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        whole_files::pack(&self.request)
    }

    /// Writes the offload binary to the file at `path`, which appears whole or not at all. Images in files are not held
    /// in memory.
    ///
    /// # Errors
    ///
    /// Returns an error if [`OffloadBinaryBuilder::to_bytes`] does, or if the file cannot be written.
    ///
    /// ```no_run
    /// use offload_bundle::{Image, OffloadBinaryBuilder};
    ///
    /// let image = Image::from_file("gfx90a.o").kind("openmp").triple("amdgcn-amd-amdhsa").target("gfx90a");
    /// OffloadBinaryBuilder::new().image(image).write("app.bin")?;
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let mut request = self.request.clone();
        request.output = plain_path(path.as_ref());
        ops::pack(&REGISTRY, &request, &mut Context::default()).map(drop)
    }
}

/// An image of an [`OffloadBinaryBuilder`], with its attributes. Its image kind follows from its first bytes, or from the suffix of its
/// file.
#[derive(Debug, Clone)]
pub struct Image {
    source: ImageSource,
}

impl Image {
    /// Creates an image from bytes in memory.
    pub fn new(content: impl Into<InputBytes>) -> Self {
        let input = Input::from_bytes(MEMORY, content);
        Self { source: ImageSource::new(input) }
    }

    /// Creates an image from the file at `path`, which is read when the offload binary is written.
    pub fn from_file(path: impl AsRef<Path>) -> Self {
        Self { source: ImageSource::new(plain_path(path.as_ref())) }
    }

    /// Sets the offload kind, such as `hip`.
    #[must_use]
    pub fn kind(mut self, word: impl Into<String>) -> Self {
        if let Some(table) = table() {
            self.source.words.push((table.id.kind, word.into()));
        }
        self
    }

    /// Sets the target triple.
    #[must_use]
    pub fn triple(self, triple: impl Into<String>) -> Self {
        self.say(table().map(|table| table.id.triple), triple)
    }

    /// Sets the target ID: the processor with its target features.
    #[must_use]
    pub fn target(self, target: impl Into<String>) -> Self {
        self.say(table().map(|table| table.id.target), target)
    }

    /// Adds any other text under a key.
    #[must_use]
    pub fn text(self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.say(Some(key), value)
    }

    fn say(self, key: Option<impl Into<String>>, value: impl Into<String>) -> Self {
        match key {
            Some(key) => Self { source: self.source.text(key, value) },
            None => self,
        }
    }
}

fn table() -> Option<&'static AttributeTable<'static>> {
    REGISTRY.containers.iter().find_map(|container| container.attributes())
}
