//! Compressing and decompressing bundles in memory.

use offload_bundle::request::{CompressionMethod, CompressionRequest, CompressionVersion};

use crate::bytes::Bytes;
use crate::error::{Error, Failure};
use crate::foreign::{Chars, Data, Out};
use crate::guard::make;
use crate::input::optional;
use crate::status::Status;

/// How to compress. Null means the defaults, and so do zeros.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Compressing {
    /// The method, such as `zstd` or `zlib`; null: the usual one.
    pub method: Chars,
    /// The version of the compressed format; 0: the usual one.
    pub version: u64,
    /// The level; 0: the usual one of the method.
    pub level: i32,
}

impl Compressing {
    fn request(self) -> Result<CompressionRequest, Failure> {
        let mut request = CompressionRequest::default();
        if let Some(name) = optional(&self.method, "the method")? {
            let method = CompressionMethod::named(name);
            let unknown = || Failure::Argument("bad-word", format!("{name:?}: no such method of compression is known"));
            request.method = Some(method.ok_or_else(unknown)?);
        }
        request.version = (self.version != 0).then_some(CompressionVersion(self.version));
        request.level = (self.level != 0).then_some(self.level);
        Ok(request)
    }
}

/// Compresses the bundles in the `size` bytes at `data`, each by itself and in order. `how` may be null. The caller frees `*bytes`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_compress(
    data: Data,
    size: usize,
    how: Option<&Compressing>,
    bytes: Out<Option<Box<Bytes>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(bytes, error, || {
        let request = how.map_or(Ok(CompressionRequest::default()), |how| how.request())?;
        let given = data.shared(size).ok_or_else(|| Failure::null("the bundle"))?;
        Ok(Bytes::made(offload_bundle::compress(given, &request)?))
    })
}

/// Decompresses the bundles in the `size` bytes at `data`. Those that are not compressed stay as they are. Everything is checked that the
/// headers declare. The caller frees `*bytes`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_decompress(
    data: Data,
    size: usize,
    bytes: Out<Option<Box<Bytes>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(bytes, error, || {
        let given = data.shared(size).ok_or_else(|| Failure::null("the bundle"))?;
        Ok(Bytes::made(offload_bundle::decompress(given)?))
    })
}
