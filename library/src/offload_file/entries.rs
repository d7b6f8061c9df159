//! The bundles of an opened file, and their entries.

use std::io::Write;
use std::sync::Arc;

use offload_bundle_core::attributes::Attributes;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::StoredEntry;
use offload_bundle_formats::target_id::BundleEntryId;

use crate::error::Error;
use crate::input::{Input, Window};
use crate::output::copy::copy;
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
///         println!("  {}", entry.id());
///     }
/// }
/// # let bundle = file.bundles().next().ok_or("no bundle")?;
/// # assert_eq!((bundle.number(), bundle.format(), bundle.offset() % 4096), (0, "binary_bundle", 0));
/// # assert!(bundle.len() > 0 && bundle.compression().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct FileBundle<'f> {
    pub(super) scan: &'f Scan,
    pub(super) number: usize,
    pub(super) found: &'f FoundBundle,
}

impl<'f> FileBundle<'f> {
    /// Its position among the bundles of the file, from 0.
    pub fn number(self) -> usize {
        self.number
    }

    /// The name of its format in the schema, such as `binary_bundle`.
    pub fn format(self) -> &'static str {
        self.found.form.name()
    }

    /// First byte of the bundle, or of the header before its compressed bytes: from the start of the file, or of the member of an archive
    /// that it is in ([`FileBundle::member`]).
    pub fn offset(self) -> u64 {
        self.found.start()
    }

    /// Bytes that it takes in the file.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(self) -> u64 {
        self.found.len_in_file()
    }

    /// The member of an archive that it lies in; none in any other file.
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

    /// The section of the object file that it lies in; none in any other file.
    pub fn section(self) -> Option<&'f str> {
        self.scan.regions.get(self.found.region)?.kind.section()
    }

    /// How it is compressed; none where it is not.
    ///
    /// ```
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip-compressed.22.so");
    /// let file = offload_bundle::open(path)?;
    /// for compression in file.bundles().filter_map(|bundle| bundle.compression()) {
    ///     println!("{} version {}", compression.format, compression.version);
    /// }
    /// # assert!(file.bundles().any(|bundle| bundle.compression().is_some_and(|packed| packed.version == 3)));
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn compression(self) -> Option<Compression> {
        self.found.envelope.as_deref().map(Compression::of)
    }

    /// Its entries, in file order.
    pub fn entries(self) -> impl Iterator<Item = Entry<'f>> + Clone {
        let entries = self.found.bundle.entries.iter();
        entries.map(move |stored| Entry { bundle: self, stored })
    }
}

/// An entry of a bundle in an opened file.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// let file = offload_bundle::open(path)?;
/// for entry in file.entries().filter(|entry| !entry.is_empty()) {
///     let offset = entry.offset().unwrap_or_default();
///     println!("{}: bytes {offset} to {}", entry.id(), offset + entry.len());
///     println!("  entry {} of bundle {}", entry.number(), entry.bundle().number());
/// }
/// # assert_eq!(file.entries().map(|entry| entry.number()).collect::<Vec<_>>(), [0, 1, 2]);
/// # assert_eq!(file.entries().filter(|entry| entry.is_empty()).count(), 1);
/// # Ok::<(), offload_bundle::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Entry<'f> {
    pub(super) bundle: FileBundle<'f>,
    pub(super) stored: &'f StoredEntry,
}

impl<'f> Entry<'f> {
    /// The bundle that it is in.
    pub fn bundle(self) -> FileBundle<'f> {
        self.bundle
    }

    /// Its position in the bundle, from 0.
    pub fn number(self) -> u64 {
        self.stored.index
    }

    /// Its bundle entry ID, as it is stored. Empty where that is not text, which only a file opened by
    /// [`super::OffloadFile::open_lenient`] can have.
    pub fn id(self) -> &'f str {
        self.stored.id.as_deref().unwrap_or_default()
    }

    /// Its bundle entry ID in its parts; none where it does not follow the grammar.
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
        BundleEntryId::parse(self.id()).ok()
    }

    /// All that is said of it beside its ID: nothing in a format that says no more.
    ///
    /// ```
    /// use offload_bundle::{Image, OffloadBinary, OffloadFile};
    ///
    /// let image = Image::new(b"code").kind("hip").triple("amdgcn-amd-amdhsa").text("note", "mine");
    /// let file = OffloadFile::from_bytes(OffloadBinary::new().image(image).to_bytes()?)?;
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

    /// Length of its code object in bytes, which is how many [`Entry::bytes`] gives; 0 where it does not lie within the file. That of the
    /// host of an object file with a section for each entry is worked out each time.
    pub fn len(self) -> u64 {
        self.readable().map_or(0, |(_, place)| place.len)
    }

    /// Whether its code object has no bytes, as is usual for the host's.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// First byte of its code object: from the start of the file or the member of an archive, or of the decompressed bundle where the
    /// bundle is compressed. None where its bytes do not stand in one place: outside of the file, in bitcode, and of the host of an object
    /// file with a section for each entry. That of an entry without bytes is as it is stored, and may lie behind the end of the file.
    pub fn offset(self) -> Option<u64> {
        let entry = EntryRef::of(self.bundle.number, self.bundle.found, self.stored);
        if entry.placeholder.is_some() || self.bundle.found.apart.is_some() {
            return None;
        }
        self.stored.place.as_ref().ok().map(|place| place.ofs)
    }

    /// Its code object. Where the bundle is compressed, everything is checked that the header declares of it. That of the host of an object
    /// file with a section for each entry is the object file without these sections.
    ///
    /// # Errors
    ///
    /// The code object does not lie within the file, the file cannot be read, or its compressed bytes are damaged.
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
        let (input, place) = self.readable()?;
        input.verify()?;
        let found = &self.bundle.found.input;
        match Arc::ptr_eq(&input, found) {
            true => Ok(found.window(place.ofs, place.len)?),
            false => Ok(Window::read(input.window(place.ofs, place.len)?.into_vec())),
        }
    }

    /// Writes its code object to `out`, a piece at a time, and returns its length in bytes. Where the bundle is compressed, everything is
    /// checked that the header declares of it before the first byte is written.
    ///
    /// # Errors
    ///
    /// As [`Entry::bytes`]; also those of writing.
    ///
    /// ```
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
    /// # let mut out = Vec::new();
    /// let file = offload_bundle::open(path)?;
    /// for entry in file.entries() {
    ///     entry.write_to(&mut out)?;
    /// }
    /// # assert_eq!(out.len() as u64, file.entries().map(|entry| entry.len()).sum::<u64>());
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn write_to(self, out: &mut dyn Write) -> Result<u64, Error> {
        let (input, place) = self.readable()?;
        input.verify()?;
        copy(&input, place, out, &self.id().into(), &mut ())?;
        Ok(place.len)
    }

    fn readable(self) -> Result<(Arc<Input>, Place), Error> {
        EntryRef::of(self.bundle.number, self.bundle.found, self.stored).readable()
    }
}
