//! Bundles of opened files.

use crate::bytes::Bytes;
use crate::error::{Error, Failure};
use crate::foreign::Out;
use crate::guard::{find, make, or};
use crate::opened::{Bundle, Entry};
use crate::owned_text::file_name;
use crate::status::Status;
use crate::text::Text;

/// The compression of a bundle.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Compression {
    /// The compressed format, such as `ccob`.
    pub format: Text,
    /// The method, such as `zstd`; null text if unknown.
    pub method: Text,
    /// The version of the format; 0 if it is unversioned.
    pub version: u64,
    /// The size of the compressed bundle, in bytes.
    pub compressed_size: u64,
    /// The size of the decompressed bundle, in bytes.
    pub decompressed_size: u64,
}

/// Returns the name of the bundle's format, such as `binary_bundle`; a null text for an invalid bundle. The text is static.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_format(bundle: Bundle) -> Text {
    or(Text::NONE, || bundle.get().map(offload_bundle::Bundle::format).into())
}

/// Returns the offset of the bundle, or of its compressed header, from the start of the file or archive member.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_offset(bundle: Bundle) -> u64 {
    or(0, || bundle.get().map_or(0, offload_bundle::Bundle::offset))
}

/// Returns the size of the bundle in the file, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_size(bundle: Bundle) -> u64 {
    or(0, || bundle.get().map_or(0, offload_bundle::Bundle::len))
}

/// Returns the section of the object file; a null text outside of sections.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_section(bundle: Bundle) -> Text {
    or(Text::NONE, || {
        bundle.get().and_then(offload_bundle::Bundle::section).into()
    })
}

/// Gets the name of the archive member as a text; `OB_STATUS_NOT_FOUND` outside of archives. The caller frees `*name`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_member(
    bundle: Bundle,
    name: Out<Option<Box<Bytes>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(name, error, || {
        let member = bundle
            .find()?
            .member()
            .ok_or(Failure::None("the bundle is in no archive"))?;
        Ok(Bytes::text(file_name(&member.name)))
    })
}

/// Gets the compression; `OB_STATUS_NOT_FOUND` for an uncompressed bundle. The texts are static.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_compression(
    bundle: Bundle,
    compression: Out<Compression>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    let none =
        Compression { format: Text::NONE, method: Text::NONE, version: 0, compressed_size: 0, decompressed_size: 0 };
    find(compression, none, error, || {
        let found = bundle
            .find()?
            .compression()
            .ok_or(Failure::None("the bundle is not compressed"))?;
        Ok(Compression {
            format: found.format.into(),
            method: found.method.into(),
            version: found.version.unwrap_or(0),
            compressed_size: found.compressed_size.0,
            decompressed_size: found.decompressed_size.0,
        })
    })
}

/// Returns the number of entries; 0 for an invalid bundle.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_entry_count(bundle: Bundle) -> usize {
    or(0, || bundle.get().map_or(0, offload_bundle::Bundle::entry_count))
}

/// Returns the entry at `number`, from 0, in file order. An invalid number gives an entry without a file, on which all calls fail.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_entry(bundle: Bundle, number: usize) -> Entry {
    or(Entry::NONE, || {
        let entry = bundle.get().and_then(|found| found.entry(number));
        entry.map_or(Entry::NONE, |_| Entry {
            file: bundle.file,
            bundle: bundle.number,
            number,
        })
    })
}
