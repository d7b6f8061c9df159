//! Inputs: files, streams and bytes in memory, read in windows.

pub(crate) mod assembled;
mod file;
pub(crate) mod find;
mod outline;
mod readable;
pub(crate) mod reader;
mod source;
mod stored_file;

pub use crate::file_error::{Cause, FileError};
pub use crate::file_name::STANDARD;
pub use crate::refusal::reason;
pub use file::InputFile;
pub use reader::EntryReader;
pub use source::{ArchiveMember, Input, InputBytes, RandomAccess, Window};
pub use stored_file::{Identity, bytes_read};

pub(crate) use assembled::{InputPiece, Kept, assemble};
pub(crate) use file::{open_beneath, plain_path};
pub(crate) use find::{Finder, Hit, find};
pub(crate) use readable::HEAD;
pub(crate) use reader::{PartReader, WindowReader};
pub(crate) use source::{LastBlock, LazySource};
pub(crate) use stored_file::{KEPT_HEAD, became_shorter, identity, mode_of};
