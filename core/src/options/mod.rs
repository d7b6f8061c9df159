//! Tables of command lines: the commands of a program, and the options of the tools that it replaces.
//!
//! The tables also hold the texts of help and messages. Parsing a command line by them requires the standard library, so it is done
//! elsewhere.

mod command;
mod drop_in;
mod exit_code;

pub use command::{Argument, Command, Completion, Example, Program, Retired};
pub use drop_in::{
    Action, DropIn, DropInOption, OptionValues, Renamed, Repeats, Shown, SimilarRelease, Takes, Variable,
};
pub use exit_code::ExitCode;
