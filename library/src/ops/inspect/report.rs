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
    /// The numbers of the parts to explain, from 0 over all inputs. Other parts have only format and place.
    pub parts: Option<Range<usize>>,
    /// Adds the canonical value of each part.
    pub canonical: bool,
    /// The path of a page with the report. Parts then have their bytes ([`PartEnd::bytes`]), and the page must not
    /// replace an input. [`write_file`] writes the page.
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
    /// The counts of files, if several were given.
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
    /// The rest of the part.
    #[serde(flatten)]
    pub end: PartEnd,
}

/// The part of an [`InspectedPart`] that follows its rows.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PartEnd {
    /// The canonical value, on request: fields by name, numbers as decimal strings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub value: Option<CanonicalValue>,
    /// The faults of the fields and their declarations.
    pub findings: Vec<Diagnostic>,
    /// The bytes of the fields in file order, for a page; long fields are cut.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub bytes: Vec<InspectedBytes>,
}

/// A canonical value as JSON text.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct CanonicalValue(Box<RawValue>);

impl CanonicalValue {
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
    /// The bytes; two hexadecimal digits each in JSON.
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
    /// The base of offsets: the input or decompressed bytes.
    pub file: FileName,
    /// The archive member with the part, if any. Offsets then count from its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The section of the object file with the part, if any.
    pub section: Option<String>,
    /// The offset of the part in bytes.
    pub offset: Integer,
    /// The name of the format, as in `formats`.
    pub format: &'static str,
    /// The title of the format.
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
    /// The content as text.
    pub value: String,
    /// The meaning of the content.
    pub meaning: String,
    /// The content as a number, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<Integer>,
    /// The stable word for the reason why the field cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'static str>,
}

/// One piece of an inspection, in input order. A file has a start, parts and an end; a part has a start, rows and an
/// end.
#[derive(Debug)]
#[non_exhaustive]
pub enum InspectItem<'i> {
    /// The start of a file, with its name.
    File(&'i FileName),
    /// The start of a part.
    Part(PartPlace),
    /// A field.
    Row(InspectedRow),
    /// The end of a part.
    EndPart(PartEnd),
    /// The end of a file, with its notes.
    End(Box<FileNotes>),
    /// A file of a folder or package without bundles, which is only counted. The error describes it.
    PassedOver(Box<Error>),
}
