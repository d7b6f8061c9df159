//! A table-driven parser for the command-line syntax of LLVM's option library. The tables are generated from the schema of the command
//! line.
//!
//! The syntax: `-name=value`, `--name=value`, `-name value`; flags with an optional truth value; comma lists; the last of repeated options
//! counts, unless the option is a list; `@file` inserts the words of a file; no options follow `--`. All mistakes are reported.

mod call;
mod help;
mod messages;
mod parse;
mod parsed;
mod release;
mod response;
mod value;

#[cfg(test)]
mod tests;

pub(super) use call::{CommandLine, command_line_of};
pub(super) use help::show;
pub(super) use messages::list_releases;
pub(super) use parse::{ParseOutcome, parse};
pub(super) use parsed::Parsed;
pub(super) use release::Release;
