//! Bundles of opened files.

use crate::bytes::Bytes;
use crate::error::{Error, Failure};
use crate::foreign::Out;
use crate::guard::{find, make, or};
use crate::opened::{Bundle, Entry};
use crate::owned_text::file_name;
use crate::status::Status;
use crate::text::Text;

/// How a bundle is compressed.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Compression {
    /// The format of what is compressed, such as `ccob`.
    pub format: Text,
    /// The method, such as `zstd`; none if it is not known.
    pub method: Text,
    /// The version of the format; 0 where it has none.
    pub version: u64,
    /// The length of the compressed bytes, in bytes.
    pub compressed_size: u64,
    /// The length of what they hold, in bytes.
    pub decompressed_size: u64,
}

/// The name of its format, such as `binary_bundle`; no text for no bundle. It stays.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_format(bundle: Bundle) -> Text {
    or(Text::NONE, || bundle.get().map(offload_bundle::Bundle::format).into())
}

/// First byte of the bundle, or of the header before its compressed bytes: from the start of the file, or of the member of an archive that
/// it is in.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_offset(bundle: Bundle) -> u64 {
    or(0, || bundle.get().map_or(0, offload_bundle::Bundle::offset))
}

/// How many bytes it takes in the file.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_size(bundle: Bundle) -> u64 {
    or(0, || bundle.get().map_or(0, offload_bundle::Bundle::len))
}

/// The section of the object file that it lies in; no text where it lies in none.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_section(bundle: Bundle) -> Text {
    or(Text::NONE, || {
        bundle.get().and_then(offload_bundle::Bundle::section).into()
    })
}

/// The name of the member of an archive that it lies in, as a text; `OB_STATUS_NOT_FOUND` where it lies in none. The caller frees `*name`.
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

/// How it is compressed; `OB_STATUS_NOT_FOUND` where it is not. The texts stay.
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

/// How many entries it has; 0 for no bundle.
#[unsafe(no_mangle)]
pub extern "C" fn ob_bundle_entry_count(bundle: Bundle) -> usize {
    or(0, || bundle.get().map_or(0, offload_bundle::Bundle::entry_count))
}

/// Its entry with this number, from 0, in file order. Where there is none, an entry without a file, of which nothing can be known.
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
