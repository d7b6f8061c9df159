//! An archive member as an input.

use crate::file_name::FileName;

/// An archive member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveMember {
    /// The name of the member in the archive.
    pub name: FileName,
    /// The offset of the header in bytes, from the start of the archive.
    pub offset: u64,
}
