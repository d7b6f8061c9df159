//! What takes the space, as a tree: files, their bundles, the code objects of those, and the kernels of these.

use super::code_part::CodePart;
use super::compression::Compression;
use super::inspect::InspectedPart;
use super::integer::Integer;
use super::member::Member;
use crate::file_name::FileName;

/// What takes the space, as a tree. At each level what takes most in the file comes first, and what is there with what is left out adds
/// up to what is above it.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct SizeTree {
    /// The files that hold bundles.
    pub files: Vec<SizeTreeFile>,
    /// The names of kernels: parts have numbers of them, because a library has one kernel in many code objects.
    pub kernels: Vec<String>,
    /// Files that there was no room for.
    pub left_out: LeftOut,
    /// Bundles whose fields and bytes there was no room for.
    pub without_fields: usize,
}

/// What a file consists of.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SizeTreeFile {
    /// The input.
    pub file: FileName,
    /// How long it is, in bytes: its bundles and [`SizeTreeFile::other_size`].
    pub size: Integer,
    /// What is not in bundles, and entries that are not asked for.
    pub other_size: Integer,
    /// Its bundles.
    pub bundles: Vec<SizeTreeBundle>,
    /// Bundles that there was no room for.
    pub left_out: LeftOut,
}

/// What a bundle consists of.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SizeTreeBundle {
    /// Its number in the file, from 0.
    pub bundle: usize,
    /// The member of an archive that it is in, where it is in one. Then offsets count in the member.
    pub member: Option<Member>,
    /// The section of an object file that it is in; null if it is in none.
    pub section: Option<String>,
    /// Its first byte, in the file or, where it is compressed, in what is decompressed.
    pub offset: Integer,
    /// Name of its format, as `formats` shows it.
    pub format: &'static str,
    /// Title of its format, for people.
    pub title: &'static str,
    /// How it is compressed; null if it is not. Then all other offsets count in what is decompressed.
    pub compression: Option<Compression>,
    /// How many bytes it takes in the file: its code objects and [`SizeTreeBundle::container_size`].
    pub size_in_file: Integer,
    /// How many bytes it has when it is decompressed.
    pub size: Integer,
    /// What it takes in the file beside its code objects: header, table of entries, gaps.
    pub container_size: Integer,
    /// Its code objects.
    pub code_objects: Vec<SizeTreeCodeObject>,
    /// Code objects that there was no room for.
    pub left_out: LeftOut,
    /// Its fields with their bytes, those of what it is compressed in first; none where there was no room for them, and where what it is
    /// compressed in has been explained with the bundle before it.
    pub fields: Vec<InspectedPart>,
}

/// What a code object consists of.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SizeTreeCodeObject {
    /// The number of its entry in the bundle, from 0.
    pub entry: u64,
    /// The record of its entry, such as `entries[0]`: what the paths of its fields begin with.
    pub path: String,
    /// Its bundle entry ID as it is stored; null if it cannot be read.
    pub id: Option<String>,
    /// The offload kind, or group of kinds; null where the ID cannot be read.
    pub kind: Option<String>,
    /// The processor with its features, or the triple where no processor is named; null for the host, and where the ID cannot be read.
    pub target: Option<String>,
    /// Its first byte.
    pub offset: Integer,
    /// How many bytes it takes in the file that no entry before it has: where the bundle is compressed, its share.
    pub size_in_file: Integer,
    /// How many bytes it has when it is decompressed, that no entry before it has.
    pub size: Integer,
    /// Its kernels, and what is beside them.
    pub parts: Vec<SizeTreePart>,
    /// Kernels that there was no room for: small ones.
    pub left_out: LeftOut,
}

/// A kernel of a code object, or what is beside its kernels.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SizeTreePart {
    /// The kernel, by its position in [`SizeTree::kernels`].
    pub kernel: Option<usize>,
    /// What it is, if not a kernel.
    pub part: Option<CodePart>,
    /// How many bytes it takes in the file.
    pub size_in_file: Integer,
    /// How many bytes it has when it is decompressed.
    pub size: Integer,
}

/// What a tree has no room for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// How many there are.
    pub count: usize,
    /// How many bytes they take in the file.
    pub size_in_file: Integer,
    /// How many bytes they have when they are decompressed.
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
