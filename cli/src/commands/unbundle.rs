//! `unbundle` with the strictness that suits people at a command line.

use offload_bundle::error::OpError;
use offload_bundle::ops::{self, Outcome, Session};
use offload_bundle_cli_definitions::arguments::UnbundleArguments;

use super::scan_args::ScanArgs;

/// Takes out what is wanted.
pub(super) fn unbundle(session: &mut Session<'_>, arguments: &UnbundleArguments) -> Result<Outcome, OpError> {
    ops::unbundle(
        session,
        &ops::UnbundleRequest {
            scan: ScanArgs {
                file_type: arguments.file_type,
                no_verify: arguments.no_verify,
                max_size: arguments.max_size,
                carve: arguments.carve,
            }
            .into(),
            input: arguments.input.clone(),
            wanted: arguments.wanted.clone(),
            all_into: arguments
                .all
                .then(|| arguments.folder.clone().unwrap_or_else(|| ".".into())),
            allow_missing: arguments.allow_missing,
            lenient: arguments.lenient,
            explain: arguments.explain,
            force: arguments.force,
            ..ops::UnbundleRequest::default()
        },
    )
}
