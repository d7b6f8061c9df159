//! Tables of command lines: the commands of a program, and the options of the tools that it takes the place of.
//!
//! They say what there is, and what help and messages say of it. Reading words by them takes the standard library, so it is done
//! elsewhere.

mod command;
mod drop_in;
mod exit_code;

pub use command::{Argument, Command, Completion, Example, Program};
pub use drop_in::{
    Action, DropIn, DropInOption, OptionValues, Renamed, Repeats, Shown, SimilarRelease, Takes, Variable,
};
pub use exit_code::ExitCode;
