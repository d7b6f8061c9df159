//! A finding with what it is about: which input, section, bundle and entry.

use offload_bundle_core::severity::Severity;
use serde::{Serialize, Serializer};

use super::integer::Integer;
use super::member::Member;
use crate::file_name::FileName;

/// Something wrong or odd in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Diagnostic {
    /// A stable word for the kind of finding.
    pub code: &'static str,
    /// How bad it is: `note`, `warning` or `error`.
    #[serde(serialize_with = "severity")]
    #[cfg_attr(feature = "schema", schemars(with = "SeverityWord"))]
    pub severity: Severity,
    /// What the offset counts in, where that is another than the file itself: what something in the file holds decompressed, or an entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<FileName>,
    /// The member of an archive that it is in, where it is in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The section that it is in, where it is in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// Number of the bundle in the file, from 0, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle: Option<usize>,
    /// Number of the entry in the bundle, from 0, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<u64>,
    /// Where, in bytes.
    pub offset: Integer,
    /// The field at fault, such as `entries[0].id`; empty where it is about no field.
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
