//! `list` with the strictness that suits people at a command line.

use offload_bundle::error::OpError;
use offload_bundle::ops::{self, Outcome, Session};
use offload_bundle_cli_definitions::arguments::ListArguments;

use super::scan_args::ScanArgs;

/// Lists every entry of every bundle of every input.
pub(super) fn list(session: &mut Session<'_>, arguments: &ListArguments) -> Result<Outcome, OpError> {
    ops::list(
        session,
        &ops::ListRequest {
            inputs: arguments.inputs.clone(),
            scan: ScanArgs {
                file_type: arguments.file_type,
                no_verify: arguments.no_verify,
                max_size: arguments.max_size,
                carve: arguments.carve,
            }
            .into(),
            ids_only: arguments.ids_only,
            lenient: arguments.lenient,
            unchecked: false,
        },
    )
}
