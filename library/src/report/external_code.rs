//! Device code that is outside of the file that should hold it.

use std::mem::take;

use serde::Serialize;

use super::integer::Integer;
use super::member::Member;
use crate::file_name::FileName;

/// A section that should hold device code but has no bytes in the file, or that names the place of the device code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExternalCode {
    /// The archive member that it is in; present only in an archive. Offsets then count in the member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The name of the section.
    pub section: String,
    /// The offset of the section header in bytes, from the start of the file.
    pub offset: Integer,
    /// The length in memory, in bytes.
    pub size: Integer,
    /// The number of pointer records in the file that say that their device code was moved out of it.
    pub moved_count: u64,
    /// The section that names the place of the device code, if any.
    pub reference: Option<ExternalCodeReference>,
    /// The environment variable that makes loaders look for the code nowhere. Nothing is searched then even if archives are followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turned_off_by: Option<String>,
}

/// A section that names the place of device code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExternalCodeReference {
    /// The name of the section.
    pub section: String,
    /// The offset of the content in bytes, from the start of the file.
    pub offset: Integer,
    /// The length of the content in bytes.
    pub size: Integer,
    /// The name of the device code at that place, which need not be the name of the file.
    pub name: Option<FileName>,
    /// The possible places, of which loaders take the existing ones. If several sections share a reference, only the first has the paths.
    pub paths: Vec<ExternalPath>,
    /// Why the place cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl ExternalCodeReference {
    /// All that is known of it, and the next time only where it is: there may be many sections that it speaks for.
    pub(crate) fn report_once(&mut self) -> Self {
        let Self { section, offset, size, .. } = self;
        let (section, offset, size) = (section.clone(), *offset, *size);
        Self { section, offset, size, name: self.name.take(), paths: take(&mut self.paths), error: self.error.take() }
    }

    /// Whether it was looked up where it leads.
    pub(crate) fn is_followed(&self) -> bool {
        self.error.is_none() && self.paths.iter().any(|path| path.files.is_some())
    }
}

/// A possible place of device code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExternalPath {
    /// The path as stored. If it is relative, it is relative to the folder of the file, whatever links led there.
    pub path: FileName,
    /// The existing files; null if they were not looked for, because the file is in an archive or came through a pipe.
    pub files: Option<Vec<ExternalFile>>,
}

/// A file with device code of another. It exists; it was not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExternalFile {
    /// The file.
    pub file: FileName,
    /// The target in the path, if the path has a place for one.
    pub target: Option<String>,
}
