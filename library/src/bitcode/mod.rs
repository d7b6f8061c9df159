//! LLVM bitcode, as far as device code in it is concerned: globals in sections, and the symbol table. Nothing is read of functions, types
//! and metadata.
//!
//! Layouts are those of LLVM's document on its bitcode file format.

mod bits;
mod embedded;
mod stream;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use bits::block;
pub(crate) use embedded::{EmbeddedObject, Initialiser, embedded_objects};
pub(crate) use stream::{Block, Item, Stream, is_bitcode};
