//! The tool `offload-bundle` as a function: the words of a command line and what surrounds them in, an exit code out.
//!
//! The program is this function with the process's own surroundings. Tests call it with others, and so does a program that brings the tool
//! along.

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

/// What the generator makes of the command line of a program that does not exist.
#[cfg(test)]
#[expect(unreachable_pub, reason = "it is the root of a crate elsewhere")]
#[path = "../../codegen/tests/features/command_line/expected/cli/src/lib.rs"]
mod made_up;

use std::ffi::OsString;
use std::io::ErrorKind;

use offload_bundle_cli_definitions::commands::FAILED;

use drop_ins::Ended;
use watched::Watched;

pub use surroundings::{Surroundings, Terminal};

/// Runs the command line `words`, of which the first is how the program is called: a command of the tool, or the command line of a tool
/// that it is a drop-in replacement for. Returns the exit code, which tells of failure where a message could not be written.
pub fn run(words: &[OsString], surroundings: &mut Surroundings<'_>) -> u8 {
    let mut err = Watched::new(surroundings.err);
    let mut surroundings = Surroundings { out: surroundings.out, err: &mut err, ..*surroundings };
    let Ended { code, failed } = drop_ins::run(words, &mut surroundings)
        .unwrap_or_else(|| Ended { code: command_line::run(words, &mut surroundings), failed: FAILED });
    // What is printed has been flushed, and its failure told; this is for the rest.
    let lost = surroundings
        .out
        .flush()
        .is_err_and(|error| error.kind() != ErrorKind::BrokenPipe);
    match lost || err.has_failed() {
        true => code.max(failed),
        false => code,
    }
}

/// Runs the command line `words` in this process, as the program does: with its standard streams, its variables and its signals, of which
/// those that ask a program to end remove what is not finished, and end it.
pub fn run_here(words: &[OsString]) -> u8 {
    // First: what is opened later can have the number of a stream that is closed.
    let (mut out, mut err) = (streams::stdout(), streams::stderr());
    // Where signals cannot be taken over, they end the program as they would any other.
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
