//! What `extract` reports.

use serde::Serialize;

use super::file_counts::FileCounts;
use super::file_notes::FileNotes;
use super::integer::Integer;
use super::member::Member;
use super::outcome::Outcome;
use super::request_note::RequestNote;
use crate::error::Error;
use crate::file_name::FileName;

/// What was looked into and what was written.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExtractReport {
    /// The inputs, in the order given.
    pub files: Vec<ExtractedFile>,
    /// What was written, or would be, one object a file.
    pub outputs: Vec<ExtractedEntry>,
    /// What else there is to say.
    #[serde(flatten)]
    pub summary: ExtractSummary,
}

/// An input that was looked into.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExtractedFile {
    /// The input.
    pub file: FileName,
    /// What there is to say of it.
    #[serde(flatten)]
    pub notes: FileNotes,
}

/// A code object that was written, or would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExtractedEntry {
    /// The input that it comes from.
    pub file: FileName,
    /// The member of an archive that its bundle is in, where it is in one. Then offsets count in the member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// Number of its bundle in that input, from 0.
    pub bundle: usize,
    /// Number of its entry in the bundle, from 0.
    pub entry: u64,
    /// First byte of its bundle, or of what that is compressed in, in the input.
    pub start: Integer,
    /// The section of an object file that holds the bundle; null if it is in none.
    pub section: Option<String>,
    /// First byte of the bundle in that section, counted from the start of it; there only where it was found by searching a section that is
    /// not known to hold bundles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section_offset: Option<Integer>,
    /// Its bundle entry ID as it is stored; null if it cannot be read.
    pub id: Option<String>,
    /// The same in canonical form; null if it has none.
    pub canonical: Option<String>,
    /// First byte of the code object, in the input or, where its bundle is compressed, in what is decompressed.
    pub offset: Integer,
    /// Its length, in bytes.
    pub size: Integer,
    /// The file that was written, or would be.
    pub output: FileName,
}

/// What is to be said of an extraction as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExtractSummary {
    /// How many files were looked into; there only where several were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// How many entries were asked for and left out, because they have no content of their own; without those of the host, which have none
    /// in most bundles.
    pub left_out: u64,
    /// Whether nothing was written because that was asked for.
    pub dry_run: bool,
    /// What is to be said of the request itself.
    pub notes: Vec<RequestNote>,
    /// How it went.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// One piece of what is extracted: first every input, as it is looked into, then every file, when all have been written.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExtractItem {
    /// An input has been looked into.
    File(ExtractedFile),
    /// A file of a folder or package holds no bundles, and is only counted: what it is.
    PassedOver(Error),
    /// A code object has been written, or would be.
    Output(ExtractedEntry),
}
