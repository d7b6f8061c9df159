//! What is stored in one container: its frame, and its entries.

use alloc::string::String;
use alloc::vec::Vec;

use crate::attributes::Attributes;
use crate::bytes::Place;
use crate::error::{Path, ReadError};

/// The frame of one container: what is in it and how far it reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// First byte, from the start of the input.
    pub start: u64,
    /// Bytes of the frame: everything up to here is not content. Counted from [`Bundle::start`].
    pub frame_len: u64,
    /// Bytes up to the end of the last part, counted from [`Bundle::start`]. The next container, if any, is after it.
    pub len: u64,
    /// The version; none where the format has no versions.
    pub version: Option<u64>,
    /// The entries in file order.
    pub entries: Vec<StoredEntry>,
}

/// One stored entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntry {
    /// Position in the container, from 0.
    pub index: u64,
    /// The stored bundle entry ID, if it is text; in a format with [`Container::attributes`](crate::container::Container::attributes) the one that these amount to.
    pub id: Result<String, ReadError>,
    /// First byte of the ID, from the start of the input.
    pub id_offset: u64,
    /// Where the code object lies, from the start of the *input*; or why it cannot.
    pub place: Result<Place, ReadError>,
    /// Path of the record that holds the entry.
    pub path: Path,
    /// The field of that record that gives the code object's offset.
    pub ofs_field: &'static str,
    /// First byte of that field, from the start of the input.
    pub ofs_offset: u64,
    /// What else is stored of it; nothing in a format without [`Container::attributes`](crate::container::Container::attributes), and where `id` is an error.
    pub attributes: Attributes,
}

impl StoredEntry {
    /// An entry of which nothing is stored but an ID and a code object; both are told by the field `(ofs_field, ofs_offset)` of the record
    /// at `path`.
    pub fn new(
        index: u64,
        id: Result<String, ReadError>,
        place: Result<Place, ReadError>,
        path: Path,
        (ofs_field, ofs_offset): (&'static str, u64),
    ) -> Self {
        let attributes = Attributes::default();
        Self { index, id, id_offset: ofs_offset, place, path, ofs_field, ofs_offset, attributes }
    }

    /// Path of the field that gives the code object's offset.
    pub fn ofs_path(&self) -> Path {
        self.path.clone().field(self.ofs_field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_offset_of_an_entry_is_told_as_a_field_of_its_record() {
        let path = Path::from("entries").index(3);
        let place = Place { ofs: 0, len: 0 };
        let entry = StoredEntry::new(0, Ok(String::new()), Ok(place), path, ("ofs_part", 7));
        assert_eq!((entry.id_offset, entry.ofs_offset), (7, 7));
        assert_eq!(alloc::format!("{}", entry.ofs_path()), "entries[3].ofs_part");
    }
}
