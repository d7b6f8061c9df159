//! A bundle of an opened file, with its entries.

use crate::report::{Compression, Member};
use crate::scan::{FoundBundle, Scan};

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
