//! The operations on whole files and on bytes in memory, with few options.

use std::path::Path;

use offload_bundle_core::image_length::ImageLengthError;
use offload_bundle_core::registry::Registry;
use offload_bundle_formats::registry::REGISTRY;

use crate::error::Error;
use crate::input::{InputBytes, InputFile, STANDARD};
use crate::ops::{self, Context};
use crate::report::{Diagnostic, ExtractedEntry};
use crate::request::{
    BundleRequest, CompressRequest, CompressionRequest, DecompressRequest, ExtractRequest, PackRequest, VerifyRequest,
};

/// Verifies the file at `path`: the structure, the entry IDs and their combination, everything that a compressed bundle
/// declares, and the headers of code objects against their IDs. Returns the findings, if any.
///
/// [`ops::verify`] takes several files, and reports more about each.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or contains no bundle.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// for finding in offload_bundle::verify(path)? {
///     eprintln!("at byte {}: {} [{}]", finding.offset.0, finding.message, finding.code);
/// }
/// # assert_eq!(offload_bundle::verify(path)?, []);
/// # Ok::<(), offload_bundle::Error>(())
/// ```
pub fn verify(path: impl AsRef<Path>) -> Result<Vec<Diagnostic>, Error> {
    let request = VerifyRequest { inputs: vec![InputFile::file(path)], ..VerifyRequest::default() };
    let report = ops::verify(&REGISTRY, &request)?;
    let mut findings = Vec::new();
    for file in report.files {
        if let Some(error) = file.summary.error {
            return Err(error);
        }
        findings.extend(file.findings);
    }
    Ok(findings)
}

/// Extracts every code object of the file at `path` to its own file in `folder`, and returns the written files. Creates
/// the folder if necessary. Skips empty entries, such as most host entries. All files appear, or none.
///
/// [`ops::extract`] takes several files, and can select entries.
///
/// # Errors
///
/// Returns an error if the file cannot be read, contains no bundle or an unsound bundle; if all code objects are empty;
/// if an output exists; or if an output cannot be written.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().join("parts");
/// let written = offload_bundle::extract(path, &folder)?;
/// for entry in &written {
///     println!("{}: {:?} in {}", entry.output.display(), entry.id, entry.file);
/// }
/// # assert!(!written.is_empty() && written.iter().all(|entry| entry.output.starts_with(&folder)));
/// assert!(offload_bundle::extract(path, &folder).is_err(), "nothing is replaced");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn extract(path: impl AsRef<Path>, folder: impl AsRef<Path>) -> Result<Vec<ExtractedEntry>, Error> {
    let request = ExtractRequest {
        inputs: vec![InputFile::file(path)],
        folder: folder.as_ref().into(),
        ..ExtractRequest::default()
    };
    let report = ops::extract(&REGISTRY, &request, &mut Context::default())?;
    for file in report.files {
        if let Some(error) = file.notes.error {
            return Err(error);
        }
    }
    Ok(report.outputs)
}

/// Compresses each bundle in `bytes`, in order. An already compressed bundle keeps its bytes, unless another method or
/// a level is requested.
///
/// # Errors
///
/// Returns an error if the bytes contain anything except bundles, or if `compression` requests a version or level that
/// does not exist.
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

/// Decompresses the bundles in `bytes`, in order, and checks everything that their headers declare. Uncompressed
/// bundles are unchanged.
///
/// # Errors
///
/// Returns an error if the bytes contain anything except bundles, or are damaged.
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

/// Returns the length in bytes of the image at the start of `bytes`, for a loader that knows only its address: see
/// [`Registry::image_length`].
///
/// # Errors
///
/// Returns [`ImageLengthError::NeedsMore`] if `bytes` are too short to tell, and another [`ImageLengthError`] if the
/// image declares no length, is of no known format, or is damaged.
///
/// ```
/// use offload_bundle::{BundleBuilder, ImageLengthError, image_length};
///
/// let bundle = BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", vec![0; 10_000]).to_bytes()?;
/// assert_eq!(image_length(&bundle[..100])?, 10_086);
/// assert_eq!(image_length(&bundle[..40]), Err(ImageLengthError::NeedsMore { len: 48 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn image_length(bytes: &[u8]) -> Result<u64, ImageLengthError> {
    REGISTRY.image_length(bytes)
}

/// The output of the request is ignored.
pub(crate) fn bundle(request: &BundleRequest) -> Result<Vec<u8>, Error> {
    let request = BundleRequest { output: STANDARD.into(), ..request.clone() };
    run(|registry, context| ops::bundle(registry, &request, context))
}

/// The output of the request is ignored.
pub(crate) fn pack(request: &PackRequest) -> Result<Vec<u8>, Error> {
    let request = PackRequest { output: STANDARD.into(), ..request.clone() };
    run(|registry, context| ops::pack(registry, &request, context))
}

fn run<T>(operation: impl FnOnce(&Registry, &mut Context<'_>) -> Result<T, Error>) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    operation(&REGISTRY, &mut Context { stdout: Some(&mut out), ..Context::default() }).map_err(Error::in_memory)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use crate::builders::{BundleBuilder, file_type};

    #[test]
    fn memory_errors_name_memory() {
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
