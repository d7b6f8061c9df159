//! A finding with its place: input, section, bundle and entry.

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
