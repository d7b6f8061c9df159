//! What takes the space, as a tree of files, bundles, code objects and kernels.

use serde::Serialize;

use super::code_part::CodePart;
use super::compression::Compression;
use super::inspect::InspectedPart;
use super::integer::Integer;
use super::member::Member;
use crate::file_name::FileName;

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
