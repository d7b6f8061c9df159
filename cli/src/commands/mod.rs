//! The commands: arguments as requests of the library's operations, and a few fields that only make sense on a command line.

mod bundle;
mod completions;
mod compression;
mod extract;
pub(crate) mod failure;
mod formats;
mod inspect;
mod list;
mod manual;
mod scan_args;
mod target;
mod text;
mod unbundle;
mod verify;

use offload_bundle::error::OpError;
use offload_bundle::ops::{Outcome, Session};
use offload_bundle_cli_definitions::arguments::Arguments;

/// Runs a command.
pub(crate) fn run(session: &mut Session<'_>, arguments: &Arguments) -> Result<Outcome, OpError> {
    match arguments {
        Arguments::Bundle(arguments) => bundle::bundle(session, arguments),
        Arguments::Unbundle(arguments) => unbundle::unbundle(session, arguments),
        Arguments::Extract(arguments) => extract::extract(session, arguments),
        Arguments::Compress(arguments) => compression::compress(session, arguments),
        Arguments::Decompress(arguments) => compression::decompress(session, arguments),
        Arguments::List(arguments) => list::list(session, arguments),
        Arguments::Inspect(arguments) => inspect::inspect(session, arguments),
        Arguments::Verify(arguments) => verify::verify(session, arguments),
        Arguments::TargetParse(arguments) => target::parse(session, arguments),
        Arguments::TargetCanonical(arguments) => target::canonical(session, arguments),
        Arguments::TargetCompat(arguments) => target::compat(session, arguments),
        Arguments::Formats(_) => formats::formats(session),
        Arguments::Completions(arguments) => completions::completions(session, arguments),
        Arguments::Man(arguments) => manual::manual(session, arguments),
    }
}
