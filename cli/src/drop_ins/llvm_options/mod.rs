//! LLVM's option syntax: the last of repeated options counts, unless it is a list; `@file` inserts words; all mistakes are reported.

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
