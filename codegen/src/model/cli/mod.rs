//! The dialect `cli`.

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
    pub struct Spec<'a> as "a schema of the command line" => drop_in::check {
        pub _dialect: String,
        pub _doc: Prose,
        pub program: Program<'a>,
        /// Options of every drop-in, before its own.
        pub common_options: Vec<DropInOption<'a>>,
        pub drop_ins: Vec<DropIn<'a>>,
    }
}
