//! `extract` with the strictness that suits people at a command line.

use offload_bundle::error::OpError;
use offload_bundle::ops::{self, Filter, Outcome, Session};
use offload_bundle_cli_definitions::arguments::ExtractArguments;

use super::scan_args::ScanArgs;

/// Writes the entries that are asked for into a folder.
pub(super) fn extract(session: &mut Session<'_>, arguments: &ExtractArguments) -> Result<Outcome, OpError> {
    let scan = ScanArgs {
        file_type: arguments.file_type,
        no_verify: arguments.no_verify,
        max_size: arguments.max_size,
        carve: arguments.carve,
    };
    ops::extract(
        session,
        &ops::ExtractRequest {
            inputs: arguments.inputs.clone(),
            scan: scan.into(),
            folder: arguments.folder.clone().unwrap_or_else(|| ".".into()),
            filter: Filter {
                kinds: arguments.kinds.clone(),
                triples: arguments.triples.clone(),
                targets: arguments.targets.clone(),
            },
            empty: arguments.empty,
            lenient: arguments.lenient,
            force: arguments.force,
            dry_run: arguments.dry_run,
        },
    )
}
