//! `compress` and `decompress` as people at a command line ask for them.

use offload_bundle::error::OpError;
use offload_bundle::input::InputFile;
use offload_bundle::ops::{self, Outcome, Session};
use offload_bundle::request::{CompressRequest, DecompressRequest};
use offload_bundle_cli_definitions::arguments::{CompressArguments, DecompressArguments};

use super::scan_args::ScanArgs;

/// Compresses every bundle of the inputs.
pub(super) fn compress(session: &mut Session<'_>, arguments: &CompressArguments) -> Result<Outcome, OpError> {
    let scan = ScanArgs {
        file_type: arguments.file_type,
        no_verify: arguments.no_verify,
        max_size: arguments.max_size,
        carve: false,
    };
    let mut request = CompressRequest::default();
    request.inputs = arguments.inputs.iter().cloned().map(InputFile::from).collect();
    request.scan = scan.into();
    request.output = arguments.output.clone().into();
    request.compression.method = arguments.method;
    request.compression.level = arguments.level;
    request.compression.version = arguments.version;
    request.alignment = arguments.alignment.unwrap_or_default();
    ops::compress(session, &request)
}

/// Decompresses every bundle of the input.
pub(super) fn decompress(session: &mut Session<'_>, arguments: &DecompressArguments) -> Result<Outcome, OpError> {
    let scan = ScanArgs {
        file_type: arguments.file_type,
        no_verify: arguments.no_verify,
        max_size: arguments.max_size,
        carve: false,
    };
    let mut request = DecompressRequest::default();
    request.input = arguments.input.clone().into();
    request.scan = scan.into();
    request.output = arguments.output.clone().into();
    request.alignment = arguments.alignment.unwrap_or_default();
    ops::decompress(session, &request)
}
