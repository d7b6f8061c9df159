//! `offload-bundle`: the tool for the containers in which compilers ship GPU code.

mod command_line;
mod commands;
mod drop_ins;
mod print;
mod progress;
#[cfg(any(unix, windows))]
mod signals;

/// What the generator makes of the command line of a program that does not exist.
#[cfg(test)]
#[allow(dead_code, unreachable_pub)]
#[path = "../../codegen/tests/features/command_line/expected/cli/src/lib.rs"]
mod made_up;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    // Where signals cannot be taken over, they end the program as they would any other.
    #[cfg(any(unix, windows))]
    let _ = signals::clean_up_at_the_end();
    let words: Vec<OsString> = std::env::args_os().collect();
    let (mut out, mut err) = (io::stdout().lock(), io::stderr());
    let code = match drop_ins::run(&words, &mut out, &mut err) {
        Some(code) => code,
        None => command_line::run(&words, &mut out, &mut err),
    };
    ExitCode::from(code)
}
