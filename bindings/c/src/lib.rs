//! The C library `offload_bundle`. Its header, `include/offload_bundle.h`, is made from this text by `cargo xtask c`: comments here are
//! written for those who read it there.

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
