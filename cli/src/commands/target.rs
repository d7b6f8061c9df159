//! `target`: IDs explained and compared.

use offload_bundle::error::OpError;
use offload_bundle::ops::{self, Outcome, Session};
use offload_bundle::request::{TargetCanonicalRequest, TargetCompatRequest, TargetParseRequest};
use offload_bundle_cli_definitions::arguments::{
    TargetCanonicalArguments, TargetCompatArguments, TargetParseArguments,
};

/// Shows the parts of IDs.
pub(super) fn parse(session: &mut Session<'_>, arguments: &TargetParseArguments) -> Result<Outcome, OpError> {
    let mut request = TargetParseRequest::default();
    request.ids.clone_from(&arguments.ids);
    ops::target_parse(session, &request)
}

/// Shows the canonical spellings of IDs.
pub(super) fn canonical(session: &mut Session<'_>, arguments: &TargetCanonicalArguments) -> Result<Outcome, OpError> {
    let mut request = TargetCanonicalRequest::default();
    request.ids.clone_from(&arguments.ids);
    ops::target_canonical(session, &request)
}

/// Says whether the entry of one ID may serve a request for another.
pub(super) fn compat(session: &mut Session<'_>, arguments: &TargetCompatArguments) -> Result<Outcome, OpError> {
    let mut request = TargetCompatRequest::default();
    request.stored.clone_from(&arguments.stored);
    request.requested.clone_from(&arguments.requested);
    ops::target_compat(session, &request)
}
