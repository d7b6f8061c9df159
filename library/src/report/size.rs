//! The report of `size`.

use serde::Serialize;

use super::code_part::CodePart;
use super::file_counts::FileCounts;
use super::file_notes::FileNotes;
use super::integer::Integer;
use super::member::Member;
use super::outcome::Outcome;
use super::request_note::RequestNote;
use super::size_tree::SizeTree;
use crate::error::Error;
use crate::file_name::FileName;

/// What takes the space in the inputs.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SizeReport {
    /// The requested rows, largest in the files first. No byte of a file is in two rows.
    pub rows: Vec<SizeRow>,
    /// The sums of all rows.
    pub total: SizeSums,
    /// The length of the files with bundles together, in bytes. Rows, `containers_size` and `other_size` add up to it.
    pub files_size: Integer,
    /// The size of bundles outside their code objects: headers, entry tables, gaps.
    pub containers_size: Integer,
    /// The size of everything else: what is not in bundles, and entries that are not requested.
    pub other_size: Integer,
    /// The budget: how many bytes the rows may take in the files. Present only if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<Integer>,
    /// Whether the rows take more than the budget.
    pub over_budget: bool,
    /// The inputs that hold bundles, in the order given, and those that could not be read.
    pub files: Vec<SizedFile>,
    /// The counts of files; present only if several were given, or if they are in a folder or package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// Notes on the request.
    pub notes: Vec<RequestNote>,
    /// The error if nothing matches the request although the inputs hold something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// The report as a tree; present only for a page.
    #[serde(skip)]
    pub tree: Option<SizeTree>,
    /// The outcome: done if there is something, and no more than the budget.
    #[serde(skip)]
    pub outcome: Outcome,
    /// What the files of folders and packages without bundles are. These files are only counted.
    #[serde(skip)]
    pub passed_over: Vec<Error>,
}

/// Something that takes space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SizeRow {
    /// The target ID, or the triple if the entry ID has no processor. Present only in rows by target, and not for the host or if the ID
    /// cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The offload kind, or group of kinds. Present only in rows by target or kind, and not if the ID cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The file; present only in rows by file or bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<FileName>,
    /// The archive member with the bundle; present only in an archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The number of the bundle in its file; present only in rows by bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle: Option<usize>,
    /// The kernel; present only in rows by kernel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<String>,
    /// The part of code objects, if not a kernel; present only in rows by kernel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<CodePart>,
    /// The sums.
    #[serde(flatten)]
    pub sums: SizeSums,
}

/// Sizes and counts, added up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SizeSums {
    /// The number of bytes in the files; in a compressed bundle, its share of the compressed bytes.
    pub size_in_file: Integer,
    /// The number of bytes when decompressed.
    pub size: Integer,
    /// The number of code objects that it is in.
    pub code_object_count: usize,
    /// The number of bundles that it is in.
    pub bundle_count: usize,
    /// The number of files that it is in.
    pub file_count: usize,
}

/// A file and its length.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SizedFile {
    /// The input.
    pub file: FileName,
    /// The length of the file in bytes.
    pub size: Integer,
    /// The number of its bytes in rows.
    pub rows_size: Integer,
    /// The number of bundles.
    pub bundle_count: usize,
    /// Notes on the file.
    #[serde(flatten)]
    pub notes: FileNotes,
}
