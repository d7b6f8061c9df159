//! clang-offload-bundler: the same order of checks, messages and exit codes as LLVM's tool.

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
