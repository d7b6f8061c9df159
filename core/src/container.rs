//! The interface of formats with code objects. Generated formats implement it.

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

/// A stored checksum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSum {
    /// The offset of the field, in bytes from the start of the input.
    pub offset: u64,
    /// The field name in the schema.
    pub field: &'static str,
    /// The algorithm, the covered bytes, from the start of the input, and the stored checksum, big-endian if it is a
    /// number. `None` if the schema does not state the covered bytes.
    pub of: Option<(Sum, Place, Vec<u8>)>,
}

/// A format for code objects under bundle entry IDs. It is stateless: each format has one static value.
pub trait Container: Sync + core::fmt::Debug {
    /// Returns the name of the format in the schema, such as `binary_bundle`.
    fn name(&self) -> &'static str;

    /// Returns other names that requests may use. Output never contains them.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the title shown to users.
    fn title(&self) -> &'static str;

    /// Returns the number of leading bytes that [`Container::recognises`] needs.
    fn magic_len(&self) -> u64 {
        self.magic().map_or(0, length)
    }

    /// Returns the first bytes of every container, which can be searched for anywhere, or `None` if they vary.
    fn magic(&self) -> Option<&'static [u8]> {
        None
    }

    /// Returns the delimiters around entries, for containers that may follow other text. The lead of the opening
    /// delimiter marks the start of a container. Returns `None` if a container must be at the start of the input.
    fn delimiters(&self) -> Option<Delimiters> {
        None
    }

    /// Returns whether input that starts with `head` has this format. `head` may be shorter than
    /// [`Container::magic_len`].
    fn recognises(&self, head: &[u8]) -> bool {
        self.magic().is_some_and(|magic| head.starts_with(magic))
    }

    /// Returns the walker over entries that declare their lengths. It needs only their headers in the window. Such
    /// formats are read-only.
    fn walker(&self) -> Option<&Walker> {
        None
    }

    /// Returns the reader of the table of contents. The container is then a whole file, each row of the table is a
    /// bundle, and the window needs only the table. Such formats are read-only.
    fn toc(&self) -> Option<&TocReader> {
        None
    }

    /// Returns whether the format can be written.
    fn is_written(&self) -> bool {
        self.walker().is_none() && self.toc().is_none()
    }

    /// Reads the frame of the container at the start of `bytes`, without the code objects.
    ///
    /// # Errors
    ///
    /// Returns an error if the frame is not valid, or continues past the window.
    fn read(&self, bytes: Bytes<'_>) -> Result<Bundle, Stop>;

    /// Shows every field to `describer`.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Container::read`] does.
    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop>;

    /// Lays out the file with `entries` in this order. Content `i` of the plan is the code object of `entries[i]`.
    ///
    /// # Errors
    ///
    /// Returns an error if the entries cannot be written, or could not be read back.
    fn plan(&self, entries: &[NewEntry<'_>], options: PlanOptions) -> Result<Plan<'static>, WriteError>;

    /// Returns the versions of the format, in ascending order; empty if it is unversioned.
    fn versions(&self) -> &'static [u64] {
        &[]
    }

    /// Returns the default version for writing, or `None` if the format is unversioned.
    fn default_version(&self) -> Option<u64> {
        None
    }

    /// Returns the maximum number of entries in one container of `version`. More entries need consecutive containers.
    fn most_entries(&self, version: Option<u64>) -> u64 {
        let _ = version;
        u64::MAX
    }

    /// Returns the attributes that the format stores, or `None` if it stores only IDs.
    fn attributes(&self) -> Option<&'static AttributeTable<'static>> {
        None
    }

    /// Returns the byte strings that content must not contain, because it could not be read back.
    fn forbidden(&self) -> Vec<Forbidden> {
        Vec::new()
    }

    /// Returns the bytes of the container at the start of `bytes` outside of its parts, which readers ignore, as
    /// nonempty places from the start of the input. Readers should report them.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Container::read`] does.
    fn find_ignored(&self, bytes: Bytes<'_>) -> Result<Vec<Place>, Stop> {
        let _ = bytes;
        Ok(Vec::new())
    }

    /// Returns whether the format has checksums, or fields that resemble one.
    fn has_sums(&self) -> bool {
        false
    }

    /// Returns the stored checksums of the container at the start of `bytes`, without checking them.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Container::read`] does.
    fn sums(&self, bytes: Bytes<'_>) -> Result<Vec<StoredSum>, Stop> {
        let _ = bytes;
        Ok(Vec::new())
    }

    /// Returns whether code objects can be aligned. If not, the alignment in the options has no effect.
    fn aligns(&self) -> bool {
        true
    }

    /// Returns the padding byte that may fill the space between consecutive containers.
    fn padding(&self) -> Option<u8>;
}

/// A byte string that must not occur in content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forbidden {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The name in errors.
    pub what: &'static str,
}

/// One code object to write.
#[derive(Debug, Clone, Copy)]
pub struct NewEntry<'a> {
    /// The bundle entry ID, stored unchanged. A format with [`Container::attributes`] stores the attributes instead.
    pub id: &'a str,
    /// The length of the code object in bytes.
    pub len: u64,
    /// The attributes, for formats with [`Container::attributes`].
    pub attributes: &'a Attributes,
}

impl<'a> NewEntry<'a> {
    /// Creates an entry with a code object of `len` bytes and no attributes.
    pub fn new(id: &'a str, len: u64) -> Self {
        Self { id, len, attributes: Attributes::NONE }
    }
}

/// Options of [`Container::plan`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanOptions {
    /// A version in [`Container::versions`], or `None` for the default version.
    pub version: Option<u64>,
    /// The alignment of every code object in bytes, if the format supports alignment.
    pub alignment: u64,
}

impl Default for PlanOptions {
    fn default() -> Self {
        Self { version: None, alignment: 1 }
    }
}

impl PlanOptions {
    /// Creates options with the default version.
    pub fn with_alignment(alignment: u64) -> Self {
        Self { alignment, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alignment_keeps_default_options() {
        assert_eq!(PlanOptions::default(), PlanOptions { version: None, alignment: 1 });
        assert_eq!(
            PlanOptions::with_alignment(16),
            PlanOptions { version: None, alignment: 16 }
        );
    }
}
