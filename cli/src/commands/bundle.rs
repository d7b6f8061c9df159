//! `bundle` as people at a command line ask for it.

use offload_bundle::error::OpError;
use offload_bundle::ops::{self, Outcome, Session};
use offload_bundle::request::BundleRequest;
use offload_bundle_cli_definitions::arguments::BundleArguments;

/// Bundles the inputs under IDs in the style asked for.
pub(super) fn bundle(session: &mut Session<'_>, arguments: &BundleArguments) -> Result<Outcome, OpError> {
    let mut request = BundleRequest::default();
    request.file_type = Some(arguments.file_type);
    request.output = arguments.output.clone().into();
    request.entries = arguments.entries.clone();
    request.alignment = arguments.alignment;
    request.id_style = Some(arguments.id_style);
    request.compression.method = arguments.compress;
    request.compression.level = arguments.level;
    request.compression.version = arguments.version;
    ops::bundle(session, &request)
}
