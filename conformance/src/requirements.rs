//! Requirements from the source documents: `requirements.yaml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Normative statements and their documents.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Requirements {
    /// The documents, by short names.
    pub sources: BTreeMap<String, Source>,
    /// The statements.
    pub requirements: Vec<Requirement>,
}

/// A document.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Its title.
    pub title: String,
    /// Publisher and release.
    pub of: String,
}

/// A statement.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Requirement {
    /// Short name of the document, `/`, and a few words.
    pub id: String,
    /// The short name of its document.
    pub source: String,
    /// The section there.
    pub section: String,
    /// Paraphrase.
    pub says: String,
    /// Quoted text, with `…` for omissions.
    pub sentence: String,
    /// Reason for the absence of cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_case: Option<String>,
}
