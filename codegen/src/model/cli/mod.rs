//! The dialect `cli`: commands with their arguments, and the tools whose place the program takes.

mod command;
mod drop_in;
mod variable;

use crate::reading::{Prose, mapping};

pub use command::{Argument, Command, CommandArgument, Example, ExitCode, Program};
pub use drop_in::{DropIn, DropInOption};

mapping! {
    /// A schema of the dialect `cli`.
    pub struct Spec as "a schema of the command line" {
        pub _dialect: String,
        pub _doc: Prose,
        /// The program and its commands.
        pub program: Program,
        /// Options that every one of these tools has, before its own.
        pub common_options: Vec<DropInOption>,
        /// The tools whose place it takes.
        pub drop_ins: Vec<DropIn>,
    }
}
