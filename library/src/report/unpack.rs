//! The report of `unpack`.

use serde::Serialize;

use super::attributes::EntryAttributes;
use super::diagnostic::Diagnostic;
use super::integer::Integer;
use super::member::Member;
use crate::file_name::FileName;

/// The unpacked images.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackReport {
    /// The input.
    pub file: FileName,
    /// The images that were written, or would be, one per file.
    pub outputs: Vec<UnpackedFile>,
    /// The archives that were written, or would be, if archives are requested.
    pub archives: Vec<UnpackedArchive>,
    /// Whether this was a dry run: nothing was written.
    pub dry_run: bool,
    /// What is wrong or odd in the input.
    pub warnings: Vec<Diagnostic>,
}

/// An image that was written to a file, or would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedFile {
    /// The number of the matching request, from 0; null if all images are requested.
    pub requested: Option<usize>,
    /// The image.
    #[serde(flatten)]
    pub image: UnpackedImage,
    /// The file.
    pub output: FileName,
    /// Whether the name was generated.
    #[serde(skip)]
    pub is_named_here: bool,
    /// The images that match the request too but were not written.
    pub others: Vec<UnpackedImage>,
}

/// An archive that was written, or would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedArchive {
    /// The number of the request that the members match, from 0.
    pub requested: usize,
    /// The file.
    pub output: FileName,
    /// The length in bytes.
    pub size: Integer,
    /// Whether the archive has no symbol table although a member may define symbols.
    pub needs_symbol_table: bool,
    /// The members, in order.
    pub members: Vec<UnpackedMember>,
}

/// An image that is a member of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedMember {
    /// The name of the member in the archive.
    pub name: FileName,
    /// The image.
    #[serde(flatten)]
    pub image: UnpackedImage,
}

/// An image of the input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedImage {
    /// The archive member that it is in; present only in an archive. Offsets then count in the member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The number of the container in the input, from 0.
    pub bundle: usize,
    /// The number of the image in the container, from 0.
    pub entry: u64,
    /// The offset of the container, or of the compressed bundle that holds it, in the input, in bytes.
    pub start: Integer,
    /// The bundle entry ID made from the attributes; null if these cannot be read.
    pub id: Option<String>,
    /// The offset of the content in bytes, in the input, or in the decompressed bytes of a compressed container.
    pub offset: Integer,
    /// The length of the content in bytes.
    pub size: Integer,
    /// The attributes.
    pub attributes: EntryAttributes,
}
