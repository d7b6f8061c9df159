//! `unbundle` as people at a command line ask for it.

use offload_bundle::error::OpError;
use offload_bundle::ops::{self, Outcome, Session};
use offload_bundle::request::UnbundleRequest;
use offload_bundle_cli_definitions::arguments::UnbundleArguments;

use super::scan_args::ScanArgs;

/// Takes out what is wanted.
pub(super) fn unbundle(session: &mut Session<'_>, arguments: &UnbundleArguments) -> Result<Outcome, OpError> {
    let scan = ScanArgs {
        file_type: arguments.file_type,
        no_verify: arguments.no_verify,
        max_size: arguments.max_size,
        carve: arguments.carve,
    };
    let mut request = UnbundleRequest::default();
    request.scan = scan.into();
    request.input = arguments.input.clone().into();
    request.wanted.clone_from(&arguments.wanted);
    request.all = arguments.all;
    if let Some(folder) = &arguments.folder {
        request.folder.clone_from(folder);
    }
    request.allow_missing = arguments.allow_missing;
    request.lenient = arguments.lenient;
    request.explain = arguments.explain;
    request.force = arguments.force;
    ops::unbundle(session, &request)
}
