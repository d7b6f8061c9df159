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
    /// Compressed format, such as `ccob`.
    pub format: Text,
    /// Method, such as `zstd`; empty if unknown.
    pub method: Text,
    /// Version of the format; 0 for a format without versions.
    pub version: u64,
    /// Compressed size in bytes.
    pub compressed_size: u64,
    /// Decompressed size in bytes.
    pub decompressed_size: u64,
}

/// Name of its format, such as `binary_bundle`; empty without a bundle. Always valid.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_format(bundle: Bundle) -> Text {
    or(Text::NONE, || bundle.get().map(offload_bundle::Bundle::format).into())
}

/// Offset in bytes of the bundle, or of the header of a compressed one, from the start of the file or archive member.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_offset(bundle: Bundle) -> u64 {
    or(0, || bundle.get().map_or(0, offload_bundle::Bundle::offset))
}

/// Size in the file, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_size(bundle: Bundle) -> u64 {
    or(0, || bundle.get().map_or(0, offload_bundle::Bundle::len))
}

/// Section of the object file; empty without a section.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_section(bundle: Bundle) -> Text {
    or(Text::NONE, || {
        bundle.get().and_then(offload_bundle::Bundle::section).into()
    })
}

/// Name of the archive member, as a text; `OB_STATUS_NOT_FOUND` outside archives. The caller frees `*name`.
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

/// Compression of the bundle; `OB_STATUS_NOT_FOUND` if it is not compressed. The texts are always valid.
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

/// Number of entries; 0 without a bundle.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_entry_count(bundle: Bundle) -> usize {
    or(0, || bundle.get().map_or(0, offload_bundle::Bundle::entry_count))
}

/// Returns entry `number`, from 0, in file order, or an entry without a file if it is out of range.
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
