//! The commands: requests of the library's operations, and what only the program itself does.

mod completions;
pub(crate) mod failure;
mod formats;
mod manual;
mod text;

use offload_bundle::error::OpError;
use offload_bundle::ops::{self, Outcome, Session};
use offload_bundle_cli_definitions::requests::Request;

/// Runs a command.
pub(crate) fn run(session: &mut Session<'_>, request: &Request) -> Result<Outcome, OpError> {
    match request {
        Request::Bundle(request) => ops::bundle(session, request),
        Request::Unbundle(request) => ops::unbundle(session, request),
        Request::Extract(request) => ops::extract(session, request),
        Request::Compress(request) => ops::compress(session, request),
        Request::Decompress(request) => ops::decompress(session, request),
        Request::List(request) => ops::list(session, request),
        Request::Inspect(request) => ops::inspect(session, request),
        Request::Verify(request) => ops::verify(session, request),
        Request::TargetParse(request) => ops::target_parse(session, request),
        Request::TargetCanonical(request) => ops::target_canonical(session, request),
        Request::TargetCompat(request) => ops::target_compat(session, request),
        Request::Formats(_) => formats::formats(session),
        Request::Completions(arguments) => completions::completions(session, arguments),
        Request::Man(arguments) => manual::manual(session, arguments),
    }
}
