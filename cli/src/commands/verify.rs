//! `verify` as people at a command line ask for it.

use offload_bundle::error::OpError;
use offload_bundle::ops::{self, Outcome, Session};
use offload_bundle_cli_definitions::arguments::VerifyArguments;

use super::scan_args::ScanArgs;

/// Tells everything that is wrong or odd in each input.
pub(super) fn verify(session: &mut Session<'_>, arguments: &VerifyArguments) -> Result<Outcome, OpError> {
    ops::verify(
        session,
        &ops::VerifyRequest {
            inputs: arguments.inputs.clone(),
            scan: ScanArgs {
                file_type: arguments.file_type,
                no_verify: false,
                max_size: arguments.max_size,
                carve: arguments.carve,
            }
            .into(),
        },
    )
}
