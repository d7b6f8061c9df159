//! The `offload-bundle` tool as a function of the command line and the process environment.
//!
//! `main` calls it with the real streams; tests and embedding programs pass their own.

mod command_line;
mod commands;
mod drop_ins;
mod print;
mod progress;
#[cfg(any(unix, windows))]
mod signals;
mod streams;
mod surroundings;
mod waiting;
mod watched;

/// Code generated for the command line of a made-up program.
#[cfg(test)]
#[expect(unreachable_pub, reason = "it is the root of a crate elsewhere")]
#[path = "../../codegen/tests/features/command_line/expected/cli/src/lib.rs"]
mod made_up;

use std::ffi::OsString;
use std::io::ErrorKind;

use offload_bundle_cli_definitions::commands::FAILED;

use drop_ins::DropInExit;
use watched::ErrorTrackingWriter;

pub use surroundings::{Surroundings, Terminal};

/// Runs the command line `words`, program name first: a command, or a call of a drop-in replacement. Returns the exit code, which is a
/// failure if a message could not be written.
pub fn run(words: &[OsString], surroundings: &mut Surroundings<'_>) -> u8 {
    let mut err = ErrorTrackingWriter::new(surroundings.err);
    let mut surroundings = Surroundings { out: surroundings.out, err: &mut err, ..*surroundings };
    let DropInExit { code, failed } = drop_ins::run(words, &mut surroundings)
        .unwrap_or_else(|| DropInExit { code: command_line::run(words, &mut surroundings), failed: FAILED });
    // Printed results have been flushed already; this flushes the rest.
    let lost = surroundings
        .out
        .flush()
        .is_err_and(|error| error.kind() != ErrorKind::BrokenPipe);
    match lost || err.has_failed() {
        true => code.max(failed),
        false => code,
    }
}

/// Runs the command line `words`, program name first, with the streams, variables and signals of the process. Signals that end the program
/// first remove unfinished files.
pub fn run_here(words: &[OsString]) -> u8 {
    // Before anything else: a file opened later can get the number of a closed stream.
    let (mut out, mut err) = (streams::stdout(), streams::stderr());
    // Without handlers, signals end the program by default.
    #[cfg(any(unix, windows))]
    let _ = signals::clean_up_at_the_end();
    let mut surroundings = Surroundings {
        out: &mut out,
        err: &mut err,
        out_terminal: Terminal::of_stdout(),
        err_terminal: Terminal::of_stderr(),
        variable: &|name| std::env::var_os(name),
    };
    run(words, &mut surroundings)
}
