//! What `inspect` reports.

use serde::Serialize;
use serde_json::Value;

use super::diagnostic::Diagnostic;
use super::file_counts::FileCounts;
use super::file_notes::FileNotes;
use super::integer::Integer;
use super::member::Member;
use super::outcome::Outcome;
use crate::error::Error;
use crate::file_name::FileName;

/// The bytes of each input, explained.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InspectReport {
    /// The inputs, in the order given.
    pub files: Vec<InspectedFile>,
    /// How many there are; there only where several were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<FileCounts>,
    /// How it went.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// The bytes of one input.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InspectedFile {
    /// The input.
    pub file: FileName,
    /// Its bundles, what they are compressed in and what they are in, in file order.
    pub parts: Vec<InspectedPart>,
    /// What else there is to say of it.
    #[serde(flatten)]
    pub notes: FileNotes,
}

/// A bundle, what bundles are compressed in, or what they are in; or a code object.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InspectedPart {
    /// What and where it is.
    #[serde(flatten)]
    pub place: PartPlace,
    /// Its fields as far as they can be read, one a row.
    pub rows: Vec<InspectedRow>,
    /// Its canonical value: fields by name, numbers as decimal strings. Absent unless it was asked for, and where the rows do not show every
    /// field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// What is wrong with its fields, or with what is declared of it.
    pub findings: Vec<Diagnostic>,
    /// The bytes of its fields, in the order of the file: of long ones the first. There only for a page.
    #[serde(skip)]
    pub bytes: Vec<InspectedBytes>,
}

/// Bytes of a part, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InspectedBytes {
    /// The first of them.
    pub offset: Integer,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// What a part of a file is, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PartPlace {
    /// What its offsets count in: the input, or what something in the input holds decompressed.
    pub file: FileName,
    /// The member of an archive that it is in, where it is in one. Then offsets count in the member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The section of an object file that it is in; null if it is in none.
    pub section: Option<String>,
    /// Its first byte.
    pub offset: Integer,
    /// Name of its format, as `formats` shows it.
    pub format: &'static str,
    /// Title of its format, for people.
    #[serde(skip)]
    pub title: &'static str,
}

/// A field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InspectedRow {
    /// Which field, such as `entries[0].id`.
    pub path: String,
    /// Its first byte.
    pub offset: Integer,
    /// Its length, in bytes.
    pub size: Integer,
    /// What it holds, for people.
    pub value: String,
    /// What it means.
    pub meaning: String,
    /// What it holds, where that is a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<Integer>,
    /// The stable word for why it cannot be read, where it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'static str>,
    /// Of the row behind the first records of a long list: how many more there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out_count: Option<usize>,
}

/// One piece of what is explained, in the order of the inputs: a file begins, its parts follow, it ends; a part begins, its rows follow,
/// then its value, then its bytes, it ends.
#[derive(Debug)]
#[non_exhaustive]
pub enum InspectItem<'i> {
    /// A file begins: its name.
    File(&'i FileName),
    /// A part begins.
    Part(PartPlace),
    /// A field.
    Row(InspectedRow),
    /// The next piece of the JSON text of the part's canonical value.
    Value(&'i str),
    /// The bytes of the part's fields.
    Bytes(Vec<InspectedBytes>),
    /// The part ends: what is wrong with it.
    EndPart(Vec<Diagnostic>),
    /// The file ends.
    End(Box<FileNotes>),
    /// A file of a folder or package holds no bundles, and is only counted: what it is.
    PassedOver(Error),
    /// All of several files have ended: how many there are.
    Totals(FileCounts),
}
