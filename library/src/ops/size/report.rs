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
    /// What each row is for.
    pub by: SizeBy,
    /// The number of bytes that all rows may take in the files together.
    pub budget: Option<ByteSize>,
    /// Reports the mangled names of kernels, as they are in the files.
    pub mangled: bool,
    /// The path of a page with the report. The report then has its data ([`SizeReport::tree`]), and the page must not replace an input.
    /// [`write_file`] writes it.
    ///
    /// [`SizeReport::tree`]: crate::report::SizeReport::tree
    /// [`write_file`]: crate::ops::write_file
    pub page: Option<PathBuf>,
}

/// What each row is for.
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
    /// Each kernel, and what else code objects hold.
    Kernel,
}

impl SizeBy {
    /// All choices, each with its word.
    pub const ALL: [(&'static str, Self); 5] = [
        ("arch", Self::Target),
        ("kind", Self::Kind),
        ("file", Self::File),
        ("bundle", Self::Bundle),
        ("kernel", Self::Kernel),
    ];
}

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
    /// The length of the packages with bundles together, as they are, in bytes; present only if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packages_size: Option<Integer>,
    /// The budget in bytes; present only if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<Integer>,
    /// The number of bytes that are compared with the budget: the length of packages, and what the rows take in other files. If not all
    /// entries are requested, only what the rows take counts. Present only if a budget was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget_size: Option<Integer>,
    /// Whether that is more than the budget.
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
    /// The number of bytes that the file takes in its package; present only in rows by file, and only if the file is packed by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed_size: Option<Integer>,
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
    /// The number of bytes that it takes in its package; present only if it is packed by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed_size: Option<Integer>,
    /// The number of its bytes in rows.
    pub rows_size: Integer,
    /// The number of bundles.
    pub bundle_count: usize,
    /// Notes on the file.
    #[serde(flatten)]
    pub notes: FileNotes,
}

/// What takes the space, as a tree. At each level the largest in the file come first, and the listed ones with those left out add up to the
/// level above.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SizeTree {
    /// The files that hold bundles.
    pub files: Vec<SizeTreeFile>,
    /// The names of kernels. Parts refer to them by number, because a library has one kernel in many code objects.
    pub kernels: Vec<String>,
    /// The files that there was no room for.
    pub left_out: LeftOut,
    /// The number of bundles without fields and bytes, for which there was no room.
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
    /// The size of what is not in bundles, and of entries that are not requested.
    pub other_size: Integer,
    /// The bundles.
    pub bundles: Vec<SizeTreeBundle>,
    /// The bundles that there was no room for.
    pub left_out: LeftOut,
}

/// The parts of a bundle.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SizeTreeBundle {
    /// The number of the bundle in the file, from 0.
    pub bundle: usize,
    /// The archive member that it is in; present only in an archive. Offsets then count in the member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The section of an object file that it is in; null if none.
    pub section: Option<String>,
    /// The offset of the bundle in bytes, in the file, or in the decompressed bytes if it is compressed.
    pub offset: Integer,
    /// The name of the format, as `formats` shows it.
    pub format: &'static str,
    /// The title of the format, for people.
    pub title: &'static str,
    /// The compression; null if there is none. All other offsets then count in the decompressed bytes.
    pub compression: Option<Compression>,
    /// The number of bytes in the file: the code objects and [`SizeTreeBundle::container_size`].
    pub size_in_file: Integer,
    /// The number of bytes when decompressed.
    pub size: Integer,
    /// The number of bytes in the file outside the code objects: header, entry table, gaps.
    pub container_size: Integer,
    /// The code objects.
    pub code_objects: Vec<SizeTreeCodeObject>,
    /// The code objects that there was no room for.
    pub left_out: LeftOut,
    /// The fields with their bytes, those of a compressed file around the bundle first. Empty if there was no room, and without those of a
    /// compressed file that was explained with the bundle before.
    pub fields: Vec<InspectedPart>,
}

/// The parts of a code object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SizeTreeCodeObject {
    /// The number of the entry in the bundle, from 0.
    pub entry: u64,
    /// The record of the entry, such as `entries[0]`, with which the paths of its fields begin.
    pub path: String,
    /// The bundle entry ID as stored; null if it cannot be read.
    pub id: Option<String>,
    /// The offload kind, or group of kinds; null if the ID cannot be read.
    pub kind: Option<String>,
    /// The target ID, or the triple if the entry ID has no processor; null for the host, and if the ID cannot be read.
    pub target: Option<String>,
    /// The offset of the code object in bytes.
    pub offset: Integer,
    /// The number of bytes in the file that no earlier entry has; in a compressed bundle, its share.
    pub size_in_file: Integer,
    /// The number of bytes, decompressed, that no earlier entry has.
    pub size: Integer,
    /// The kernels, and the other parts.
    pub parts: Vec<SizeTreePart>,
    /// The kernels that there was no room for: small ones.
    pub left_out: LeftOut,
}

/// A kernel of a code object, or another part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SizeTreePart {
    /// The position of the kernel in [`SizeTree::kernels`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<usize>,
    /// The part, if not a kernel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<CodePart>,
    /// The number of bytes in the file.
    pub size_in_file: Integer,
    /// The number of bytes when decompressed.
    pub size: Integer,
}

/// What a tree leaves out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LeftOut {
    /// The number of things left out.
    pub count: usize,
    /// The number of their bytes in the file.
    pub size_in_file: Integer,
    /// The number of their bytes when decompressed.
    pub size: Integer,
}

impl LeftOut {
    /// One more, of so many bytes in the file and decompressed.
    pub(crate) fn add(&mut self, size_in_file: u64, size: u64) {
        self.count = self.count.saturating_add(1);
        self.size_in_file = Integer(self.size_in_file.0.saturating_add(size_in_file));
        self.size = Integer(self.size.0.saturating_add(size));
    }
}
