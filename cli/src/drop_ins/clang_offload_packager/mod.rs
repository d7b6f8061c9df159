//! clang-offload-packager, called llvm-offload-binary since release 22: LLVM's checks, messages, names and exit codes.

mod driver;
mod extract;
mod image;
mod order;
mod pack;
mod run;

pub(super) use run::run;
