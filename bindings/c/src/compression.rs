//! Decompressing bundles in memory.

use crate::bytes::Bytes;
use crate::error::{Error, Failure};
use crate::foreign::{Data, Out};
use crate::guard::make;
use crate::status::Status;

/// Decompresses the bundles in the `size` bytes at `data`, and checks every value in their headers. Uncompressed bundles are kept. The
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
