//! Tables of command lines: the options of the tools that a program takes the place of.
//!
//! They say what there is, and what help and messages say of it. Reading words by them takes the standard library, so it is done
//! elsewhere.

mod drop_in;

pub use drop_in::{Action, Difference, DropIn, DropInOption, ExitCode, OptionValues, Repeats, Shown, Takes, Variable};
