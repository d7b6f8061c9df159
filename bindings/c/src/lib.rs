//! The C library `offload_bundle`. Its header, `include/offload_bundle.h`, is made from this text by `cargo xtask c`: comments here are
//! written for those who read it there.

mod bundle;
mod bytes;
mod code_objects;
mod compression;
mod entry;
mod error;
mod file;
mod filter;
mod foreign;
mod guard;
mod input;
mod matching;
mod opened;
mod operations;
mod outcome;
mod owned_text;
mod report;
mod rows;
mod status;
mod target;
#[cfg(test)]
mod tests;
mod text;
mod verdict;
mod writing;
