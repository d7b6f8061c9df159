//! `compress` and `decompress`: write the bundles of bundle files to one output.

pub(crate) mod bare;
pub(crate) mod report;

use std::path::Path;
use std::sync::Arc;

use offload_bundle_core::registry::Registry;

use super::compression::CompressionChoice;
use super::context::{Context, Task};
use crate::error::Error;
use crate::input::{Input, InputFile, STANDARD};
use crate::package;
use crate::refusal::{Refusal, numbers, of_version};
use crate::report::CompressReport;
use crate::request::{CompressRequest, CompressionVersion, DecompressRequest, RuntimeRelease, ScanRequest};
use crate::scan::{Scan, scan};

/// Compresses each bundle of the inputs, in order. An already compressed bundle keeps its compressed bytes or is
/// recompressed. A text file is compressed as a whole, including the text outside entries.
///
/// # Errors
///
/// Returns [`Error::Inside`] for bundles in a library, program or package, which `offload-bundle-rewrite` changes, and
/// another error if the inputs or the output do not allow it. The output is then unchanged.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// # let folder = tempfile::tempdir()?;
/// # let (bundle, output) = (folder.path().join("app.hipfb"), folder.path().join("app.ccob"));
/// # offload_bundle::BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"").write(&bundle)?;
/// use offload_bundle::ops::{self, Context};
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::CompressRequest;
///
/// let mut request = CompressRequest::default();
/// request.inputs = vec![bundle.into()];
/// request.output = Some(output);
/// let report = ops::compress(&REGISTRY, &request, &mut Context::default())?;
/// # assert_eq!(report.bundles.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compress(
    registry: &Registry,
    request: &CompressRequest,
    context: &mut Context<'_>,
) -> Result<CompressReport, Error> {
    let request = &compression_for_runtime(registry, request)?;
    let usual = CompressionChoice::choose(registry, &request.compression)?;
    let asked = (request.output.as_deref(), request.in_place, request.dry_run);
    let (task, first) = open(registry, &request.inputs, &request.scan, asked)?;
    bare::compress(registry, request, usual, (&task, first), context)
}

/// Sets the newest version that the requested runtime reads, unless a version is requested.
///
/// # Errors
///
/// Returns an error if the runtime reads no version, or cannot read the requested version.
pub fn compression_for_runtime(registry: &Registry, request: &CompressRequest) -> Result<CompressRequest, Error> {
    let mut request = request.clone();
    let Some(runtime) = request.runtime else {
        return Ok(request);
    };
    let usual = CompressionChoice::choose(registry, &request.compression)?;
    let version = match request.compression.version {
        None => newest(runtime, usual.envelope.versions()),
        Some(CompressionVersion(version)) => {
            Some(version).filter(|version| runtime.reads(usual.envelope.name(), Some(*version)))
        }
    };
    let Some(version) = version else {
        let file = request.inputs.first().map_or_else(|| STANDARD.into(), InputFile::name);
        let refusal = not_read(runtime, usual.envelope.title(), usual.version);
        return Err(Error::Refused { file, refusal });
    };
    request.compression.version = Some(CompressionVersion(version));
    Ok(request)
}

/// Writes the bundles of the input without compression, in order. Uncompressed bundles are unchanged.
///
/// # Errors
///
/// Returns [`Error::Inside`] for bundles in a library, program or package, which `offload-bundle-rewrite` changes, and
/// another error if the inputs or the output do not allow it. The output is then unchanged.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/compressed/device-level9.22.hipfb");
/// # let folder = tempfile::tempdir()?;
/// # let output = folder.path().join("app.hipfb");
/// use offload_bundle::ops::{self, Context};
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::DecompressRequest;
///
/// let mut request = DecompressRequest::default();
/// request.input = path.into();
/// request.output = Some(output);
/// let report = ops::decompress(&REGISTRY, &request, &mut Context::default())?;
/// # assert_eq!(report.bundles.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decompress(
    registry: &Registry,
    request: &DecompressRequest,
    context: &mut Context<'_>,
) -> Result<CompressReport, Error> {
    let inputs = std::slice::from_ref(&request.input);
    let asked = (request.output.as_deref(), request.in_place, request.dry_run);
    let (task, first) = open(registry, inputs, &request.scan, asked)?;
    bare::decompress(registry, request, (&task, first), context)
}

type Opened = (Arc<Input>, Scan);

fn open<'r>(
    registry: &Registry,
    inputs: &[InputFile],
    options: &'r ScanRequest,
    asked: (Option<&Path>, bool, bool),
) -> Result<(Task<'r>, Opened), Error> {
    let (task, input) = open_first(registry, inputs, options, asked)?;
    let scan = scan(registry, &input, options)?;
    Ok((task, (input, scan)))
}

/// Opens the first of `inputs`. `asked` is the output, the in-place flag and the dry-run flag.
///
/// # Errors
///
/// Returns an error if an input cannot be read or is given twice, if several inputs would be changed in place, or if
/// the output is missing or is an input.
pub fn open_first<'r>(
    registry: &Registry,
    inputs: &[InputFile],
    options: &'r ScanRequest,
    asked: (Option<&Path>, bool, bool),
) -> Result<(Task<'r>, Arc<Input>), Error> {
    crate::walk::refuse_rereading(inputs)?;
    let Some(file) = inputs.first() else {
        return Err(Error::NotABundle { file: STANDARD.into(), kind: None });
    };
    if asked.1 && inputs.len() > 1 {
        let why = "several files cannot be changed in place together";
        return Err(file.refuse(Refusal::new("several-in-place", why)));
    }
    let input = package::open(registry, file, options)?;
    Ok((Task::new((file, &input), options, asked)?, input))
}

/// Returns the newest of `versions` that `runtime` reads.
pub fn newest(runtime: RuntimeRelease, versions: &[u64]) -> Option<u64> {
    let read = runtime.versions().iter().rev();
    read.copied().find(|version| versions.contains(version))
}

/// Returns the refusal of a version that `runtime` cannot read.
pub fn not_read(runtime: RuntimeRelease, format: &'static str, version: Option<u64>) -> Refusal {
    let known = match runtime.versions() {
        [] => "it reads none: leave bundles without compression".into(),
        versions => format!("it reads {}", numbers(versions)),
    };
    Refusal::new(
        "not-read",
        format!("{runtime} does not read a {format}{}; {known}", of_version(version)),
    )
}
