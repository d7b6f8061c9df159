//! The values of a table of contents, as they are stored, and the places of contents.

use alloc::vec::Vec;

use crate::bytes::Place;
use crate::error::{Path, ReadError};

/// A value and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Told<T> {
    pub(super) value: T,
    /// The offset, in bytes from the start of the input.
    pub(super) at: u64,
    /// The length in bytes.
    pub(super) len: u64,
}

/// A number that should be under a key: `None` if it is missing, and an error if there is another value.
pub(super) type Numbered = Option<Result<Told<u64>, ReadError>>;

/// A text that should be under a key.
pub(super) type Texted = Option<Result<Told<Vec<u8>>, ReadError>>;

/// The name of a row's entries in paths.
pub(super) const ENTRIES: &str = "entries";

/// A row, as it is stored.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: Told<Vec<u8>>,
    /// The number of bytes in the table, including the name.
    pub(super) len: u64,
    pub(super) entries: Vec<RowEntry>,
}

impl Row {
    pub(super) fn new(name: Told<Vec<u8>>) -> Self {
        Self { name, len: 0, entries: Vec::new() }
    }

    /// Records why the last entry is not valid.
    pub(super) fn set_wrong(&mut self, error: ReadError) {
        if let Some(entry) = self.entries.last_mut() {
            entry.wrong = Some(error);
        }
    }
}

/// An entry, as it is stored.
#[derive(Debug)]
pub(super) struct RowEntry {
    pub(super) target: Told<Vec<u8>>,
    pub(super) kind: Option<Told<Vec<u8>>>,
    pub(super) ordinal: Numbered,
    pub(super) size: Numbered,
    /// Why it is not a valid entry.
    pub(super) wrong: Option<ReadError>,
}

/// A content in the list.
#[derive(Debug)]
pub(super) struct Item {
    /// The offset, in bytes from the start of the input.
    pub(super) at: u64,
    pub(super) offset: Numbered,
    pub(super) size: Numbered,
    /// Why it is not valid.
    pub(super) wrong: Option<ReadError>,
}

/// Bytes among the contents that belong to none of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ignored(pub Place);

/// Content that shares bytes with other content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    /// The offset of its item in the list, in bytes from the start of the input.
    pub offset: u64,
    /// The path of its item in the list.
    pub path: Path,
    /// The offset of the content, in bytes from the start of the input.
    pub ofs: u64,
    /// The end of the other content, in bytes from the start of the input.
    pub end: u64,
    /// The path of the other content's item in the list.
    pub first_path: Path,
}

/// The places of contents.
#[derive(Debug, Default)]
pub(super) enum Places {
    /// The places are not known.
    #[default]
    Unknown,
    /// The places are those in the list.
    Listed,
    /// The frames, from the start of the input, and why there are fewer than there should be.
    Frames(Vec<Place>, Option<ReadError>),
}
