//! The driver: the same options as the tool of LLVM, the same order of checks, the same messages and exit codes. What the options are
//! called and what the messages say stands in the schema of the command line; this is only the order of things.

mod compression;
mod driver;
mod environment;
mod run;
mod targets;
mod work;

pub(super) use run::run;
