//! The interface of formats that hold code objects; generated formats implement it.

use alloc::vec::Vec;

use crate::attributes::{AttributeTable, Attributes};
use crate::bytes::{Bytes, Place, length};
use crate::describe::Describer;
use crate::error::{Stop, WriteError};
use crate::plan::Plan;
pub use crate::stored::{Bundle, StoredEntry};
use crate::text::Delimiters;
use crate::toc::TocReader;
use crate::tree::Sum;
use crate::walked::Walker;

/// A checksum that a container stores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSum {
    /// The offset of the field, in bytes from the start of the input.
    pub offset: u64,
    /// The name of the field in the schema.
    pub field: &'static str,
    /// The algorithm, the place of the bytes that the checksum covers, from the start of the input, and the stored checksum, or `None` if the
    /// schema does not say what the field covers. A number is big-endian.
    pub of: Option<(Sum, Place, Vec<u8>)>,
}

/// A format that holds code objects under bundle entry IDs. It has no state: there is one static value per format.
pub trait Container: Sync + core::fmt::Debug {
    /// Returns the name of the format in the schema, such as `binary_bundle`.
    fn name(&self) -> &'static str;

    /// Returns other names that requests may use for the format, and that nothing shows.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the title of the format, for people.
    fn title(&self) -> &'static str;

    /// Returns how many leading bytes [`Container::recognises`] needs.
    fn magic_len(&self) -> u64 {
        self.magic().map_or(0, length)
    }

    /// Returns the bytes that every container of the format begins with, which can be searched for anywhere; `None` if there are none.
    fn magic(&self) -> Option<&'static [u8]> {
        None
    }

    /// Returns the delimiters around the entries of a container that may follow other bytes and that nothing else reads. The first place
    /// with the lead of the opening delimiter shows that there is a container. `None` if a container is at the start of the input or not at
    /// all.
    fn delimiters(&self) -> Option<Delimiters> {
        None
    }

    /// Returns whether input that begins with `head` is of this format. `head` may be shorter than [`Container::magic_len`].
    fn recognises(&self, head: &[u8]) -> bool {
        self.magic().is_some_and(|magic| head.starts_with(magic))
    }

    /// Returns how to walk over the entries, if each of them declares its length. Only their headers need be in view then. Such a format is
    /// read, and not written.
    fn walker(&self) -> Option<&Walker> {
        None
    }

    /// Returns how to read the table of contents, if the format has one. The container is a whole file then, each row of the table is a
    /// bundle, and only the table need be in view. Such a format is read, and not written.
    fn toc(&self) -> Option<&TocReader> {
        None
    }

    /// Returns whether entries can be written to the format.
    fn is_written(&self) -> bool {
        self.walker().is_none() && self.toc().is_none()
    }

    /// Reads the frame of the container at the start of `bytes`, without the code objects.
    ///
    /// # Errors
    ///
    /// Returns an error if the frame is not valid, or continues past the end of the window.
    fn read(&self, bytes: Bytes<'_>) -> Result<Bundle, Stop>;

    /// Shows every field to `describer`.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Container::read`] does.
    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop>;

    /// Lays out the file that holds `entries` in this order. Content `i` of the plan is the code object of `entries[i]`.
    ///
    /// # Errors
    ///
    /// Returns an error if the entries cannot be written, or could not be read back.
    fn plan(&self, entries: &[NewEntry<'_>], options: PlanOptions) -> Result<Plan<'static>, WriteError>;

    /// Returns the versions of the format, in ascending order; empty if it has none.
    fn versions(&self) -> &'static [u64] {
        &[]
    }

    /// Returns the version that is written by default, or `None` if the format has no versions.
    fn default_version(&self) -> Option<u64> {
        None
    }

    /// Returns the maximum number of entries in one container of `version`. More entries become several containers, one after the other.
    fn most_entries(&self, version: Option<u64>) -> u64 {
        let _ = version;
        u64::MAX
    }

    /// Returns the attributes that the format stores of entries, or `None` if it stores only IDs.
    fn attributes(&self) -> Option<&'static AttributeTable<'static>> {
        None
    }

    /// Returns byte strings that must not occur in content, because it could not be read back, each with a name for the error.
    fn forbidden(&self) -> Vec<Forbidden> {
        Vec::new()
    }

    /// Returns the bytes of the container at the start of `bytes` that belong to none of its parts and that readers ignore, as nonempty
    /// places from the start of the input. A reader should report them to its user.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Container::read`] does.
    fn find_ignored(&self, bytes: Bytes<'_>) -> Result<Vec<Place>, Stop> {
        let _ = bytes;
        Ok(Vec::new())
    }

    /// Returns whether the format has checksums, or fields that look like one.
    fn has_sums(&self) -> bool {
        false
    }

    /// Returns the checksums that the container at the start of `bytes` stores. Computing and comparing them is left to the caller.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Container::read`] does.
    fn sums(&self, bytes: Bytes<'_>) -> Result<Vec<StoredSum>, Stop> {
        let _ = bytes;
        Ok(Vec::new())
    }

    /// Returns whether code objects can be aligned. If not, a requested alignment has no effect.
    fn aligns(&self) -> bool {
        true
    }

    /// Returns the byte that may pad the space between two consecutive containers.
    fn padding(&self) -> Option<u8>;
}

/// A byte string that would break the container if it were in content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forbidden {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The name of the bytes, for the error.
    pub what: &'static str,
}

/// One code object to write.
#[derive(Debug, Clone, Copy)]
pub struct NewEntry<'a> {
    /// The bundle entry ID, stored as it is. A format with [`Container::attributes`] stores these instead.
    pub id: &'a str,
    /// The length of the code object in bytes.
    pub len: u64,
    /// The attributes; unused in a format without [`Container::attributes`].
    pub attributes: &'a Attributes,
}

impl<'a> NewEntry<'a> {
    /// Creates an entry with a code object of `len` bytes under an ID.
    pub fn new(id: &'a str, len: u64) -> Self {
        Self { id, len, attributes: Attributes::NONE }
    }
}

/// The options of [`Container::plan`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanOptions {
    /// One of [`Container::versions`]; by default, the format's default version.
    pub version: Option<u64>,
    /// The alignment of every code object in bytes, if the format leaves that to the caller.
    pub alignment: u64,
}

impl Default for PlanOptions {
    fn default() -> Self {
        Self { version: None, alignment: 1 }
    }
}

impl PlanOptions {
    /// Creates options with the default version and this alignment.
    pub fn with_alignment(alignment: u64) -> Self {
        Self { alignment, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alignment_that_is_asked_for_changes_nothing_else() {
        assert_eq!(PlanOptions::default(), PlanOptions { version: None, alignment: 1 });
        assert_eq!(
            PlanOptions::with_alignment(16),
            PlanOptions { version: None, alignment: 16 }
        );
    }
}
