//! Operations on bytes in memory.

use offload_bundle_core::registry::Registry;
use offload_bundle_formats::registry::REGISTRY;

use crate::error::Error;
use crate::input::{InputBytes, STANDARD};
use crate::ops::{self, Context};
use crate::request::{BundleRequest, CompressRequest, CompressionRequest, DecompressRequest, PackRequest};

/// Compresses each bundle in `bytes`, in order. A bundle that is already compressed keeps its compressed bytes, unless another method or a
/// level is requested.
///
/// # Errors
///
/// Returns an error if the bytes hold anything but bundles, or if `compression` requests a version or level that does not exist.
///
/// ```
/// use offload_bundle::BundleBuilder;
///
/// let bundle = BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", vec![0; 10_000]).to_bytes()?;
/// let packed = offload_bundle::compress(&bundle, &Default::default())?;
/// assert!(packed.len() < 1_000);
/// assert_eq!(offload_bundle::decompress(&packed)?, bundle);
/// # Ok::<(), offload_bundle::Error>(())
/// ```
pub fn compress(bytes: impl Into<InputBytes>, compression: &CompressionRequest) -> Result<Vec<u8>, Error> {
    let request = CompressRequest {
        inputs: vec![bytes.into().into()],
        compression: *compression,
        output: Some(STANDARD.into()),
        ..CompressRequest::default()
    };
    run(|registry, context| ops::compress(registry, &request, context))
}

/// Decompresses the bundles in `bytes`, in order. Uncompressed bundles stay as they are. Everything that the headers declare is checked.
///
/// # Errors
///
/// Returns an error if the bytes hold anything but bundles, or are damaged.
///
/// ```
/// let error = offload_bundle::decompress(b"CCOB is only the beginning").unwrap_err();
/// assert!(error.to_string().contains("version"), "{error}");
/// ```
pub fn decompress(bytes: impl Into<InputBytes>) -> Result<Vec<u8>, Error> {
    let request =
        DecompressRequest { input: bytes.into().into(), output: Some(STANDARD.into()), ..DecompressRequest::default() };
    run(|registry, context| ops::decompress(registry, &request, context))
}

/// Makes the bundle that `request` asks for, in memory: its output does not count.
pub(crate) fn bundle(request: &BundleRequest) -> Result<Vec<u8>, Error> {
    let request = BundleRequest { output: STANDARD.into(), ..request.clone() };
    run(|registry, context| ops::bundle(registry, &request, context))
}

/// Packs the images that `request` asks for, in memory: its output does not count.
pub(crate) fn pack(request: &PackRequest) -> Result<Vec<u8>, Error> {
    let request = PackRequest { output: STANDARD.into(), ..request.clone() };
    run(|registry, context| ops::pack(registry, &request, context))
}

/// What the operation writes to standard output.
fn run<T>(operation: impl FnOnce(&Registry, &mut Context<'_>) -> Result<T, Error>) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    operation(&REGISTRY, &mut Context { stdout: Some(&mut out), ..Context::default() }).map_err(Error::in_memory)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use crate::bundle_builder::{BundleBuilder, file_type};

    #[test]
    fn errors_name_memory() {
        let archive = BundleBuilder::new()
            .entry("host-x86_64-unknown-linux-gnu-", b"")
            .file_type(file_type("a").unwrap());
        let text = BundleBuilder::new()
            .entry("host-x86_64-unknown-linux-gnu-", b"")
            .file_type(file_type("s").unwrap());
        for builder in [archive, text.alignment(4096)] {
            let error = builder.to_bytes().unwrap_err().to_string();
            assert!(error.starts_with("<memory>: "), "{error}");
        }
    }
}
