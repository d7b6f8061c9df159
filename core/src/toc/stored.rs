//! What a table of contents says, as it is stored, and where contents are.

use alloc::vec::Vec;

use crate::bytes::Place;
use crate::error::{Path, ReadError};

/// A value, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Told<T> {
    pub(super) value: T,
    /// First byte, from the start of the input.
    pub(super) at: u64,
    /// Number of bytes.
    pub(super) len: u64,
}

/// A number that should be under a key: nothing where it is missing, and why where something else is there.
pub(super) type Numbered = Option<Result<Told<u64>, ReadError>>;

/// The same of a text.
pub(super) type Texted = Option<Result<Told<Vec<u8>>, ReadError>>;

/// What the entries of a row are called in paths.
pub(super) const ENTRIES: &str = "entries";

/// A row as it is stored.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: Told<Vec<u8>>,
    /// How many bytes of the table it takes, with its name.
    pub(super) len: u64,
    pub(super) entries: Vec<RowEntry>,
}

impl Row {
    pub(super) fn new(name: Told<Vec<u8>>) -> Self {
        Self { name, len: 0, entries: Vec::new() }
    }

    /// Notes why the last entry is none.
    pub(super) fn set_wrong(&mut self, error: ReadError) {
        if let Some(entry) = self.entries.last_mut() {
            entry.wrong = Some(error);
        }
    }
}

/// An entry as it is stored.
#[derive(Debug)]
pub(super) struct RowEntry {
    pub(super) target: Told<Vec<u8>>,
    pub(super) kind: Option<Told<Vec<u8>>>,
    pub(super) ordinal: Numbered,
    pub(super) size: Numbered,
    /// Why it is no entry.
    pub(super) wrong: Option<ReadError>,
}

/// A content in the list.
#[derive(Debug)]
pub(super) struct Item {
    /// First byte, from the start of the input.
    pub(super) at: u64,
    pub(super) offset: Numbered,
    pub(super) size: Numbered,
    /// Why it is none.
    pub(super) wrong: Option<ReadError>,
}

/// Bytes among the contents that belong to none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ignored(pub Place);

/// Content that shares bytes with other content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    /// Where it is listed: first byte from the start of the input, and path.
    pub offset: u64,
    /// See [`Overlap::offset`].
    pub path: Path,
    /// Where it begins, from the start of the input.
    pub ofs: u64,
    /// Where the other ends, from the start of the input.
    pub end: u64,
    /// Where the other is listed.
    pub first_path: Path,
}

/// Where contents are.
#[derive(Debug, Default)]
pub(super) enum Places {
    /// That is not known.
    #[default]
    Unknown,
    /// Where the list says.
    Listed,
    /// Each frame, from the start of the input; and why there are fewer than there should be.
    Frames(Vec<Place>, Option<ReadError>),
}
