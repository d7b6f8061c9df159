//! Device code that is not in the file that should hold it.

use serde::Serialize;

use super::integer::Integer;
use super::member::Member;

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
    /// The section that says where the device code is, if there is one.
    pub reference: Option<ExternalCodeReference>,
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
}
