//! Requirements from the source documents: `requirements.yaml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Every normative statement, with the documents that they are in.
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
    /// Whose it is, and of which release.
    pub of: String,
}

/// A statement.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Requirement {
    /// The short name of its document, `/`, and a few words.
    pub id: String,
    /// The short name of its document.
    pub source: String,
    /// The section there.
    pub section: String,
    /// What it says, in other words.
    pub says: String,
    /// The words of the document, with `…` where some are left out.
    pub sentence: String,
    /// Why no case asks for it, where none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_case: Option<String>,
}
