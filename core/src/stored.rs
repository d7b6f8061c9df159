//! The frame and entries of a container.

use alloc::string::String;
use alloc::vec::Vec;

use crate::attributes::Attributes;
use crate::bytes::Place;
use crate::error::{Path, ReadError};

/// The frame of one container: its entries and its extent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// The offset of the container, in bytes from the start of the input.
    pub start: u64,
    /// The end of the frame, in bytes from [`Bundle::start`]. Content is after it.
    pub frame_len: u64,
    /// The end of the last part, in bytes from [`Bundle::start`]. The next container may follow.
    pub len: u64,
    /// The version, or `None` if the format is unversioned.
    pub version: Option<u64>,
    /// The entries in file order.
    pub entries: Vec<StoredEntry>,
}

/// One stored entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntry {
    /// The index in the container, from 0.
    pub index: u64,
    /// The stored bundle entry ID, or the error if it is not valid text. In a format with
    /// [`Container::attributes`](crate::container::Container::attributes), the ID from the attributes.
    pub id: Result<String, ReadError>,
    /// The offset of the ID, in bytes from the start of the input.
    pub id_offset: u64,
    /// The place of the code object, from the start of the *input*, or the reason why it is not valid.
    pub place: Result<Place, ReadError>,
    /// The path of the entry's record.
    pub path: Path,
    /// The name of the field with the offset of the code object.
    pub ofs_field: &'static str,
    /// The offset of that field, in bytes from the start of the input.
    pub ofs_offset: u64,
    /// The attributes; empty in a format without [`Container::attributes`](crate::container::Container::attributes), or
    /// if `id` is an error.
    pub attributes: Attributes,
}

impl StoredEntry {
    /// Creates an entry without attributes. The field `(ofs_field, ofs_offset)` of the record at `path` locates both
    /// its ID and its code object.
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

    /// Returns the path of the field with the offset of the code object.
    pub fn ofs_path(&self) -> Path {
        self.path.clone().field(self.ofs_field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entry_offset_has_field_path() {
        let path = Path::from("entries").index(3);
        let place = Place { ofs: 0, len: 0 };
        let entry = StoredEntry::new(0, Ok(String::new()), Ok(place), path, ("ofs_part", 7));
        assert_eq!((entry.id_offset, entry.ofs_offset), (7, 7));
        assert_eq!(alloc::format!("{}", entry.ofs_path()), "entries[3].ofs_part");
    }
}
