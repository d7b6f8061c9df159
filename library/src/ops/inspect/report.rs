//! The request and the report of `inspect`.

use std::ops::Range;
use std::path::PathBuf;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::error::Error;
use crate::file_name::FileName;
use crate::input::InputFile;
use crate::report::{Diagnostic, FileCounts, FileNotes, Integer, Member, Outcome};
use crate::request::{PathPattern, ScanRequest};

/// The request of [`inspect`](crate::ops::inspect).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct InspectRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The files of folders and packages to skip.
    pub exclude: Vec<PathPattern>,
    /// Explains only the parts with these numbers, which count from 0 over all inputs. Others are shown with format and place only.
    pub parts: Option<Range<usize>>,
    /// Returns the canonical value of each part too.
    pub canonical: bool,
    /// The path of a page with the report. The parts then have their bytes ([`PartEnd::bytes`]), and the page must not replace an
    /// input. [`write_file`] writes it.
    ///
    /// [`PartEnd::bytes`]: crate::report::PartEnd::bytes
    /// [`write_file`]: crate::ops::write_file
    pub page: Option<PathBuf>,
}

/// The explained bytes of each input.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InspectReport {
    /// The inputs, in the order given.
    pub files: Vec<InspectedFile>,
    /// The summary.
    #[serde(flatten)]
    pub summary: InspectSummary,
}

/// The summary of all inputs.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InspectSummary {
    /// The counts of files; present only if several were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// The outcome.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// The explained bytes of one input.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InspectedFile {
    /// The input.
    pub file: FileName,
    /// The bundles, the compressed files around them and the records that point at them, in file order.
    pub parts: Vec<InspectedPart>,
    /// Notes on the file.
    #[serde(flatten)]
    pub notes: FileNotes,
}

/// A bundle, a compressed file around bundles, or the records that point at them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InspectedPart {
    /// The format and place of the part.
    #[serde(flatten)]
    pub place: PartPlace,
    /// The readable fields, one per row.
    pub rows: Vec<InspectedRow>,
    /// What follows the rows.
    #[serde(flatten)]
    pub end: PartEnd,
}

/// What follows the rows of a part.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PartEnd {
    /// The canonical value: fields by name, numbers as decimal strings. Present only if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub value: Option<CanonicalValue>,
    /// What is wrong with the fields, or with what they declare.
    pub findings: Vec<Diagnostic>,
    /// The bytes of the fields in file order; of long fields only the first. Present only for a page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub bytes: Vec<InspectedBytes>,
}

/// A canonical value, as the JSON text that it is.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct CanonicalValue(Box<RawValue>);

impl CanonicalValue {
    /// The value with this text, if that is JSON.
    pub(crate) fn from_text(text: String) -> Option<Self> {
        RawValue::from_string(text).ok().map(Self)
    }

    /// Returns the JSON text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }
}

impl PartialEq for CanonicalValue {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

/// Consecutive bytes of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct InspectedBytes {
    /// The offset of the first byte.
    pub offset: Integer,
    /// The bytes; in JSON two hexadecimal digits each.
    #[serde(serialize_with = "hexadecimal")]
    pub bytes: Vec<u8>,
}

fn hexadecimal<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

/// The format and place of a part of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PartPlace {
    /// What the offsets count in: the input, or decompressed bytes of something in it.
    pub file: FileName,
    /// The archive member that it is in; present only in an archive. Offsets then count in the member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The section of an object file that it is in; null if none.
    pub section: Option<String>,
    /// The offset of the part in bytes.
    pub offset: Integer,
    /// The name of the format, as `formats` shows it.
    pub format: &'static str,
    /// The title of the format, for people.
    pub title: &'static str,
}

/// A field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InspectedRow {
    /// The path of the field, such as `entries[0].id`.
    pub path: String,
    /// The offset of the field in bytes.
    pub offset: Integer,
    /// The length of the field in bytes.
    pub size: Integer,
    /// The content, for people.
    pub value: String,
    /// The meaning of the content.
    pub meaning: String,
    /// The content as a number; present only if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<Integer>,
    /// The stable word for why the field cannot be read; present only if it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'static str>,
}

/// One piece of an inspection, in the order of the inputs. For each file: its begin, its parts, its end. For each part: its begin, its
/// rows, its end.
#[derive(Debug)]
#[non_exhaustive]
pub enum InspectItem<'i> {
    /// A file begins. This is its name.
    File(&'i FileName),
    /// A part begins.
    Part(PartPlace),
    /// A field.
    Row(InspectedRow),
    /// The part ends.
    EndPart(PartEnd),
    /// The file ends. These are its notes.
    End(Box<FileNotes>),
    /// A file of a folder or package holds no bundles, and is only counted. The error says what it is.
    PassedOver(Box<Error>),
}
