//! What the operations need to know of a format that holds code objects; generated formats implement it.

use alloc::vec::Vec;

use crate::attributes::{AttributeTable, Attributes};
use crate::bytes::{Bytes, Place, length};
use crate::describe::Describer;
use crate::error::{Stop, WriteError};
use crate::plan::Plan;
pub use crate::stored::{Bundle, StoredEntry};
use crate::text::Delimiters;
use crate::toc::TocReader;
use crate::walked::Walker;

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

    /// How its entries are walked over, where each of them says itself how long it is: no more than their headers need be in view then.
    /// Such a format is read, and not written.
    fn walked(&self) -> Option<&Walker> {
        None
    }

    /// How its table of contents is read, where it has one: it is a file by itself then, each row of the table is a bundle, and no more than
    /// the table need be in view. Such a file is written with [`TocReader::plan`], because entries alone do not say what it holds.
    fn toc(&self) -> Option<&TocReader> {
        None
    }

    /// Whether entries can be put into it.
    fn is_written(&self) -> bool {
        self.walked().is_none() && self.toc().is_none()
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

    /// The version that is written unless another is asked for; none where the format has no versions.
    fn default_version(&self) -> Option<u64> {
        None
    }

    /// How many entries one container of `version` holds at most. More of them are several containers, one after the other.
    fn most_entries(&self, version: Option<u64>) -> u64 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alignment_that_is_asked_for_changes_nothing_else() {
        assert_eq!(PlanOptions::default(), PlanOptions { version: None, alignment: 1 });
        assert_eq!(PlanOptions::aligned(16), PlanOptions { version: None, alignment: 16 });
    }
}
