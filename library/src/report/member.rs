//! An archive member.

use serde::Serialize;

use super::integer::Integer;
use crate::file_name::FileName;
use crate::input::ArchiveMember;

/// An archive member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Member {
    /// The name of the member in the archive.
    pub name: FileName,
    /// The offset of the member's header in bytes, from the start of the archive.
    pub offset: Integer,
}

impl From<&ArchiveMember> for Member {
    fn from(ArchiveMember { name, offset }: &ArchiveMember) -> Self {
        Self { name: name.into(), offset: Integer(*offset) }
    }
}
