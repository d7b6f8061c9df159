//! `compress` and `decompress`: bundles in files of their own go to one output, one after the other, compressed or not. Bundles in a
//! library, program or package are replaced there.

mod bare;
mod within;

use std::path::Path;
use std::sync::Arc;

use offload_bundle_core::registry::Registry;

use super::compression::CompressionChoice;
use super::context::Context;
use super::rewrite::{self, Task};
use crate::error::Error;
use crate::input::{Input, InputFile, STANDARD};
use crate::package;
use crate::refusal::Refusal;
use crate::report::CompressReport;
use crate::request::{CompressRequest, CompressionRequest, CompressionVersion, DecompressRequest, ScanRequest};
use crate::scan::{RegionKind, Scan, scan};

/// Compresses each bundle of the inputs, in order. A bundle that is already compressed keeps its compressed bytes or is compressed anew. A
/// text file is compressed as a whole, with what is outside its entries.
///
/// Bundles in the sections of one library or program, or in the files of one zip archive, are compressed in place: the output is that file
/// with them. Pointers to the bundles follow, no other address changes, and the result is read back and compared with the input before it
/// appears.
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
    let request = &for_runtime(registry, request)?;
    let usual = CompressionChoice::choose(registry, &request.compression)?;
    let wanted = Wanted::Compressed(&request.compression, usual);
    let asked = (request.output.as_deref(), request.in_place, request.dry_run);
    match Whole::open(registry, &request.inputs, &request.scan, asked)? {
        Whole::Within { task, input, scan } => {
            let task = task.dropping_signatures(request.drop_signatures);
            within::convert(registry, wanted, &task, (input, scan), context)
        }
        Whole::Bare { task, first } => bare::compress(registry, request, usual, (&task, first), context),
    }
}

/// The request with the version that the runtime reads for which the output is written.
///
/// # Errors
///
/// It reads none, or not the one that is asked for.
fn for_runtime(registry: &Registry, request: &CompressRequest) -> Result<CompressRequest, Error> {
    let mut request = request.clone();
    let Some(runtime) = request.runtime else {
        return Ok(request);
    };
    let usual = CompressionChoice::choose(registry, &request.compression)?;
    let version = match request.compression.version {
        None => rewrite::newest(runtime, usual.envelope.versions()),
        Some(CompressionVersion(version)) => {
            Some(version).filter(|version| runtime.reads(usual.envelope.name(), Some(*version)))
        }
    };
    let Some(version) = version else {
        let file = request.inputs.first().map_or_else(|| STANDARD.into(), InputFile::name);
        let refusal = rewrite::not_read(runtime, usual.envelope.title(), usual.version);
        return Err(Error::Refused { file, refusal });
    };
    request.compression.version = Some(CompressionVersion(version));
    Ok(request)
}

/// Writes the bundles of the input without compression, in order. Uncompressed bundles stay as they are. Bundles in a library, program or
/// zip archive are decompressed in place, as [`compress`] compresses them, if there is room.
///
/// # Errors
///
/// Returns an error if the inputs or the output do not allow it. The output is unchanged then.
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
    match Whole::open(registry, inputs, &request.scan, asked)? {
        Whole::Within { task, input, scan } => {
            let task = task.dropping_signatures(request.drop_signatures);
            within::convert(registry, Wanted::Plain, &task, (input, scan), context)
        }
        Whole::Bare { task, first } => bare::decompress(registry, request, (&task, first), context),
    }
}

/// What is to become of bundles.
#[derive(Debug, Clone, Copy)]
enum Wanted<'w> {
    /// They are compressed: what is asked for, and what it comes to usually.
    Compressed(&'w CompressionRequest, CompressionChoice),
    /// They are not.
    Plain,
}

/// An input that has been opened and, unless it is a package, looked into.
type Opened = (Arc<Input>, Scan);

/// What the output is as a whole.
enum Whole<'r> {
    /// The one input, with its bundles converted where they are.
    Within { task: Task<'r>, input: Arc<Input>, scan: Option<Scan> },
    /// The bundles of all inputs, the first of which has been opened.
    Bare { task: Task<'r>, first: Opened },
}

impl<'r> Whole<'r> {
    /// What comes of `inputs`.
    ///
    /// # Errors
    ///
    /// Those of reading; several are to be changed in place; there is no output, or it is an input.
    fn open(
        registry: &Registry,
        inputs: &[InputFile],
        options: &'r ScanRequest,
        asked: (Option<&Path>, bool, bool),
    ) -> Result<Self, Error> {
        crate::walk::refuse_rereading(inputs)?;
        let Some(file) = inputs.first() else {
            return Err(Error::NotABundle { file: STANDARD.into(), kind: None });
        };
        let is_one = inputs.len() == 1;
        if asked.1 && !is_one {
            let why = "one of several files: give an output for all of them, or change one after the other in place";
            return Err(file.refuse(Refusal::new("several-in-place", why)));
        }
        let input = package::open(registry, file, options)?;
        let task = Task::new((file, &input), options, asked)?;
        if is_one && rewrite::is_package(registry, &input)? {
            return Ok(Self::Within { task, input, scan: None });
        }
        let scan = scan(registry, &input, options)?;
        match is_one && (scan.is_archive || is_held(&scan)) {
            true => Ok(Self::Within { task, input, scan: Some(scan) }),
            false => Ok(Self::Bare { task, first: (input, scan) }),
        }
    }
}

/// Whether the bundles of `scan` are in sections.
fn is_held(scan: &Scan) -> bool {
    let in_a_section = |(_, found): (_, &crate::scan::FoundBundle)| {
        let region = scan.regions.get(found.region);
        found.input.member().is_none() && region.is_some_and(|region| region.kind != RegionKind::Whole)
    };
    scan.in_use().any(in_a_section)
}
