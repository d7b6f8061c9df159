//! `compress`, `decompress`, and how other commands compress their outputs.

use offload_bundle::error::OpError;
use offload_bundle::ops::{self, CompressionChoice, Outcome, ReusePolicy, Session};
use offload_bundle_cli_definitions::arguments::{CompressArguments, DecompressArguments};

use super::scan_args::ScanArgs;

/// Compresses every bundle of the inputs.
pub(super) fn compress(session: &mut Session<'_>, arguments: &CompressArguments) -> Result<Outcome, OpError> {
    let chosen = arguments
        .method
        .or_else(|| CompressionChoice::default_of(session.registry));
    let chosen = chosen.ok_or(OpError::NoCompression)?;
    let scan = ScanArgs {
        file_type: arguments.file_type,
        no_verify: arguments.no_verify,
        max_size: arguments.max_size,
        carve: false,
    };
    ops::compress(
        session,
        &ops::CompressRequest {
            inputs: arguments.inputs.clone(),
            scan: scan.into(),
            output: arguments.output.clone(),
            // Whoever asks for a level wants the work done.
            keep: match (arguments.level, arguments.method) {
                (Some(_), _) => ReusePolicy::Nothing,
                (None, Some(_)) => ReusePolicy::SameMethod,
                (None, None) => ReusePolicy::AnyMethod,
            },
            compress: with(chosen, arguments.level, arguments.version),
            alignment: arguments.alignment.unwrap_or(1),
        },
    )
}

/// Decompresses every bundle of the input.
pub(super) fn decompress(session: &mut Session<'_>, arguments: &DecompressArguments) -> Result<Outcome, OpError> {
    let scan = ScanArgs {
        file_type: arguments.file_type,
        no_verify: arguments.no_verify,
        max_size: arguments.max_size,
        carve: false,
    };
    ops::decompress(
        session,
        &ops::DecompressRequest {
            input: arguments.input.clone(),
            scan: scan.into(),
            output: arguments.output.clone(),
            alignment: arguments.alignment.unwrap_or(1),
        },
    )
}

/// The same way of compressing at another level or in another version.
pub(super) fn with(choice: CompressionChoice, level: Option<i32>, version: Option<u64>) -> CompressionChoice {
    CompressionChoice { level, version: version.unwrap_or(choice.version), ..choice }
}
