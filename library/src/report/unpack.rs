//! What `unpack` reports.

use serde::Serialize;

use super::attributes::EntryAttributes;
use super::diagnostic::Diagnostic;
use super::integer::Integer;
use super::member::Member;
use crate::file_name::FileName;

/// What was taken out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackReport {
    /// The input.
    pub file: FileName,
    /// The images that were written, or would be, one object a file.
    pub outputs: Vec<UnpackedFile>,
    /// The archives that were written, or would be, where archives are asked for.
    pub archives: Vec<UnpackedArchive>,
    /// Whether nothing was written because that was asked for.
    pub dry_run: bool,
    /// What is wrong or odd in the input.
    pub warnings: Vec<Diagnostic>,
}

/// An image that was written to a file, or would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedFile {
    /// The number of the request that it fits, from 0; null if all images are wanted.
    pub requested: Option<usize>,
    /// Which image it is.
    #[serde(flatten)]
    pub image: UnpackedImage,
    /// The file.
    pub output: FileName,
    /// Whether no name was given for it.
    #[serde(skip)]
    pub is_named_here: bool,
    /// Images that fit the request too, and were not written.
    pub others: Vec<UnpackedImage>,
}

/// An archive that was written, or would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedArchive {
    /// The number of the request that its members fit, from 0.
    pub requested: usize,
    /// The file.
    pub output: FileName,
    /// Its length, in bytes.
    pub size: Integer,
    /// Whether it has no symbol table although a member may define something.
    pub needs_symbol_table: bool,
    /// Its members in their order.
    pub members: Vec<UnpackedMember>,
}

/// An image that is a member of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedMember {
    /// Its name in the archive.
    pub name: FileName,
    /// Which image it is.
    #[serde(flatten)]
    pub image: UnpackedImage,
}

/// An image of the input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedImage {
    /// The member of an archive that it is in, where it is in one. Then offsets count in the member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// Number of its container in the input, from 0.
    pub bundle: usize,
    /// Its number in the container, from 0.
    pub entry: u64,
    /// First byte of its container, or of what that is compressed in, in the input.
    pub start: Integer,
    /// The bundle entry ID that its attributes amount to; null if these cannot be read.
    pub id: Option<String>,
    /// First byte of its content, in the input or, where its container is compressed, in what is decompressed.
    pub offset: Integer,
    /// Length of its content, in bytes.
    pub size: Integer,
    /// What is said of it.
    pub attributes: EntryAttributes,
}
