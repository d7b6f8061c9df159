//! The tool `offload-bundle` as a function: the words of a command line and what surrounds them in, an exit code out.
//!
//! The program is this function with the process's own surroundings. Tests call it with others, and so does a program that brings the tool
//! along.

mod command_line;
mod commands;
mod drop_ins;
mod print;
mod progress;
mod surroundings;

/// What the generator makes of the command line of a program that does not exist.
#[cfg(test)]
#[allow(dead_code, unreachable_pub)]
#[path = "../../codegen/tests/features/command_line/expected/cli/src/lib.rs"]
mod made_up;

use std::ffi::OsString;

pub use surroundings::{Surroundings, Terminal};

/// Runs the command line `words`, of which the first is how the program is called: a command of the tool, or the command line of a tool
/// that it is a drop-in replacement for. Returns the exit code.
pub fn run(words: &[OsString], surroundings: &mut Surroundings<'_>) -> u8 {
    match drop_ins::run(words, surroundings) {
        Some(code) => code,
        None => command_line::run(words, surroundings),
    }
}
