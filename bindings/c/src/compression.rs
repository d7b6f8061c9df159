//! Bundles in memory: decompression, and the length of an image.

use offload_bundle::ImageLengthError;

use crate::bytes::Bytes;
use crate::error::{Error, Failure};
use crate::foreign::{Data, Out};
use crate::guard::{make, run};
use crate::status::Status;

/// Decompresses the bundles in the `size` bytes at `data`; uncompressed ones are copied. All declared sizes and digests are checked. The
/// caller frees `*bytes`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_decompress(
    data: Data,
    size: usize,
    bytes: Out<Option<Box<Bytes>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(bytes, error, || {
        let given = data.share(size).ok_or_else(|| Failure::null("the bundle"))?;
        Ok(Bytes::from_vec(offload_bundle::decompress(given)?))
    })
}

/// Finds the length in bytes of the image at the address `data`: a bundle, a compressed bundle, an offload binary, a
/// CUDA fat binary or a 64-bit ELF code object. Reads only the `size` bytes at `data`, which may be fewer or more than the image has.
/// `*length` is the length; after `OB_STATUS_NEEDS_MORE`, the number of bytes at `data` that the next call needs; otherwise 0. Images that
/// declare no length, such as compressed bundles of version 1, are refused.
#[unsafe(no_mangle)]
pub extern "C" fn ob_image_length(data: Data, size: usize, length: Out<u64>, error: Out<Option<Box<Error>>>) -> Status {
    let mut found = 0;
    let is_null = length.is_null();
    let status = run(error, || {
        if is_null {
            return Err(Failure::null("the place for the result"));
        }
        let bytes = match size {
            0 => &[],
            _ => data.slice(size).ok_or_else(|| Failure::null("the image"))?,
        };
        let told = offload_bundle::image_length(bytes);
        if let Ok(len) | Err(ImageLengthError::NeedsMore { len }) = told {
            found = len;
        }
        Ok(told.map(|_| ())?)
    });
    length.put(found);
    status
}
