//! `verify` as people at a command line ask for it.

use offload_bundle::error::OpError;
use offload_bundle::input::InputFile;
use offload_bundle::ops::{self, Outcome, Session};
use offload_bundle::request::VerifyRequest;
use offload_bundle_cli_definitions::arguments::VerifyArguments;

use super::scan_args::ScanArgs;

/// Reports everything that is wrong or odd in each input.
pub(super) fn verify(session: &mut Session<'_>, arguments: &VerifyArguments) -> Result<Outcome, OpError> {
    let scan = ScanArgs {
        file_type: arguments.file_type,
        no_verify: false,
        max_size: arguments.max_size,
        carve: arguments.carve,
    };
    let mut request = VerifyRequest::default();
    request.inputs = arguments.inputs.iter().cloned().map(InputFile::from).collect();
    request.scan = scan.into();
    ops::verify(session, &request)
}
