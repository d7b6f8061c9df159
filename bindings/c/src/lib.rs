//! The C library `offload_bundle`. `cargo xtask c` generates its header, `include/offload_bundle.h`, from this crate, so that comments here
//! are written for readers of the header.

mod bundle;
mod bytes;
mod compression;
mod entry;
mod error;
mod file;
mod foreign;
mod guard;
mod input;
mod matching;
mod opened;
mod owned_text;
mod status;
mod target;
#[cfg(test)]
mod tests;
mod text;
mod verdict;
