//! An offload binary to be made: images, each with what is said of it.

use std::path::Path;

use offload_bundle_core::attributes::AttributeTable;
use offload_bundle_formats::registry::REGISTRY;

use crate::error::Error;
use crate::in_memory;
use crate::input::{Input, InputBytes, MEMORY, plain_path};
use crate::ops::{self, Context};
use crate::request::{CompressionRequest, FormatVersion, ImageSource, PackRequest, Release};

/// An offload binary to be made, image by image. It holds what linkers look for in objects of clang's new driver.
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
    /// One without images, of the version that every release reads. It holds one image, so several are several of them, one after the other.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an image.
    #[must_use]
    pub fn image(mut self, image: Image) -> Self {
        self.request.images.push(image.source);
        self
    }

    /// Makes it one of this version: from 2 on it holds all images.
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

    /// Compresses the images, which only the newest version can.
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

    /// Lets the numbers of `release` stand for words: some releases have others for a kind.
    #[must_use]
    pub fn release(mut self, release: Release) -> Self {
        self.request.release = Some(release);
        self
    }

    /// The offload binary in memory.
    ///
    /// # Errors
    ///
    /// There is no image; a file cannot be read; there is no such version, or no such word for a kind.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        in_memory::pack(&self.request)
    }

    /// Writes it to the file at `path`, which appears whole or not at all. Images in files are not held in memory.
    ///
    /// # Errors
    ///
    /// As [`OffloadBinaryBuilder::to_bytes`], and those of writing.
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

/// An image of an [`OffloadBinaryBuilder`], with what is said of it. Its kind of content follows from its first bytes, or from the suffix of its file.
#[derive(Debug, Clone)]
pub struct Image {
    source: ImageSource,
}

impl Image {
    /// An image in memory.
    pub fn new(content: impl Into<InputBytes>) -> Self {
        let input = Input::from_bytes(MEMORY, content);
        Self { source: ImageSource::new(input) }
    }

    /// The image that is the file at `path`. It is read when the offload binary is written.
    pub fn from_file(path: impl AsRef<Path>) -> Self {
        Self { source: ImageSource::new(plain_path(path.as_ref())) }
    }

    /// Its offload kind, such as `hip`.
    #[must_use]
    pub fn kind(mut self, word: impl Into<String>) -> Self {
        if let Some(table) = table() {
            self.source.words.push((table.id.kind, word.into()));
        }
        self
    }

    /// Its target triple.
    #[must_use]
    pub fn triple(self, triple: impl Into<String>) -> Self {
        self.say(table().map(|table| table.id.triple), triple)
    }

    /// Its processor with its features: a target ID.
    #[must_use]
    pub fn target(self, target: impl Into<String>) -> Self {
        self.say(table().map(|table| table.id.target), target)
    }

    /// Any other text under a key.
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

/// What is said of images.
fn table() -> Option<&'static AttributeTable<'static>> {
    REGISTRY.containers.iter().find_map(|container| container.attributes())
}
