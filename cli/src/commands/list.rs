//! `list` as people at a command line ask for it.

use offload_bundle::error::OpError;
use offload_bundle::input::InputFile;
use offload_bundle::ops::{self, Outcome, Session};
use offload_bundle::request::ListRequest;
use offload_bundle_cli_definitions::arguments::ListArguments;

use super::scan_args::ScanArgs;

/// Lists every entry of every bundle of every input.
pub(super) fn list(session: &mut Session<'_>, arguments: &ListArguments) -> Result<Outcome, OpError> {
    let scan = ScanArgs {
        file_type: arguments.file_type,
        no_verify: arguments.no_verify,
        max_size: arguments.max_size,
        carve: arguments.carve,
    };
    let mut request = ListRequest::default();
    request.inputs = arguments.inputs.iter().cloned().map(InputFile::from).collect();
    request.scan = scan.into();
    request.ids_only = arguments.ids_only;
    request.lenient = arguments.lenient;
    ops::list(session, &request)
}
