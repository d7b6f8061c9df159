//! Inputs: files, streams and bytes in memory, read a window at a time.

pub(crate) mod assembled;
mod at_once;
mod beneath;
mod bytes;
mod descriptors;
mod entry_reader;
mod file;
mod find;
mod identity;
mod kept;
mod member;
mod mode;
mod offsets;
mod opened;
mod outline;
pub(crate) mod part_reader;
mod random_access;
mod read_at;
mod readable;
mod regular;
pub(crate) mod same;
mod source;
mod stamp;
mod standard;
mod stored_file;
mod window;
mod window_reader;
pub(crate) mod zeros;

pub use bytes::InputBytes;
pub use entry_reader::EntryReader;
pub use file::InputFile;
pub use identity::Identity;
pub use member::ArchiveMember;
pub use random_access::RandomAccess;
pub use read_at::bytes_read;
pub use source::Input;
pub use window::Window;

pub use crate::file_error::{Cause, FileError};
pub use crate::file_name::STANDARD;
pub use crate::reason::reason;

pub(crate) use assembled::{InputPiece, assemble};
pub(crate) use beneath::open_beneath;
pub(crate) use file::plain_path;
pub(crate) use find::{Finder, Hit, find};
pub(crate) use identity::identity;
pub(crate) use kept::Kept;
pub(crate) use mode::mode_of;
pub(crate) use part_reader::PartReader;
pub(crate) use readable::HEAD;
pub(crate) use source::{LastBlock, LazySource};
pub(crate) use stored_file::{KEPT_HEAD, became_shorter};
pub(crate) use window_reader::WindowReader;
