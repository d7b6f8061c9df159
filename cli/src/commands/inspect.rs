//! `inspect` as people at a command line ask for it.

use offload_bundle::error::OpError;
use offload_bundle::input::InputFile;
use offload_bundle::ops::{self, Outcome, Session};
use offload_bundle::request::InspectRequest;
use offload_bundle_cli_definitions::arguments::InspectArguments;

use super::scan_args::ScanArgs;

/// Explains the bytes of every bundle of every input.
pub(super) fn inspect(session: &mut Session<'_>, arguments: &InspectArguments) -> Result<Outcome, OpError> {
    let scan = ScanArgs {
        file_type: arguments.file_type,
        no_verify: arguments.no_verify,
        max_size: arguments.max_size,
        carve: arguments.carve,
    };
    let mut request = InspectRequest::default();
    request.inputs = arguments.inputs.iter().cloned().map(InputFile::from).collect();
    request.scan = scan.into();
    ops::inspect(session, &request)
}
