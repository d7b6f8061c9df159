//! The driver of clang-offload-bundler: the same order of checks as in the tool of LLVM, the same messages and exit codes. What the options
//! are called, and what their help says, is in the schema of the command line.

mod archive;
mod compression;
mod debug;
mod driver;
mod environment;
mod external;
mod malformed;
mod run;
mod targets;
mod work;

pub(super) use run::run;
