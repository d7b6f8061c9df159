//! LLVM bitcode: globals with device code, and the symbol table. Functions, types and metadata are skipped.
//!
//! Layouts follow LLVM's description of its bitcode file format.

mod bits;
mod embedded;
mod stream;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use bits::block;
pub(crate) use embedded::{EmbeddedObject, Initialiser, embedded_objects};
pub(crate) use stream::{Block, Item, Stream, is_bitcode};
