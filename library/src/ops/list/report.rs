//! The request and the report of `list`.

use serde::Serialize;

use crate::error::Error;
use crate::file_name::FileName;
use crate::input::InputFile;
use crate::report::{Compression, EntryAttributes, FileCounts, FileNotes, Integer, Member, Outcome, RequestNote};
use crate::request::{Filter, PathPattern, ScanRequest};
use crate::scan::{Content, FoundBundle, IdCache, RegionKind, Scan};

/// The request of [`list`](crate::ops::list).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ListRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The files of folders and packages to skip.
    pub exclude: Vec<PathPattern>,
    /// The entries to select.
    pub filter: Filter,
    /// The form of the listing.
    pub form: ListForm,
    /// Shows every entry of files in folders and packages, not a line per file. The report is the same.
    pub all: bool,
    /// Decompresses everything compressed, and checks all declarations of headers.
    pub verify: bool,
    /// Lists the readable part of a malformed input, and warns of the rest.
    pub lenient: bool,
}

/// The form of a listing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListForm {
    /// The bundles with their entries.
    #[default]
    Bundles,
    /// Only the IDs of the entries, each once.
    Ids,
}

impl From<bool> for ListForm {
    fn from(ids_only: bool) -> Self {
        match ids_only {
            true => Self::Ids,
            false => Self::Bundles,
        }
    }
}

/// The contents of each input.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListReport {
    /// The inputs, in the order given.
    pub files: Vec<ListedFile>,
    /// The summary.
    #[serde(flatten)]
    pub summary: ListSummary,
}

/// The summary of all inputs.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListSummary {
    /// The counts of files, for several inputs, a folder or a package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// Notes on the request.
    pub notes: Vec<RequestNote>,
    /// The error if the request matches nothing in inputs with bundles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// The targets of the listed entries of all files, each once.
    #[serde(skip)]
    pub targets: Vec<String>,
    /// The outcome.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// The contents of one input.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListedFile {
    /// The input.
    pub file: FileName,
    /// The bundles in file order, with the requested entries; empty if only IDs were requested.
    pub bundles: Vec<ListedBundle>,
    /// The IDs of all entries, each once, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ids: Option<Vec<ListedId>>,
    /// The targets of the listed entries, each once, except for empty entries and the host.
    #[serde(skip)]
    pub targets: Vec<String>,
    /// Notes on the file.
    #[serde(flatten)]
    pub notes: FileNotes,
}

/// A bundle in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListedBundle {
    /// The number of the bundle in the file, from 0.
    pub bundle: usize,
    /// The archive member with the bundle, if any. Offsets then count from its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The offset of the bundle in the file or decompressed bytes, in bytes.
    pub offset: Integer,
    /// The length in bytes.
    pub size: Integer,
    /// The name of the format, as in `formats`.
    pub format: &'static str,
    /// The version, if the format has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The section of the object file with the bundle, if any. In LLVM bitcode, all offsets count from the start of the
    /// global, which may begin at any bit of the file.
    pub section: Option<String>,
    /// The offset of the bundle in bytes from the start of the section; only for bundles outside known sections.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section_offset: Option<Integer>,
    /// The compression, if any. Other offsets then count in the decompressed bytes.
    pub compression: Option<Compression>,
    /// The entries, in order.
    pub entries: Vec<ListedEntry>,
    /// The offset of the bundle or its compressed bytes in the file, in bytes.
    #[serde(skip)]
    pub start: u64,
    /// Whether the bundle is directly in the file, without section or compression.
    #[serde(skip)]
    pub by_itself: bool,
}

/// An entry of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListedEntry {
    /// The number of the entry in the bundle, from 0.
    pub entry: u64,
    /// The stored bundle entry ID, if it can be read.
    pub id: Option<String>,
    /// The ID in canonical form, if it has one.
    pub canonical: Option<String>,
    /// The offset of the code object in bytes, if known.
    pub offset: Option<Integer>,
    /// The length of the code object in bytes, if known.
    pub size: Option<Integer>,
    /// The compressed length in bytes, if the entry is compressed within the bundle. `offset` then locates the
    /// compressed bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed_size: Option<Integer>,
    /// The archive with the moved code object, if it was moved out of the file. `offset` then counts from the start of
    /// the archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive: Option<FileName>,
    /// The attributes; present only if the format stores more than an ID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attributes: Option<EntryAttributes>,
    /// The bundles in the code object, with numbers and offsets in the code object. Compressed bundles are not searched
    /// further.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contents: Vec<ListedBundle>,
}

/// A bundle entry ID of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListedId {
    /// The ID as stored.
    pub id: String,
    /// The ID in canonical form, if it has one.
    pub canonical: Option<String>,
}

impl ListedBundle {
    pub(super) fn new(scan: &Scan, number: usize, found: &FoundBundle, ids: &mut IdCache<'_>) -> Self {
        let region = scan.regions.get(found.region);
        let whole = region.is_none_or(|region| region.kind == RegionKind::Whole);
        let table = found.form.attributes();
        let entries = found.bundle.entries.iter().map(|entry| {
            let id = entry.id.as_deref().ok();
            let place = entry.place.as_ref().ok();
            ListedEntry {
                entry: entry.index,
                id: id.map(Into::into),
                canonical: id.and_then(|id| ids.canonical(id)),
                offset: place.map(|place| Integer(place.ofs)),
                size: found.content_len(entry).map(Integer),
                packed_size: place
                    .filter(|_| matches!(found.content_of(entry), Content::Packed { .. }))
                    .map(|place| Integer(place.len)),
                archive: found.archive_of(entry.index).map(|input| input.name().clone()),
                attributes: table.map(|table| EntryAttributes::new(table, &entry.attributes)),
                contents: Vec::new(),
            }
        });
        Self {
            bundle: number,
            member: found.member(),
            offset: Integer(found.bundle.start),
            size: Integer(found.bundle.len),
            format: found.form.name(),
            version: found.bundle.version,
            section: region.and_then(|region| region.kind.section()).map(Into::into),
            section_offset: region
                .and_then(|region| region.kind.offset_in_section(found.start()))
                .map(Integer),
            compression: found.envelope.as_deref().map(Compression::new),
            entries: entries.collect(),
            start: found.start(),
            by_itself: whole && found.envelope.is_none() && found.archive_member().is_none(),
        }
    }
}
