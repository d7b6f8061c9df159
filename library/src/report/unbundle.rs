//! What `unbundle` reports.

use serde::Serialize;

use super::compression::Compression;
use super::diagnostic::Diagnostic;
use super::integer::Integer;
use super::matching::Matching;
use super::member::Member;
use super::target::CompatReason;
use crate::file_name::FileName;

/// What was written, and why.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnbundleReport {
    /// The input.
    pub file: FileName,
    /// What was written, one object a file.
    pub outputs: Vec<UnbundledEntry>,
    /// The archives that were written, where an archive was taken apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archives: Option<Vec<UnbundledArchive>>,
    /// For every request, which entries fit; there only where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanations: Option<Vec<Explanation>>,
    /// How each bundle of the input that is compressed is so, and how long decompressing it took; there only where all of it was checked.
    #[serde(skip)]
    pub compressed: Option<Vec<Compression>>,
    /// What is wrong or odd in the input.
    pub warnings: Vec<Diagnostic>,
}

/// A code object that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnbundledEntry {
    /// The ID that was asked for; null where every entry was.
    pub requested: Option<String>,
    /// Number of the bundle that it comes from, from 0; null where nothing serves the request.
    pub bundle: Option<usize>,
    /// Number of its entry in the bundle, from 0; null where nothing serves the request.
    pub entry: Option<u64>,
    /// The stored ID; null where there is none.
    pub id: Option<String>,
    /// First byte of the code object, in the input or, where its bundle is compressed, in what is decompressed.
    pub offset: Integer,
    /// Its length, in bytes.
    pub size: Integer,
    /// The file that was written; `-` is standard output.
    pub output: FileName,
    /// How many of the bundles have something that serves the request; null where every entry was asked for.
    pub matching: Option<Matching>,
    /// What would serve the request too, and was not written: of the entries that are not empty, the best of every other bundle, and
    /// those of the same bundle that are as specific.
    pub others: Vec<ServingEntry>,
}

/// An archive that was written: everything that serves a request, in the order of the input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnbundledArchive {
    /// The ID that was asked for.
    pub requested: String,
    /// The file that was written; `-` is standard output.
    pub output: FileName,
    /// Its length, in bytes.
    pub size: Integer,
    /// Whether it was written without a symbol table because the symbols of a member are not known: some linkers want one, and `ranlib`
    /// makes it.
    pub needs_symbol_table: bool,
    /// Its members.
    pub members: Vec<UnbundledMember>,
}

/// A member of an archive that was written: a code object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnbundledMember {
    /// Its name.
    pub name: FileName,
    /// The member of the input that it comes from.
    pub member: Option<Member>,
    /// Number of the bundle that it comes from, from 0.
    pub bundle: usize,
    /// Number of its entry in the bundle, from 0.
    pub entry: u64,
    /// The stored ID.
    pub id: String,
    /// Its length, in bytes.
    pub size: Integer,
}

/// An entry that would serve a request too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ServingEntry {
    /// Number of its bundle, from 0.
    pub bundle: usize,
    /// Its number in the bundle, from 0.
    pub entry: u64,
    /// Its stored ID; null if it cannot be read.
    pub id: Option<String>,
    /// First byte of its bundle, or of what that is compressed in, in the input.
    pub start: Integer,
    /// First byte of its code object, in the input or, where its bundle is compressed, in what is decompressed; null if that cannot be
    /// told.
    pub offset: Option<Integer>,
    /// Length of its code object, in bytes; null if that cannot be told.
    pub size: Option<Integer>,
}

/// Which entries fit a request, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Explanation {
    /// The ID that was asked for.
    pub requested: String,
    /// Every stored entry, in file order.
    pub entries: Vec<EntryVerdict>,
}

/// Whether an entry fits a request, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EntryVerdict {
    /// Number of its bundle, from 0.
    pub bundle: usize,
    /// Its number in the bundle, from 0.
    pub entry: u64,
    /// Its stored ID; null if it cannot be read.
    pub id: Option<String>,
    /// Whether it may serve the request.
    pub compatible: bool,
    /// How well it serves: of the compatible ones the greatest is chosen. Null if its ID cannot be read.
    pub rank: Option<u32>,
    /// Whether it was chosen.
    pub chosen: bool,
    /// What decided, in order.
    pub reasons: Vec<CompatReason>,
}
