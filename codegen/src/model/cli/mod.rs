//! The dialect `cli`: commands with their arguments, and the tools the program can stand in for.

mod command;
mod drop_in;

use crate::reading::{Prose, mapping};

pub use command::{Argument, Command, ExitCode, Json, Program};
pub use drop_in::{DropIn, ToolOption};

mapping! {
    /// A schema of the dialect `cli`.
    pub struct Spec as "a schema of the command line" {
        pub _dialect: String,
        pub _doc: Prose,
        /// The program and its commands.
        pub program: Program,
        /// The tools it can stand in for.
        pub drop_ins: Vec<DropIn>,
    }
}
