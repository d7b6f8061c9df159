//! Making, compressing and decompressing bundles in memory.

use offload_bundle::request::{CompressionMethod, CompressionRequest, CompressionVersion};
use offload_bundle::{BundleBuilder, REGISTRY};

use crate::bytes::Bytes;
use crate::code_objects::entries;
use crate::error::{Error, Failure};
use crate::foreign::{Chars, Data, List, Out, Several};
use crate::guard::make;
use crate::input::{Given, Input, optional};
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
    pub(crate) fn request(how: Option<&Self>) -> Result<CompressionRequest, Failure> {
        let mut request = CompressionRequest::default();
        let Some(how) = how else {
            return Ok(request);
        };
        if let Some(name) = optional(&how.method, "the method")? {
            let method = CompressionMethod::named(name);
            let unknown = || Failure::Argument("bad-word", format!("{name:?}: no such method of compression is known"));
            request.method = Some(method.ok_or_else(unknown)?);
        }
        request.version = (how.version != 0).then_some(CompressionVersion(how.version));
        request.level = (how.level != 0).then_some(how.level);
        Ok(request)
    }
}

/// Makes a bundle of `count` entries: each of `ids` is a bundle entry ID, and each of `code_objects` what its entry holds: nothing where
/// it is all zeros, as of the host, which most bundles need an entry for. `compressed` is null for a bundle that is not compressed; its zeros
/// mean the defaults. The caller frees `*bytes`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_make_bundle(
    ids: List,
    code_objects: Several<Input>,
    count: usize,
    compressed: Option<&Compressing>,
    bytes: Out<Option<Box<Bytes>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(bytes, error, || {
        let mut builder = BundleBuilder::new();
        for (id, code_object) in entries(ids, code_objects, count)? {
            builder = if code_object.is_nothing() {
                builder.entry(id, b"")
            } else {
                match code_object.resolve()? {
                    Given::Path(path) => builder.entry_from_file(id, path),
                    Given::Bytes(bytes) => builder.entry(id, bytes),
                }
            };
        }
        if compressed.is_some() {
            let mut request = Compressing::request(compressed)?;
            request.method = request.method.or_else(|| CompressionMethod::usual(&REGISTRY));
            builder = builder.compressed(&request);
        }
        Ok(Bytes::from_vec(builder.to_bytes()?))
    })
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
        let request = Compressing::request(how)?;
        let given = data.share(size).ok_or_else(|| Failure::null("the bundle"))?;
        Ok(Bytes::from_vec(offload_bundle::compress(given, &request)?))
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
        let given = data.share(size).ok_or_else(|| Failure::null("the bundle"))?;
        Ok(Bytes::from_vec(offload_bundle::decompress(given)?))
    })
}
