//! The outcome of an operation, and the notes of a report.

use offload_bundle_core::severity::Severity;
use serde::{Serialize, Serializer};

use crate::error::Error;
use crate::file_name::FileName;
use crate::report::{ExternalCode, Integer, Member};

/// The outcome of an operation, from best to worst.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Done, or the answer is yes.
    #[default]
    Done,
    /// The answer is no: not found, not a bundle, not compatible, not sound.
    Negative,
    /// The operation failed, entirely or for some input.
    Failed,
}

/// A piece of a report, in input order.
#[derive(Debug)]
pub enum Item<F> {
    /// A file or input that was read, or its error.
    File(F),
    /// A file of a folder or package without bundles, which is only counted. The error describes it.
    PassedOver(Box<Error>),
}

impl<F> Item<F> {
    /// Returns the file, if it was read.
    pub fn into_file(self) -> Option<F> {
        match self {
            Self::File(file) => Some(file),
            Self::PassedOver(_) => None,
        }
    }
}

/// The numbers of files, and of files without bundles.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileCounts {
    /// The number of files that were given.
    pub file_count: usize,
    /// The number of files without bundles.
    pub without_bundles_count: usize,
}

impl FileCounts {
    /// Returns whether no file holds any bundle.
    pub fn is_without_bundles(self) -> bool {
        self.without_bundles_count == self.file_count
    }
}

/// The searched part of an object file apart from known sections; for an archive, the sum over object files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Searched {
    /// The number of searched bytes: loaded data, or the whole file on request.
    pub size: Integer,
    /// The number of bytes outside the searched and known parts: code, tables, and data that no program loads.
    pub unsearched_size: Integer,
}

impl Searched {
    pub(crate) fn add(&mut self, other: Self) {
        self.size.add(other.size.0);
        self.unsearched_size.add(other.unsearched_size.0);
    }
}

/// The number of bundles of an input with a requested entry. Empty entries count only if kinds are requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Matching {
    /// The number of bundles with a requested entry.
    pub bundles: usize,
    /// The number of bundles.
    pub total: usize,
}

impl Matching {
    /// Returns whether some bundle lacks a requested entry.
    pub fn is_partial(self) -> bool {
        self.bundles < self.total
    }
}

/// A note on a request, or on the selection of entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RequestNote {
    /// A stable word for the kind of note.
    pub code: &'static str,
    /// The text of the note.
    pub message: String,
}

impl RequestNote {
    /// Creates a note.
    #[doc(hidden)]
    pub fn new(code: &'static str, message: String) -> Self {
        Self { code, message }
    }
}

/// A fault or an oddity in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Diagnostic {
    /// A stable word for the kind of finding.
    pub code: &'static str,
    /// The severity: `note`, `warning` or `error`.
    #[serde(serialize_with = "severity")]
    #[cfg_attr(feature = "schema", schemars(with = "SeverityWord"))]
    pub severity: Severity,
    /// The base of the offset if it is not the file: decompressed bytes, or an entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<FileName>,
    /// The archive member, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The section, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The number of the bundle in the file, from 0, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle: Option<usize>,
    /// The number of the entry in the bundle, from 0, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<u64>,
    /// The offset in bytes.
    pub offset: Integer,
    /// The field at fault, such as `entries[0].id`; empty for a finding without a field.
    pub path: String,
    /// The message.
    pub message: String,
}

#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
#[expect(dead_code, reason = "only its schema is asked for")]
enum SeverityWord {
    Note,
    Warning,
    Error,
}

fn severity<S: Serializer>(severity: &Severity, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(severity.name())
}

/// An input and the notes on it.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NotedFile {
    /// The input.
    pub file: FileName,
    /// Notes on the file.
    #[serde(flatten)]
    pub notes: FileNotes,
}

/// Notes on an input, besides its contents.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileNotes {
    /// The faults and oddities of the file.
    pub warnings: Vec<Diagnostic>,
    /// The sections with device code outside this file.
    pub external_code: Vec<ExternalCode>,
    /// The searched parts apart from known places; only for object files, and archives of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<Searched>,
    /// The number of bundles with a requested entry, if the request selects entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matching: Option<Matching>,
    /// The reason why the input was not processed, or not completely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// Whether the input is an archive; its members are processed separately.
    #[serde(skip)]
    pub is_archive: bool,
    /// Whether the input holds bundles.
    #[serde(skip)]
    pub holds_bundles: bool,
}

impl FileNotes {
    pub(crate) fn failed(error: Error) -> Self {
        Self { error: Some(error), ..Self::default() }
    }

    /// Returns the outcome for this input.
    pub fn outcome(&self) -> Outcome {
        self.error.as_ref().map_or(Outcome::Done, Error::outcome)
    }
}

/// A file with bundles in a package that stays unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnchangedFile {
    /// The file.
    pub file: FileName,
    /// The length of the file in bytes.
    pub size: Integer,
    /// The number of bytes that the file takes in the package.
    pub packed_size: Integer,
    /// The format of its bundles; present only if this format can be read but not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static str>,
    /// The reason.
    pub reason: &'static str,
}
