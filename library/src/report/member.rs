//! Which member of an archive something is in.

use serde::Serialize;

use super::integer::Integer;
use crate::file_name::FileName;
use crate::input::ArchiveMember;

/// A member of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Member {
    /// Its name in the archive.
    pub name: FileName,
    /// First byte of its header, from the start of the archive.
    pub offset: Integer,
}

impl From<&ArchiveMember> for Member {
    fn from(ArchiveMember { name, offset }: &ArchiveMember) -> Self {
        Self { name: name.into(), offset: Integer(*offset) }
    }
}
