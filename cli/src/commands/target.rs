//! `target`: IDs explained and compared.

use offload_bundle::error::OpError;
use offload_bundle::ops::{self, Outcome, Session, TargetRequest};
use offload_bundle_cli_definitions::arguments::{
    TargetCanonicalArguments, TargetCompatArguments, TargetParseArguments,
};

/// Shows the parts of IDs.
pub(super) fn parse(session: &mut Session<'_>, arguments: &TargetParseArguments) -> Result<Outcome, OpError> {
    ops::target(session, &TargetRequest::Parse { ids: arguments.ids.clone() })
}

/// Shows the canonical spellings of IDs.
pub(super) fn canonical(session: &mut Session<'_>, arguments: &TargetCanonicalArguments) -> Result<Outcome, OpError> {
    ops::target(session, &TargetRequest::Canonical { ids: arguments.ids.clone() })
}

/// Says whether the entry of one ID may serve a request for another.
pub(super) fn compat(session: &mut Session<'_>, arguments: &TargetCompatArguments) -> Result<Outcome, OpError> {
    let TargetCompatArguments { stored, asked } = arguments.clone();
    ops::target(session, &TargetRequest::Compat { stored, asked })
}
