//! What the operations need to know of a format that holds code objects; generated formats implement it.

use alloc::string::String;
use alloc::vec::Vec;

use crate::attributes::{AttributeTable, Attributes};
use crate::bytes::{Bytes, Place, length};
use crate::describe::Describer;
use crate::error::{Path, ReadError, Stop, WriteError};
use crate::plan::Plan;
use crate::text::Delimiters;

/// A format that holds code objects under bundle entry IDs, as the operations see it. Without state: one static value a format.
pub trait Container: Sync + core::fmt::Debug {
    /// The format's name in the schema, such as `binary_bundle`.
    fn name(&self) -> &'static str;

    /// Other names by which the format can be asked for, which nothing shows.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// The format's title for people.
    fn title(&self) -> &'static str;

    /// How many leading bytes [`Container::recognises`] wants to see.
    fn magic_len(&self) -> u64 {
        self.magic().map_or(0, length)
    }

    /// The bytes that every container of the format begins with, by which one can be looked for anywhere; `None` if there are none.
    fn magic(&self) -> Option<&'static [u8]> {
        None
    }

    /// What begins and ends the entries of a container that other bytes may be before, and that is read by nothing else: the first
    /// place where the lead of the one that begins them is tells that there is a container. `None` if a container is at its start or not at
    /// all.
    fn delimiters(&self) -> Option<Delimiters> {
        None
    }

    /// Whether input that begins with `head` is of this format. `head` may be shorter than [`Container::magic_len`].
    fn recognises(&self, head: &[u8]) -> bool {
        self.magic().is_some_and(|magic| head.starts_with(magic))
    }

    /// Reads the frame of the container at the start of `bytes` (not the code objects).
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the frame; or it goes on where the window ends.
    fn read(&self, bytes: Bytes<'_>) -> Result<Bundle, Stop>;

    /// Shows every field to `describer`.
    ///
    /// # Errors
    ///
    /// As [`Container::read`].
    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop>;

    /// Works out the file that holds `entries` in this order: content number `i` of the plan is that of `entries[i]`.
    ///
    /// # Errors
    ///
    /// What cannot be written, or could not be read back.
    fn plan(&self, entries: &[NewEntry<'_>], options: PlanOptions) -> Result<Plan<'static>, WriteError>;

    /// The versions of the format, in ascending order; none where it has no versions.
    fn versions(&self) -> &'static [u64] {
        &[]
    }

    /// The version that is written unless another is asked for; 0 where the format has no versions.
    fn default_version(&self) -> u64 {
        0
    }

    /// How many entries one container of `version` holds at most. More of them are several containers, one after the other.
    fn most_entries(&self, version: u64) -> u64 {
        let _ = version;
        u64::MAX
    }

    /// What the format says of an entry beside its content, where that is more than an ID.
    fn attributes(&self) -> Option<&'static AttributeTable<'static>> {
        None
    }

    /// Byte strings that must not occur in content, because it could not be read back; each with a name for the error.
    fn forbidden(&self) -> Vec<Forbidden> {
        Vec::new()
    }

    /// Bytes of the container at the start of `bytes` that belong to none of its parts and that readers pass over: their places from
    /// the start of the input, none of them empty. A reader should report them to its user.
    ///
    /// # Errors
    ///
    /// As [`Container::read`].
    fn ignored(&self, bytes: Bytes<'_>) -> Result<Vec<Place>, Stop> {
        let _ = bytes;
        Ok(Vec::new())
    }

    /// Whether code objects can be at multiples of a number. If not, an alignment that is asked for has no effect.
    fn aligns(&self) -> bool {
        true
    }

    /// The byte that may be between one container and the next, where they lie one after the other.
    fn padding(&self) -> Option<u8>;
}

/// A byte string that would break the container if it were in content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forbidden {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// What they are, for the error.
    pub what: &'static str,
}

/// One code object to write.
#[derive(Debug, Clone, Copy)]
pub struct NewEntry<'a> {
    /// The bundle entry ID, stored as it is. A format with [`Container::attributes`] stores these instead.
    pub id: &'a str,
    /// Length of the code object in bytes.
    pub len: u64,
    /// What else is said of it; without meaning in a format without [`Container::attributes`].
    pub attributes: &'a Attributes,
}

impl<'a> NewEntry<'a> {
    /// A code object of `len` bytes under an ID.
    pub fn new(id: &'a str, len: u64) -> Self {
        Self { id, len, attributes: Attributes::NONE }
    }
}

/// What the caller of [`Container::plan`] chooses beside the entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanOptions {
    /// One of [`Container::versions`]; the usual one without it.
    pub version: Option<u64>,
    /// Every code object starts at a multiple of this, in bytes, where the format leaves that to the caller.
    pub alignment: u64,
}

impl Default for PlanOptions {
    fn default() -> Self {
        Self { version: None, alignment: 1 }
    }
}

impl PlanOptions {
    /// The usual version, with this alignment.
    pub fn aligned(alignment: u64) -> Self {
        Self { alignment, ..Self::default() }
    }
}

/// The frame of one container: what is in it and how far it reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// First byte, from the start of the input.
    pub start: u64,
    /// Bytes of the frame: everything up to here is not content. Counted from [`Bundle::start`].
    pub frame_len: u64,
    /// Bytes up to the end of the last part, counted from [`Bundle::start`]. The next container, if any, is after it.
    pub len: u64,
    /// The version; 0 where the format has no versions.
    pub version: u64,
    /// The entries in file order.
    pub entries: Vec<StoredEntry>,
}

/// One stored entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntry {
    /// Position in the container, from 0.
    pub index: u64,
    /// The stored bundle entry ID, if it is text; in a format with [`Container::attributes`] the one that these amount to.
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
    /// What else is stored of it; nothing in a format without [`Container::attributes`], and where `id` is an error.
    pub attributes: Attributes,
}

impl StoredEntry {
    /// Path of the field that gives the code object's offset.
    pub fn ofs_path(&self) -> Path {
        self.path.clone().field(self.ofs_field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alignment_that_is_asked_for_changes_nothing_else() {
        assert_eq!(PlanOptions::default(), PlanOptions { version: None, alignment: 1 });
        assert_eq!(PlanOptions::aligned(16), PlanOptions { version: None, alignment: 16 });
    }

    #[test]
    fn the_offset_of_an_entry_is_told_as_a_field_of_its_record() {
        let entry = StoredEntry {
            index: 0,
            id: Ok(String::new()),
            id_offset: 0,
            place: Ok(Place { ofs: 0, len: 0 }),
            path: Path::from("entries").index(3),
            ofs_field: "ofs_part",
            ofs_offset: 0,
            attributes: Attributes::default(),
        };
        assert_eq!(alloc::format!("{}", entry.ofs_path()), "entries[3].ofs_part");
    }
}
