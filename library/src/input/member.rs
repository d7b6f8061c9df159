//! Which member of an archive an input is.

use crate::file_name::FileName;

/// A member of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveMember {
    /// Its name in the archive.
    pub name: FileName,
    /// First byte of its header, from the start of the archive.
    pub offset: u64,
}
