//! The outcome of an operation, and what a report notes on a request and on each input.

use offload_bundle_core::ids::{Product, UnknownName};
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

/// A piece of a report, in the order of the inputs.
#[derive(Debug)]
pub enum Item<F> {
    /// A file or input that was read, or the error that it has.
    File(F),
    /// A file of a folder or package without bundles, which is only counted. The error says what it is.
    PassedOver(Box<Error>),
}

impl<F> Item<F> {
    /// Returns the file if it is one that was read.
    pub fn into_file(self) -> Option<F> {
        match self {
            Self::File(file) => Some(file),
            Self::PassedOver(_) => None,
        }
    }
}

/// The number of files that were given, and of those without bundles.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileCounts {
    /// The number of files that were given.
    pub file_count: usize,
    /// The number of files that are no bundles and hold none.
    pub without_bundles_count: usize,
}

impl FileCounts {
    /// Returns whether no file holds any bundle.
    pub fn is_without_bundles(self) -> bool {
        self.without_bundles_count == self.file_count
    }
}

/// How much of an object file was searched for bundles besides the sections that are known to hold some; for an archive, of all its object
/// files together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Searched {
    /// The number of bytes that were searched: the data that a program loads, or the whole file on request.
    pub size: Integer,
    /// The number of bytes that were neither searched nor known to hold bundles: code, tables, and what no program loads.
    pub left_size: Integer,
}

impl Searched {
    /// Adds what was searched of another.
    pub(crate) fn add(&mut self, other: Self) {
        self.size = Integer(self.size.0.saturating_add(other.size.0));
        self.left_size = Integer(self.left_size.0.saturating_add(other.left_size.0));
    }
}

/// The number of bundles of an input with a requested entry. Empty entries do not count, unless kinds are requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Matching {
    /// The number of bundles with a requested entry.
    pub bundles: usize,
    /// The number of bundles.
    pub of: usize,
}

impl Matching {
    /// Returns whether some bundle has no requested entry.
    pub fn is_partial(self) -> bool {
        self.bundles < self.of
    }
}

/// A note on a request, or on how entries were selected by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RequestNote {
    /// A stable word for the kind of note.
    pub code: &'static str,
    /// The note, for people.
    pub message: String,
}

impl RequestNote {
    /// Entries are taken because loaders run them, though their names do not match.
    pub(crate) fn loaded(why: &str) -> Self {
        Self { code: "loaded", message: format!("taken: {why}") }
    }

    /// A product is asked for by its name.
    pub(crate) fn product(asked: &str, product: Product) -> Self {
        let Product { name, processor } = product;
        Self { code: "product", message: format!("{asked:?}: {name} has the processor {processor}") }
    }

    /// A name is asked for that is not known.
    pub(crate) fn unknown_name(unknown: &UnknownName) -> Self {
        Self { code: "unknown-name", message: format!("{unknown}; entries are matched by this name") }
    }
}

/// Something wrong or odd in a file.
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
    /// What the offset counts in, if that is not the file itself: decompressed bytes of something in the file, or an entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<FileName>,
    /// The archive member that it is in; present only in an archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The section that it is in; present only in a section.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The number of the bundle in the file, from 0; present only if it is about a bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle: Option<usize>,
    /// The number of the entry in the bundle, from 0; present only if it is about an entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<u64>,
    /// The offset in bytes.
    pub offset: Integer,
    /// The field at fault, such as `entries[0].id`; empty if it is about no field.
    pub path: String,
    /// What is wrong, for people.
    pub message: String,
}

/// The words for a severity.
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
    /// What is wrong or odd in the file.
    pub warnings: Vec<Diagnostic>,
    /// The sections whose device code is not in this file.
    pub external_code: Vec<ExternalCode>,
    /// How much was searched besides the known places; present only for an object file or an archive of some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<Searched>,
    /// The number of bundles with a requested entry; present only if not everything is requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matching: Option<Matching>,
    /// Why the input could not be processed, or not all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// Whether the input is an archive, whose members are processed one by one.
    #[serde(skip)]
    pub is_archive: bool,
    /// Whether the input holds bundles.
    #[serde(skip)]
    pub holds_bundles: bool,
}

impl FileNotes {
    /// The input could not be dealt with.
    pub(crate) fn failed(error: Error) -> Self {
        Self { error: Some(error), ..Self::default() }
    }

    /// Returns the outcome for this input.
    pub fn outcome(&self) -> Outcome {
        self.error.as_ref().map_or(Outcome::Done, Error::outcome)
    }
}

/// A file in a package that has bundles but stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LeftFile {
    /// The file.
    pub file: FileName,
    /// The length of the file in bytes.
    pub size: Integer,
    /// The number of bytes that it takes in the package.
    pub packed_size: Integer,
    /// The format of its bundles; present only if the file stays because that is read, and not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static str>,
    /// The reason.
    pub why: &'static str,
}
