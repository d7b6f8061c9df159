//! The format of exported cases.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::case::{Level, Neighbour, Question};

/// All cases, `cases.json`: one a line.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Export(pub Vec<ExportedCase>);

/// A case. The keys of its question are as in the pipe protocol, with files in the place of bytes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExportedCase {
    /// Its name.
    pub id: String,
    /// A digest of question and expectation: cases with the same digest ask the same.
    pub digest: String,
    /// How binding it is.
    pub level: Level,
    /// What goes wrong in an implementation that fails it, or what it shows.
    pub why: String,
    /// The statements of source documents that it is a case of.
    pub citations: Vec<Citation>,
    /// Where the expectation comes from, where that is no document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// For a case that differs from another in one number only: why this number matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<String>,
    /// For a case that is refused: the accepted case that it differs from in one way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neighbour: Option<Neighbour>,
    /// The question.
    #[serde(flatten)]
    pub question: Question<FileOfBytes>,
    /// What is right.
    pub expect: Expected,
    /// Why a refusal is right, where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// The value that is right, where one is: that of the pipe protocol, with files in the place of bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

/// What is right.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Expected {
    /// The value.
    Accept,
    /// A refusal.
    Reject,
    /// The value, or a refusal.
    Either,
}

/// A statement of a source document.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Citation {
    /// Its name in `requirements.yaml`.
    pub id: String,
    /// The document.
    pub document: String,
    /// The section there.
    pub section: String,
    /// What it says, in other words.
    pub says: String,
    /// The sentence of the document that says so.
    pub sentence: String,
}

/// Bytes, in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FileOfBytes {
    /// The file, from the folder of the export.
    pub file: String,
    /// How many bytes it has.
    pub size: usize,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

/// `manifest.json`: which suite this is, and every other file of the export.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Manifest {
    /// The version of this form: 1.
    pub form: u32,
    /// The version of the suite.
    pub version: String,
    /// The digest of cases and fixtures, as reports have it.
    pub digest: String,
    /// How many cases there are.
    pub cases: usize,
    /// The SHA-256 of every other file, by its path.
    pub files: BTreeMap<String, String>,
}
