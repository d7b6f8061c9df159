//! A bundle of an opened file, its entries, and their code objects.

use std::io::Write;
use std::sync::Arc;

use offload_bundle_core::attributes::Attributes;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::StoredEntry;
use offload_bundle_core::ids::StoredCode;
use offload_bundle_formats::target_id::BundleEntryId;

use crate::error::Error;
use crate::input::{EntryReader, Input, Window};
use crate::output::file::copy;
use crate::report::{Compression, Member};
use crate::scan::{EntryRef, FoundBundle, Scan};

/// A bundle in an opened file.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// let file = offload_bundle::open(path)?;
/// for bundle in file.bundles() {
///     println!("bundle {}: {} at byte {}, {} bytes", bundle.number(), bundle.format(), bundle.offset(), bundle.len());
///     if let Some(section) = bundle.section() {
///         println!("  in the section {section}");
///     }
///     for entry in bundle.entries() {
///         println!("  {}", entry.id()?);
///     }
/// }
/// # let bundle = file.bundles().next().ok_or("no bundle")?;
/// # assert_eq!((bundle.number(), bundle.format(), bundle.offset() % 4096), (0, "binary_bundle", 0));
/// # assert!(bundle.len() > 0 && bundle.compression().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Bundle<'f> {
    pub(super) scan: &'f Scan,
    pub(super) number: usize,
    pub(super) found: &'f FoundBundle,
}

impl<'f> Bundle<'f> {
    /// Returns the position of the bundle in the file, from 0.
    pub fn number(self) -> usize {
        self.number
    }

    /// Returns the name of the format in the schema, such as `binary_bundle`.
    pub fn format(self) -> &'static str {
        self.found.form.name()
    }

    /// Returns the offset of the bundle in bytes, from the start of the file or of the archive member that holds it ([`Bundle::member`]).
    /// For a compressed bundle, this is the offset of the header before its compressed bytes.
    pub fn offset(self) -> u64 {
        self.found.start()
    }

    /// Returns the size of the bundle in the file, in bytes.
    #[allow(clippy::len_without_is_empty, reason = "no bundle is empty")]
    pub fn len(self) -> u64 {
        self.found.len_in_file()
    }

    /// Returns the archive member that holds the bundle, or `None` if the file is not an archive.
    ///
    /// ```
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/kinds/archive.22.a");
    /// let file = offload_bundle::open(path)?;
    /// for member in file.bundles().filter_map(|bundle| bundle.member()) {
    ///     println!("{} at byte {}", member.name, member.offset.0);
    /// }
    /// # assert!(file.bundles().all(|bundle| bundle.member().is_some_and(|member| member.name == "one.o")));
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn member(self) -> Option<Member> {
        self.found.member()
    }

    /// Returns the section that holds the bundle, or `None` if it is not in a section of an object file.
    pub fn section(self) -> Option<&'f str> {
        self.scan.regions.get(self.found.region)?.kind.section()
    }

    /// Returns how the bundle is compressed, or `None` if it is not.
    ///
    /// ```
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip-compressed.22.so");
    /// let file = offload_bundle::open(path)?;
    /// for compression in file.bundles().filter_map(|bundle| bundle.compression()) {
    ///     println!("{} version {:?}", compression.format, compression.version);
    /// }
    /// # assert!(file.bundles().any(|bundle| bundle.compression().is_some_and(|packed| packed.version == Some(3))));
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn compression(self) -> Option<Compression> {
        self.found.envelope.as_deref().map(Compression::new)
    }
}

/// An entry of a bundle in an opened file.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// let file = offload_bundle::open(path)?;
/// for entry in file.entries().filter(|entry| !entry.is_empty()) {
///     let offset = entry.offset().unwrap_or_default();
///     println!("{}: bytes {offset} to {}", entry.id()?, offset + entry.len()?);
///     println!("  entry {} of bundle {}", entry.number(), entry.bundle().number());
/// }
/// # assert_eq!(file.entries().map(|entry| entry.number()).collect::<Vec<_>>(), [0, 1, 2]);
/// # assert_eq!(file.entries().filter(|entry| entry.is_empty()).count(), 1);
/// # Ok::<(), offload_bundle::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Entry<'f> {
    pub(super) bundle: Bundle<'f>,
    pub(super) stored: &'f StoredEntry,
}

impl<'f> Bundle<'f> {
    /// Returns the entries in file order.
    pub fn entries(self) -> impl Iterator<Item = Entry<'f>> + Clone {
        let entries = self.found.bundle.entries.iter();
        entries.map(move |stored| Entry { bundle: self, stored })
    }

    /// Returns the number of entries.
    pub fn entry_count(self) -> usize {
        self.found.bundle.entries.len()
    }

    /// Returns the entry at `position`, from 0.
    ///
    /// ```
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
    /// let file = offload_bundle::open(path)?;
    /// let bundle = file.bundle(0).ok_or("no bundle")?;
    /// assert_eq!(bundle.entry(1).ok_or("no entry")?.id()?, "hipv4-amdgcn-amd-amdhsa--gfx906");
    /// assert!(bundle.entry(bundle.entry_count()).is_none() && file.bundle(1).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn entry(self, position: usize) -> Option<Entry<'f>> {
        let stored = self.found.bundle.entries.get(position)?;
        Some(Entry { bundle: self, stored })
    }
}

impl<'f> Entry<'f> {
    /// Returns the bundle that holds the entry.
    pub fn bundle(self) -> Bundle<'f> {
        self.bundle
    }

    /// Returns the position of the entry in its bundle, from 0.
    pub fn number(self) -> u64 {
        self.stored.index
    }

    /// Returns the bundle entry ID as stored.
    ///
    /// # Errors
    ///
    /// Returns an error if the ID is not text. Only a file that was opened [leniently](super::OpenOptions::lenient) can hold such an ID.
    pub fn id(self) -> Result<&'f str, Error> {
        let id = self.stored.id.as_deref();
        id.map_err(|error| Error::Read { file: self.bundle.found.input.name().into(), error: error.clone() })
    }

    /// Returns the parsed bundle entry ID, or `None` if it does not follow the grammar.
    ///
    /// ```
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
    /// let file = offload_bundle::open(path)?;
    /// let ids = file.entries().filter_map(|entry| entry.parsed_id());
    /// let processors = ids.filter_map(|id| Some(id.target_id?.processor));
    /// # let processors: Vec<&str> = processors.collect();
    /// # assert!(processors.contains(&"gfx90a"), "{processors:?}");
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn parsed_id(self) -> Option<BundleEntryId<'f>> {
        BundleEntryId::parse(self.stored.id.as_deref().ok()?).ok()
    }

    /// `None` if its ID is unreadable.
    pub(super) fn code(self) -> Option<StoredCode<'f>> {
        self.bundle.found.code(self.stored)
    }

    /// Returns what the format stores of the entry besides its ID; empty if it stores nothing else.
    ///
    /// ```
    /// use offload_bundle::{Image, OffloadBinaryBuilder, OffloadFile};
    ///
    /// let image = Image::new(b"code").kind("hip").triple("amdgcn-amd-amdhsa").text("note", "mine");
    /// let file = OffloadFile::from_bytes(OffloadBinaryBuilder::new().image(image).to_bytes()?)?;
    /// for text in file.entries().flat_map(|entry| &entry.attributes().texts) {
    ///     println!("{}={}", text.key, text.value);
    /// }
    /// # let entry = file.entries().next().ok_or("no entry")?;
    /// # assert_eq!((entry.attributes().text("note"), entry.attributes().number("flags")), (Some("mine"), Some(0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attributes(self) -> &'f Attributes {
        &self.stored.attributes
    }

    /// Returns the length of the code object in bytes, as [`Entry::bytes`] returns it. For the host of an object file with one section per
    /// entry, each call computes it.
    ///
    /// # Errors
    ///
    /// Returns an error if the code object is not within the file. Only a file that was opened [leniently](super::OpenOptions::lenient) can
    /// hold such an entry.
    pub fn len(self) -> Result<u64, Error> {
        Ok(self.content()?.1.len)
    }

    /// Returns whether the code object is within the file and has no bytes, as is usual for the host's.
    pub fn is_empty(self) -> bool {
        self.len().is_ok_and(|len| len == 0)
    }

    /// Returns the offset of the code object in bytes, from the start of the file or archive member, or of the decompressed bundle if the
    /// bundle is compressed. `None` if its bytes are not in one place: outside the file, in bitcode, and for the host of an object file
    /// with one section per entry. The offset of an empty entry is as stored, and may be past the end of the file.
    pub fn offset(self) -> Option<u64> {
        if self.reference().is_stub() || self.bundle.found.apart.is_some() {
            return None;
        }
        self.stored.place.as_ref().ok().map(|place| place.ofs)
    }

    /// Returns the code object. If the bundle is compressed, everything that its header declares is checked first. The code object of the
    /// host of an object file with one section per entry is the object file without these sections.
    ///
    /// # Errors
    ///
    /// Returns an error if the code object is not within the file, the file cannot be read, or the compressed bytes are damaged.
    ///
    /// ```
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip-compressed.22.so");
    /// let file = offload_bundle::open(path)?;
    /// for entry in file.entries().filter(|entry| !entry.is_empty()) {
    ///     assert!(entry.bytes()?.starts_with(b"\x7fELF"));
    /// }
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn bytes(self) -> Result<Window<'f>, Error> {
        let (input, place) = self.content()?;
        input.verify()?;
        let found = &self.bundle.found.input;
        match Arc::ptr_eq(&input, found) {
            true => Ok(found.window(place.ofs, place.len)?),
            false => Ok(Window::read(input.window(place.ofs, place.len)?.into_vec())),
        }
    }

    /// Writes the code object to `out` piece by piece, and returns its length in bytes. If the bundle is compressed, everything that its
    /// header declares is checked before the first byte is written.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Entry::bytes`] does, or if `out` cannot be written.
    ///
    /// ```
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
    /// # let mut out = Vec::new();
    /// let file = offload_bundle::open(path)?;
    /// let mut written = 0;
    /// for entry in file.entries() {
    ///     written += entry.write_to(&mut out)?;
    /// }
    /// # assert_eq!(out.len() as u64, written);
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn write_to(self, out: &mut dyn Write) -> Result<u64, Error> {
        let (input, place) = self.content()?;
        input.verify()?;
        copy(
            &input,
            place,
            out,
            &self.stored.id.as_deref().unwrap_or("an entry").into(),
            &mut (),
        )?;
        Ok(place.len)
    }

    /// Returns a reader of the code object, which implements [`std::io::Read`] and [`std::io::Seek`] and reads piece by piece. If the
    /// bundle is compressed, everything that its header declares is checked before this returns.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Entry::bytes`] does. The reader returns later errors.
    ///
    /// ```
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
    /// use std::io::Read;
    ///
    /// let file = offload_bundle::open(path)?;
    /// for entry in file.entries().filter(|entry| !entry.is_empty()) {
    ///     let mut magic = [0; 4];
    ///     entry.reader()?.read_exact(&mut magic)?;
    ///     assert_eq!(magic, *b"\x7fELF");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reader(self) -> Result<EntryReader, Error> {
        let (input, place) = self.content()?;
        input.verify()?;
        Ok(EntryReader::new(input, place))
    }

    fn content(self) -> Result<(Arc<Input>, Place), Error> {
        self.reference().content()
    }

    fn reference(self) -> EntryRef<'f> {
        EntryRef { bundle: self.bundle.number, found: self.bundle.found, entry: self.stored }
    }
}
