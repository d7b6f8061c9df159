//! Device code that is not in the file that should hold it.

use std::mem::take;

use serde::Serialize;

use super::integer::Integer;
use super::member::Member;
use crate::file_name::FileName;

/// A section that should hold device code and has no bytes in the file, or one that says where the device code went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExternalCode {
    /// The member of an archive that it is in, where it is in one. Then offsets count in the member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// Its name in the file.
    pub section: String,
    /// First byte of its header, from the start of the file.
    pub offset: Integer,
    /// Its length in memory, in bytes.
    pub size: Integer,
    /// How many records of pointers in the file say that their device code was moved out of it.
    pub moved_count: u64,
    /// The section that says where the device code is, if there is one.
    pub reference: Option<ExternalCodeReference>,
    /// The environment variable by which loaders look for it nowhere. So nothing was looked into where archives are followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turned_off_by: Option<String>,
}

/// A section that says where device code is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExternalCodeReference {
    /// Its name in the file.
    pub section: String,
    /// First byte of its content, from the start of the file.
    pub offset: Integer,
    /// Length of its content, in bytes.
    pub size: Integer,
    /// Under which name the device code is kept there. It need not be that of the file.
    pub name: Option<FileName>,
    /// Where it may be: loaders take what is there. Of several sections that one reference speaks for, only the first has the paths.
    pub paths: Vec<ExternalPath>,
    /// Why that can't be told.
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

/// Where device code may be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExternalPath {
    /// The path as it is stored. Where it is not absolute, it counts from the folder of the file, whatever links led there.
    pub path: FileName,
    /// The files that there are; null where they were not looked for, because the file is in an archive or came through a pipe.
    pub files: Option<Vec<ExternalFile>>,
}

/// A file with device code of another. It is there; it was not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExternalFile {
    /// The file.
    pub file: FileName,
    /// The target in its path, where that has a place for one.
    pub target: Option<String>,
}
