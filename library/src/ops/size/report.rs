//! The request and the report of `size`.

use std::path::PathBuf;

use serde::Serialize;

use crate::error::Error;
use crate::file_name::FileName;
use crate::input::InputFile;
use crate::report::{
    CodePart, Compression, FileCounts, FileNotes, InspectedPart, Integer, Member, Outcome, RequestNote,
};
use crate::request::{ByteSize, Filter, PathPattern, ScanRequest};

/// The request of [`size`](crate::ops::size).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SizeRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The files of folders and packages to skip.
    pub exclude: Vec<PathPattern>,
    /// The entries to select.
    pub filter: Filter,
    /// The meaning of rows.
    pub by: SizeBy,
    /// The limit in bytes for the sum of all rows in the files.
    pub budget: Option<ByteSize>,
    /// Reports mangled names of kernels, as stored.
    pub mangled: bool,
    /// The path of a page with the report. The report then has its data ([`SizeReport::tree`]), and the page must not
    /// replace an input. [`write_file`] writes the page.
    ///
    /// [`SizeReport::tree`]: crate::report::SizeReport::tree
    /// [`write_file`]: crate::ops::write_file
    pub page: Option<PathBuf>,
}

/// The meaning of rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SizeBy {
    /// Each kind and target.
    #[default]
    Target,
    /// Each offload kind.
    Kind,
    /// Each file.
    File,
    /// Each bundle of each file.
    Bundle,
    /// Each kernel, and each other part of code objects.
    Kernel,
}

impl SizeBy {
    /// All variants, with their words.
    pub const ALL: [(&'static str, Self); 5] = [
        ("arch", Self::Target),
        ("kind", Self::Kind),
        ("file", Self::File),
        ("bundle", Self::Bundle),
        ("kernel", Self::Kernel),
    ];
}

/// The space that code takes in the inputs.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SizeReport {
    /// The requested rows, largest first. Each byte of a file counts at most once.
    pub rows: Vec<SizeRow>,
    /// The sums of all rows.
    pub total: SizeSums,
    /// The total length of files with bundles, in bytes: rows, `containers_size` and `other_size`.
    pub files_size: Integer,
    /// The size of bundles outside their code objects: headers, entry tables, gaps.
    pub containers_size: Integer,
    /// The size of everything else: bytes outside bundles, and entries that are not requested.
    pub other_size: Integer,
    /// The total length of the packages with bundles, in bytes, if there are packages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packages_size: Option<Integer>,
    /// The budget in bytes, if a budget was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<Integer>,
    /// The number of bytes that count against the budget: packages, and rows of other files; with a filter, only rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget_size: Option<Integer>,
    /// Whether `budget_size` exceeds the budget.
    pub over_budget: bool,
    /// The inputs with bundles, in the order given, and unreadable inputs.
    pub files: Vec<SizedFile>,
    /// The counts of files, for several inputs, a folder or a package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// Notes on the request.
    pub notes: Vec<RequestNote>,
    /// The error if the request matches nothing in inputs with bundles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// The report as a tree; present only for a page.
    #[serde(skip)]
    pub tree: Option<SizeTree>,
    /// Done if there are rows within the budget.
    #[serde(skip)]
    pub outcome: Outcome,
    /// Descriptions of files without bundles in folders and packages. These files are only counted.
    #[serde(skip)]
    pub passed_over: Vec<Error>,
}

/// A row of the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SizeRow {
    /// The target ID, or the triple without a processor, in rows by target; null for the host and unreadable IDs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The offload kind, or group of kinds, in rows by target or kind, if the ID can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The file, in rows by file or bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<FileName>,
    /// The number of bytes of the file in its package; only in rows by file, for separate compression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed_size: Option<Integer>,
    /// The archive member with the bundle, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The number of the bundle in its file, in rows by bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle: Option<usize>,
    /// The kernel, in rows by kernel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<String>,
    /// The other part of code objects, in rows by kernel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<CodePart>,
    /// The sums.
    #[serde(flatten)]
    pub sums: SizeSums,
}

/// Sums of sizes and counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SizeSums {
    /// The number of bytes in the files; for compressed bundles, a share of the compressed bytes.
    pub size_in_file: Integer,
    /// The number of decompressed bytes.
    pub size: Integer,
    /// The number of code objects.
    pub code_object_count: usize,
    /// The number of bundles.
    pub bundle_count: usize,
    /// The number of files.
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
    /// The number of bytes of the file in its package, if it is compressed separately.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed_size: Option<Integer>,
    /// The number of bytes in rows.
    pub rows_size: Integer,
    /// The number of bundles.
    pub bundle_count: usize,
    /// Notes on the file.
    #[serde(flatten)]
    pub notes: FileNotes,
}

/// The use of space as a tree. Children are sorted by size, and add up to their parent with the omitted ones.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SizeTree {
    /// The files with bundles.
    pub files: Vec<SizeTreeFile>,
    /// The names of kernels, to which parts refer by number.
    pub kernels: Vec<String>,
    /// The files beyond the limit.
    pub omitted: OmittedTotals,
    /// The number of bundles with fields and bytes beyond the limit.
    pub without_fields: usize,
}

/// The parts of a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SizeTreeFile {
    /// The input.
    pub file: FileName,
    /// The length of the file in bytes: its bundles and [`SizeTreeFile::other_size`].
    pub size: Integer,
    /// The size of bytes outside bundles, and of entries that are not requested.
    pub other_size: Integer,
    /// The bundles.
    pub bundles: Vec<SizeTreeBundle>,
    /// The bundles beyond the limit.
    pub omitted: OmittedTotals,
}

/// The parts of a bundle.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SizeTreeBundle {
    /// The number of the bundle in the file, from 0.
    pub bundle: usize,
    /// The archive member with the bundle, if any. Offsets then count from its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The section of the object file with the bundle, if any.
    pub section: Option<String>,
    /// The offset of the bundle in the file or decompressed bytes, in bytes.
    pub offset: Integer,
    /// The name of the format, as in `formats`.
    pub format: &'static str,
    /// The title of the format.
    pub title: &'static str,
    /// The compression, if any. Other offsets then count in the decompressed bytes.
    pub compression: Option<Compression>,
    /// The number of bytes in the file: the code objects and [`SizeTreeBundle::container_size`].
    pub size_in_file: Integer,
    /// The number of decompressed bytes.
    pub size: Integer,
    /// The number of bytes in the file outside the code objects: header, entry table, gaps.
    pub container_size: Integer,
    /// The code objects.
    pub code_objects: Vec<SizeTreeCodeObject>,
    /// The code objects beyond the limit.
    pub omitted: OmittedTotals,
    /// The fields with their bytes; empty beyond the limit. An enclosing compressed file comes first, with its first
    /// bundle only.
    pub fields: Vec<InspectedPart>,
}

/// The parts of a code object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SizeTreeCodeObject {
    /// The number of the entry in the bundle, from 0.
    pub entry: u64,
    /// The path of the entry record, such as `entries[0]`: the prefix of its field paths.
    pub path: String,
    /// The stored bundle entry ID, if it can be read.
    pub id: Option<String>,
    /// The offload kind, or group of kinds, if the ID can be read.
    pub kind: Option<String>,
    /// The target ID, or the triple without a processor; null for the host and unreadable IDs.
    pub target: Option<String>,
    /// The offset of the code object in bytes.
    pub offset: Integer,
    /// The number of bytes in the file without shared bytes of earlier entries; in a compressed bundle, a share.
    pub size_in_file: Integer,
    /// The number of decompressed bytes without shared bytes of earlier entries.
    pub size: Integer,
    /// The kernels, and the other parts.
    pub parts: Vec<SizeTreePart>,
    /// The kernels beyond the limit: the smallest.
    pub omitted: OmittedTotals,
}

/// A kernel of a code object, or another part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SizeTreePart {
    /// The position of the kernel in [`SizeTree::kernels`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<usize>,
    /// The part, if it is not a kernel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<CodePart>,
    /// The number of bytes in the file.
    pub size_in_file: Integer,
    /// The number of decompressed bytes.
    pub size: Integer,
}

/// Items beyond the limit of a tree.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct OmittedTotals {
    /// The number of items.
    pub count: usize,
    /// The number of their bytes in the file.
    pub size_in_file: Integer,
    /// The number of their decompressed bytes.
    pub size: Integer,
}

impl OmittedTotals {
    pub(crate) fn add(&mut self, size_in_file: u64, size: u64) {
        self.count = self.count.saturating_add(1);
        self.size_in_file.add(size_in_file);
        self.size.add(size);
    }
}
