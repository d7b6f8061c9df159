//! What `size` reports.

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
    /// What was asked for, by what takes most in the files. No byte of a file is in two rows.
    pub rows: Vec<SizeRow>,
    /// All rows together.
    pub total: SizeSums,
    /// How long the files with bundles are together. Rows, `containers_size` and `other_size` add up to it.
    pub files_size: Integer,
    /// What bundles take beside their code objects: headers, tables of entries, gaps.
    pub containers_size: Integer,
    /// Everything else: what is not in bundles, and entries that are not asked for.
    pub other_size: Integer,
    /// How many bytes the rows may take in the files, where that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<Integer>,
    /// Whether they take more.
    pub over_budget: bool,
    /// The inputs that hold bundles, in the order given, and those that could not be read.
    pub files: Vec<SizedFile>,
    /// How many files there are; there only where several were given, or where they were found in a folder or package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// What is to be said of the request itself.
    pub notes: Vec<RequestNote>,
    /// That nothing fits what is asked for, where the inputs hold something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// The same as a tree; there only for a page.
    #[serde(skip)]
    pub tree: Option<SizeTree>,
    /// How it went: done where there is something, and no more than the budget.
    #[serde(skip)]
    pub outcome: Outcome,
    /// Files of folders and packages that hold no bundles, and are only counted: what they are.
    #[serde(skip)]
    pub passed_over: Vec<Error>,
}

/// Something that takes space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SizeRow {
    /// The processor with its features, or the triple where no processor is named; there only by target, and not for the host or where the
    /// ID cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The offload kind, or group of kinds; there only by target or kind, and not where the ID cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The file; there only by file or bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<FileName>,
    /// The member of an archive that the bundle is in, where it is in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The number of the bundle in its file; there only by bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle: Option<usize>,
    /// The kernel; there only by kernel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<String>,
    /// What it is of code objects, if not a kernel; there only by kernel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<CodePart>,
    /// How much it is.
    #[serde(flatten)]
    pub sums: SizeSums,
}

/// How much there is of something.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SizeSums {
    /// How many bytes it takes in the files: where a bundle is compressed, its share of the compressed bytes.
    pub size_in_file: Integer,
    /// How many bytes it has when it is decompressed.
    pub size: Integer,
    /// How many code objects it is in.
    pub code_object_count: usize,
    /// How many bundles it is in.
    pub bundle_count: usize,
    /// How many files it is in.
    pub file_count: usize,
}

/// A file, and how long it is.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SizedFile {
    /// The input.
    pub file: FileName,
    /// How long it is, in bytes.
    pub size: Integer,
    /// How many bytes of it the rows take.
    pub rows_size: Integer,
    /// How many bundles it holds.
    pub bundle_count: usize,
    /// What else there is to say of it.
    #[serde(flatten)]
    pub notes: FileNotes,
}
