//! Tables of command lines: commands of the program, and options of the tools that it replaces.
//!
//! The tables include help and messages. Other crates parse command lines with them, because that requires the standard
//! library.

mod command;
mod drop_in;
mod exit_code;

pub use command::{Argument, Command, Completion, Example, Program, Retired};
pub use drop_in::{
    Action, DropIn, DropInOption, OptionValues, Renamed, Repeats, Shown, SimilarRelease, Takes, Variable,
};
pub use exit_code::ExitCode;
