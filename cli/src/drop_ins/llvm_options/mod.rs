//! Command lines in the syntax of LLVM's option library, as a parser driven by tables: which options there are, what they take and what
//! the help says of them comes from the schema of the command line. What the library itself says is here.
//!
//! The syntax: `-name=value`, `--name=value`, `-name value`; flags alone or with a truth value; comma lists; repeats, of which
//! the last counts unless the option collects them; `@file` puts the words of a file in its place; after `--` nothing is an
//! option. Every mistake is reported, not just the first.

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
