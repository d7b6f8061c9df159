//! The dialect `cli`: commands with their arguments, and the tools whose place the program takes.

mod argument;
mod command;
mod drop_in;
mod exit_code;

use crate::reading::{Prose, mapping};

pub use argument::{Argument, VERSIONED};
pub use command::{Command, Program};
pub use drop_in::{DropIn, DropInOption};
pub use exit_code::ExitCodes;

mapping! {
    /// A schema of the dialect `cli`.
    pub struct Spec<'a> as "a schema of the command line" => drop_in::check {
        pub _dialect: String,
        pub _doc: Prose,
        /// The program and its commands.
        pub program: Program<'a>,
        /// Options that every one of these tools has, before its own.
        pub common_options: Vec<DropInOption<'a>>,
        /// The tools whose place it takes.
        pub drop_ins: Vec<DropIn<'a>>,
    }
}
