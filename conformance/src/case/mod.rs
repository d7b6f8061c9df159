//! A case: one question to an implementation, what the answer must be, and why.

mod bytes;
mod collection;
mod expectation;
mod files;
mod one;
mod question;
mod recipe;

pub use self::bytes::{Bytes, BytesError, Chunk, hex};
pub use self::collection::{CaseFile, Collection, CollectionError};
pub(crate) use self::expectation::BYTES;
pub use self::expectation::{Expectation, digest};
pub use self::one::{Case, Level, Neighbour};
pub use self::question::{NewImage, NewObject, OPERATIONS, Question};
pub use self::recipe::{
    BinaryBundle, CompressedBundle, Cut, Elf, Member, OffloadBinary, Patch, RecipeEntry, RecipeSection, Repeat,
};
