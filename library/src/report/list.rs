//! What `list` reports.

use serde::Serialize;

use super::attributes::EntryAttributes;
use super::compression::Compression;
use super::file_counts::FileCounts;
use super::file_notes::FileNotes;
use super::integer::Integer;
use super::member::Member;
use super::outcome::Outcome;
use super::request_note::RequestNote;
use crate::error::Error;
use crate::file_name::FileName;

/// What is in each input.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListReport {
    /// The inputs, in the order given.
    pub files: Vec<ListedFile>,
    /// How many files there are; there only where several were given, or where they were found in a folder or package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// What is to be said of the request itself.
    pub notes: Vec<RequestNote>,
    /// That nothing fits what is asked for, where the inputs hold something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// How it went.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// What is in one input.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListedFile {
    /// The input.
    pub file: FileName,
    /// Its bundles, in file order, with the entries that are asked for; none where only IDs were asked for.
    pub bundles: Vec<ListedBundle>,
    /// The IDs of all entries, each once; there only where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ids: Option<Vec<ListedId>>,
    /// What else there is to say of it.
    #[serde(flatten)]
    pub notes: FileNotes,
}

/// A bundle in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListedBundle {
    /// Its number in the file, from 0.
    pub bundle: usize,
    /// The member of an archive that it is in, where it is in one. Then offsets count in the member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// Its first byte, in the file or, where it is compressed, in what is decompressed.
    pub offset: Integer,
    /// Its length, in bytes.
    pub size: Integer,
    /// Name of its format, as `formats` shows it.
    pub format: &'static str,
    /// The version of its format; there only where the format has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The section of an object file that it is in; null if it is in none. In one of LLVM bitcode, all offsets count in what the global there
    /// holds, because its bytes may begin at any bit of the file.
    pub section: Option<String>,
    /// First byte in that section, counted from the start of it; there only where it was found by searching a section that is not known to
    /// hold bundles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section_offset: Option<Integer>,
    /// How it is compressed; null if it is not. All other offsets of a compressed bundle count in what is decompressed.
    pub compression: Option<Compression>,
    /// Its entries in their order.
    pub entries: Vec<ListedEntry>,
    /// First byte in the file: of the bundle, or of what it is compressed in.
    #[serde(skip)]
    pub start: u64,
    /// Whether it lies in the file by itself: in no section and in nothing that is compressed.
    #[serde(skip)]
    pub by_itself: bool,
}

/// An entry of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListedEntry {
    /// Its number in the bundle, from 0.
    pub entry: u64,
    /// Its bundle entry ID as it is stored; null if it cannot be read.
    pub id: Option<String>,
    /// The same in canonical form; null if it has none.
    pub canonical: Option<String>,
    /// First byte of its code object; null if that cannot be told.
    pub offset: Option<Integer>,
    /// Length of its code object, in bytes; null if that cannot be told.
    pub size: Option<Integer>,
    /// How many bytes it takes in the bundle; there only where it is compressed by itself, or together with other entries. Then `offset` is
    /// that of the compressed bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed_size: Option<Integer>,
    /// The archive that it is in, to which it was moved out of the file; there only where it was. Then `offset` counts in the archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive: Option<FileName>,
    /// What else is stored of it; there only where the format stores more than an ID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attributes: Option<EntryAttributes>,
    /// The bundles that its code object holds, as if that were a file by itself; there only where it holds some. Their numbers and offsets
    /// count in the code object. What is compressed is not looked into for more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<ListedBundle>,
}

/// A bundle entry ID of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListedId {
    /// The ID as it is stored.
    pub id: String,
    /// The same in canonical form; null if it has none.
    pub canonical: Option<String>,
}

/// One piece of what is listed, in the order of the inputs: a file begins, holds something, ends.
#[derive(Debug)]
#[non_exhaustive]
pub enum ListItem<'l> {
    /// A file begins: its name.
    File(&'l FileName),
    /// A bundle.
    Bundle(ListedBundle),
    /// An ID, instead of bundles where only those are asked for.
    Id(ListedId),
    /// The file ends.
    End(FileNotes),
    /// A file of a folder or package holds no bundles, and is only counted: what it is.
    PassedOver(Error),
    /// All of several files have ended: how many there were.
    Totals(FileCounts),
    /// All files have ended: what is to be said of how entries were chosen in them.
    Notes(Vec<RequestNote>),
    /// All files have ended, and nothing in them fits what is asked for.
    NothingFits(Error),
}
