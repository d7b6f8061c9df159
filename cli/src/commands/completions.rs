//! `completions`: a script that teaches a shell the commands of this program.

use offload_bundle::error::OpError;
use offload_bundle::ops::{Outcome, Session};
use offload_bundle_cli_definitions::PROGRAM;
use offload_bundle_cli_definitions::arguments::CompletionsArguments;
use offload_bundle_cli_definitions::commands::command;

use super::text::text;

/// Prints the script.
pub(super) fn completions(session: &mut Session<'_>, arguments: &CompletionsArguments) -> Result<Outcome, OpError> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command(), PROGRAM, &mut script);
    text(session, "script", &String::from_utf8_lossy(&script))
}
