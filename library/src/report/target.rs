//! What `target` reports.

use offload_bundle_core::ids::{IdPart, Reason};
use serde::Serialize;

use super::request_note::RequestNote;

/// IDs, component by component.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TargetParseReport {
    /// The IDs, in the order given.
    pub ids: Vec<ParsedId>,
    /// What is to be said of the request itself.
    pub notes: Vec<RequestNote>,
}

/// An ID, component by component.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ParsedId {
    /// The ID.
    pub id: String,
    /// The same in canonical form.
    pub canonical: String,
    /// Its components, in their order.
    pub parts: Vec<IdComponentValue>,
}

/// A component of an ID.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct IdComponentValue {
    /// The component's name.
    pub name: &'static str,
    /// What is there.
    pub value: String,
    /// Where it begins, in characters from 1.
    pub column: usize,
    /// What it means.
    pub meaning: &'static str,
}

/// IDs in canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TargetCanonicalReport {
    /// The IDs, in the order given.
    pub ids: Vec<CanonicalId>,
    /// What is to be said of the request itself.
    pub notes: Vec<RequestNote>,
}

/// An ID and its canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CanonicalId {
    /// The ID.
    pub id: String,
    /// The same in canonical form.
    pub canonical: String,
}

/// Whether a stored ID may serve a request, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TargetCompatReport {
    /// The stored ID.
    pub stored: String,
    /// The ID that is asked for.
    pub requested: String,
    /// Whether the stored one may serve the request for tools that match names.
    pub compatible: bool,
    /// Whether loaders run the stored one for the request: what may serve it, and what is for the generic processor of a family, or an earlier
    /// one of a generation.
    pub loads: bool,
    /// How well the stored one serves: of several compatible ones the greatest is chosen.
    pub rank: u32,
    /// What decided, in order.
    pub reasons: Vec<CompatReason>,
    /// What is to be said of the request itself.
    pub notes: Vec<RequestNote>,
}

/// A reason why an entry fits a request, or why not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CompatReason {
    /// Name of the rule.
    pub rule: &'static str,
    /// The reason, for people.
    pub text: String,
}

impl From<IdPart> for IdComponentValue {
    fn from(IdPart { name, value, column, meaning }: IdPart) -> Self {
        Self { name, value, column, meaning }
    }
}

impl From<Reason> for CompatReason {
    fn from(Reason { rule, text, .. }: Reason) -> Self {
        Self { rule, text }
    }
}
