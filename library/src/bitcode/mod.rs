//! LLVM bitcode. Functions, types and metadata are skipped.

mod bits;
mod embedded;
mod stream;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use bits::block;
pub(crate) use embedded::{EmbeddedObject, Initialiser, embedded_objects};
pub(crate) use stream::{Block, Item, Stream, is_bitcode};
