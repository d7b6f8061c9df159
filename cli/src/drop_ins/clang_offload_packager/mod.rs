//! The driver of clang-offload-packager, which is called llvm-offload-binary since release 22: it packs images into offload binaries, and takes
//! them out. The same checks, messages, names and exit codes as in the tool of LLVM; its options are in the schema of the command line.

mod driver;
mod extract;
mod image;
mod order;
mod pack;
mod run;

pub(super) use run::run;
