//! `compress` and `decompress`: bundle files become one output, other files are converted in place.

mod within;

use std::path::Path;
use std::sync::Arc;

use offload_bundle::Error;
use offload_bundle::input::{Input, InputFile};
use offload_bundle::internal::ops::{
    CompressionChoice, Task, compress_bare, compression_for_runtime, decompress_bare, open_first,
};
use offload_bundle::internal::scan::{FoundBundle, RegionKind, Scan, scan};
use offload_bundle::ops::Context;
use offload_bundle::report::CompressReport;
use offload_bundle::request::{CompressRequest, CompressionRequest, DecompressRequest, ScanRequest};
use offload_bundle_core::registry::Registry;

use crate::rewritten;

/// Compresses bundles like [`compress`](offload_bundle::ops::compress) of the library, and also bundles in the sections
/// of one library or program, or in the files of one zip archive. The output then is that file with compressed bundles:
/// pointers follow the bundles, and no other address changes. The result is read back and compared with the input
/// before it appears.
///
/// # Errors
///
/// Returns an error if the inputs or the output do not allow it. The output is unchanged then.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// # let folder = tempfile::tempdir()?;
/// # let (bundle, output) = (folder.path().join("app.hipfb"), folder.path().join("app.ccob"));
/// # offload_bundle::BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"").write(&bundle)?;
/// use offload_bundle::ops::Context;
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::CompressRequest;
///
/// let mut request = CompressRequest::default();
/// request.inputs = vec![bundle.into()];
/// request.output = Some(output);
/// let report = offload_bundle_rewrite::compress(&REGISTRY, &request, &mut Context::default())?;
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
    let wanted = Wanted::Compressed(&request.compression, usual);
    let asked = (request.output.as_deref(), request.in_place, request.dry_run);
    match Whole::open(registry, &request.inputs, &request.scan, asked)? {
        Whole::Within { task, input, scan } => {
            let task = task.dropping_signatures(request.drop_signatures);
            within::convert(registry, wanted, &task, (input, scan), context)
        }
        Whole::Bare { task, first } => compress_bare(registry, request, usual, (&task, first), context),
    }
}

/// Decompresses bundles like [`decompress`](offload_bundle::ops::decompress) of the library, and also bundles in a
/// library, program or zip archive, in place, if there is room.
///
/// # Errors
///
/// Returns an error if the inputs or the output do not allow it. The output is unchanged then.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/compressed/device-level9.22.hipfb");
/// # let folder = tempfile::tempdir()?;
/// # let output = folder.path().join("app.hipfb");
/// use offload_bundle::ops::Context;
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::DecompressRequest;
///
/// let mut request = DecompressRequest::default();
/// request.input = path.into();
/// request.output = Some(output);
/// let report = offload_bundle_rewrite::decompress(&REGISTRY, &request, &mut Context::default())?;
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
    match Whole::open(registry, inputs, &request.scan, asked)? {
        Whole::Within { task, input, scan } => {
            let task = task.dropping_signatures(request.drop_signatures);
            within::convert(registry, Wanted::Plain, &task, (input, scan), context)
        }
        Whole::Bare { task, first } => decompress_bare(registry, request, (&task, first), context),
    }
}

#[derive(Debug, Clone, Copy)]
enum Wanted<'w> {
    /// The request, and the choice made from the format's defaults.
    Compressed(&'w CompressionRequest, CompressionChoice),
    Plain,
}

enum Whole<'r> {
    /// The one input, converted in place.
    Within { task: Task<'r>, input: Arc<Input>, scan: Option<Scan> },
    /// All inputs in one file; the first is open.
    Bare { task: Task<'r>, first: (Arc<Input>, Scan) },
}

impl<'r> Whole<'r> {
    fn open(
        registry: &Registry,
        inputs: &[InputFile],
        options: &'r ScanRequest,
        asked: (Option<&Path>, bool, bool),
    ) -> Result<Self, Error> {
        let (task, input) = open_first(registry, inputs, options, asked)?;
        let is_one = inputs.len() == 1;
        if is_one && rewritten::is_package(registry, &input)? {
            return Ok(Self::Within { task, input, scan: None });
        }
        let scan = scan(registry, &input, options)?;
        match is_one && (scan.is_archive || is_held(&scan)) {
            true => Ok(Self::Within { task, input, scan: Some(scan) }),
            false => Ok(Self::Bare { task, first: (input, scan) }),
        }
    }
}

fn is_held(scan: &Scan) -> bool {
    let in_a_section = |(_, found): (_, &FoundBundle)| {
        let region = scan.regions.get(found.region);
        found.input.member().is_none() && region.is_some_and(|region| region.kind != RegionKind::Whole)
    };
    scan.in_use().any(in_a_section)
}
