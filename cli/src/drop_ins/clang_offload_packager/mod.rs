//! Emulates clang-offload-packager, called llvm-offload-binary since release 22: packs images into offload binaries and extracts them, with
//! the checks, messages, names and exit codes of LLVM's tool. Its options are in the schema of the command line.

mod driver;
mod extract;
mod image;
mod order;
mod pack;
mod run;

pub(super) use run::run;
