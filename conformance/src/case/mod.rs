//! Cases: a question, the expected answer and the reason.

mod byte_strings;
mod bytes;
mod collection;
mod expectation;
mod files;
mod one;
mod question;
mod recipe;

pub(crate) use self::byte_strings::{for_each_byte_string, map_byte_strings};
pub use self::bytes::{Bytes, BytesError, Chunk, hex};
pub use self::collection::{CaseFile, Collection, CollectionError};
pub use self::expectation::{Expectation, digest};
pub(crate) use self::files::binary_bundle;
pub use self::one::{Case, Level, Neighbour};
pub use self::question::{NewImage, NewObject, OPERATIONS, Question};
pub use self::recipe::{
    BinaryBundle, CompressedBundle, Cut, Elf, Member, OffloadBinary, Patch, RecipeEntry, RecipeSection, Repeat,
};
