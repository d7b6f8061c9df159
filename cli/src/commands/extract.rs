//! `extract` as people at a command line ask for it.

use offload_bundle::error::OpError;
use offload_bundle::input::InputFile;
use offload_bundle::ops::{self, Outcome, Session};
use offload_bundle::request::ExtractRequest;
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
    let mut request = ExtractRequest::default();
    request.inputs = arguments.inputs.iter().cloned().map(InputFile::from).collect();
    request.scan = scan.into();
    if let Some(folder) = &arguments.folder {
        request.folder.clone_from(folder);
    }
    request.filter.kinds.clone_from(&arguments.kinds);
    request.filter.triples.clone_from(&arguments.triples);
    request.filter.targets.clone_from(&arguments.targets);
    request.empty = arguments.empty;
    request.lenient = arguments.lenient;
    request.force = arguments.force;
    request.dry_run = arguments.dry_run;
    ops::extract(session, &request)
}
