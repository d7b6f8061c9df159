//! The request and the report of `extract`.

use std::path::PathBuf;

use serde::Serialize;

use crate::file_name::FileName;
use crate::input::InputFile;
use crate::report::{FileCounts, Integer, Member, NotedFile, Outcome, RequestNote};
use crate::request::{Filter, PathPattern, ScanRequest};

/// The request of [`extract`](crate::ops::extract).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ExtractRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The files of folders and packages to skip.
    pub exclude: Vec<PathPattern>,
    /// The folder for the files, which is created if it does not exist.
    pub folder: PathBuf,
    /// The entries to select.
    pub filter: Filter,
    /// Writes empty entries too. By default they are left out unless their kind is requested. So are entries that only refer to something
    /// else.
    pub empty: bool,
    /// Continues if an input is not sound.
    pub lenient: bool,
    /// Replaces existing files.
    pub force: bool,
    /// Dry run: nothing is written.
    pub dry_run: bool,
}

impl Default for ExtractRequest {
    fn default() -> Self {
        Self {
            inputs: Vec::new(),
            scan: ScanRequest::default(),
            exclude: Vec::new(),
            folder: ".".into(),
            filter: Filter::default(),
            empty: false,
            lenient: false,
            force: false,
            dry_run: false,
        }
    }
}

/// The inputs that were read, and the files that were written.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExtractReport {
    /// The inputs, in the order given.
    pub files: Vec<NotedFile>,
    /// The written files, or those that would be, one per code object.
    pub outputs: Vec<ExtractedEntry>,
    /// The summary.
    #[serde(flatten)]
    pub summary: ExtractSummary,
}

/// The summary of an extraction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExtractSummary {
    /// The counts of files; present only if several were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// The number of requested entries that are left out because they have no content. Those of the host, usually empty, do not count.
    pub left_out: u64,
    /// Whether this was a dry run: nothing was written.
    pub dry_run: bool,
    /// Notes on the request.
    pub notes: Vec<RequestNote>,
    /// The outcome.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// A code object that was written, or would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExtractedEntry {
    /// The input that holds it.
    pub file: FileName,
    /// The archive member with the bundle; present only in an archive. Offsets then count in the member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The number of the bundle in the input, from 0.
    pub bundle: usize,
    /// The number of the entry in the bundle, from 0.
    pub entry: u64,
    /// The offset of the bundle, or of the compressed bundle that holds it, in the input, in bytes.
    pub start: Integer,
    /// The section of an object file that holds the bundle; null if none does.
    pub section: Option<String>,
    /// The offset of the bundle in bytes, from the start of the section. Present only if it was found by searching a section that is not
    /// known to hold bundles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section_offset: Option<Integer>,
    /// The bundle entry ID as stored; null if it cannot be read.
    pub id: Option<String>,
    /// The ID in canonical form; null if it has none.
    pub canonical: Option<String>,
    /// The offset of the code object in bytes, in the input, or in the decompressed bytes of a compressed bundle.
    pub offset: Integer,
    /// The length of the code object in bytes.
    pub size: Integer,
    /// The file that was written, or would be.
    pub output: FileName,
}
