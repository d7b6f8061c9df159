//! The format of exported cases.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::case::{Level, Neighbour, Question};

/// All cases in `cases.json`, a line for each.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Export(pub Vec<ExportedCase>);

/// A case. Its question has the keys of the pipe protocol, with files instead of bytes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExportedCase {
    /// Its name.
    pub id: String,
    /// Digest of question and expectation. Cases with equal digests are equivalent.
    pub digest: String,
    /// Level of obligation.
    pub level: Level,
    /// The fault of a failing implementation, or the purpose of the case.
    pub why: String,
    /// Tested statements of source documents.
    pub citations: Vec<Citation>,
    /// Source of an expectation without a document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// For a case that differs from another case only in a number, the importance of this number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<String>,
    /// For a refused case, the accepted case with one difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neighbour: Option<Neighbour>,
    /// The question.
    #[serde(flatten)]
    pub question: Question<FileOfBytes>,
    /// The correct result.
    pub expect: Expected,
    /// Reason for a correct refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// The correct value, if any, in the form of the pipe protocol with files instead of bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

/// The correct result.
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
    /// Paraphrase.
    pub says: String,
    /// The quoted sentence.
    pub sentence: String,
}

/// Bytes in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FileOfBytes {
    /// Path in the exported folder.
    pub file: String,
    /// Size in bytes.
    pub size: usize,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}

/// `manifest.json`: the suite and all other exported files.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Manifest {
    /// Version of this format: 1.
    pub form: u32,
    /// The version of the suite.
    pub version: String,
    /// Digest of cases and fixtures, as in reports.
    pub digest: String,
    /// Number of cases.
    pub cases: usize,
    /// The SHA-256 of every other file, by its path.
    pub files: BTreeMap<String, String>,
}
