//! The requests and the reports of `target`.

use offload_bundle_core::ids::{IdPart, Reason};
use serde::Serialize;

use crate::report::RequestNote;

/// The request of [`target_parse`](crate::ops::target_parse).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TargetParseRequest {
    /// The IDs.
    pub ids: Vec<String>,
}

/// The request of [`target_canonical`](crate::ops::target_canonical).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TargetCanonicalRequest {
    /// The IDs.
    pub ids: Vec<String>,
}

/// The request of [`target_compat`](crate::ops::target_compat): whether one ID may serve as the other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TargetCompatRequest {
    /// The ID of the entry.
    pub stored: String,
    /// The requested ID.
    pub requested: String,
}

/// The components of IDs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TargetParseReport {
    /// The IDs, in the order given.
    pub ids: Vec<ParsedId>,
    /// Notes on the request.
    pub notes: Vec<RequestNote>,
}

/// The components of an ID.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ParsedId {
    /// The ID.
    pub id: String,
    /// The ID in canonical form.
    pub canonical: String,
    /// The components, in order.
    pub parts: Vec<IdComponentValue>,
}

/// A component of an ID.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct IdComponentValue {
    /// The component's name.
    pub name: &'static str,
    /// The value of the component.
    pub value: String,
    /// The column of the component, from 1.
    pub column: usize,
    /// The meaning of the value.
    pub meaning: &'static str,
}

/// IDs in canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TargetCanonicalReport {
    /// The IDs, in the order given.
    pub ids: Vec<CanonicalId>,
    /// Notes on the request.
    pub notes: Vec<RequestNote>,
}

/// An ID and its canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CanonicalId {
    /// The ID.
    pub id: String,
    /// The ID in canonical form.
    pub canonical: String,
}

/// Whether a stored ID may serve a request, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TargetCompatReport {
    /// The stored ID.
    pub stored: String,
    /// The requested ID.
    pub requested: String,
    /// Whether the stored ID may serve the request, for tools that match names.
    pub compatible: bool,
    /// Whether loaders run the stored code for the request. Besides compatible code, they run code for the generic processor of a family,
    /// or for an earlier processor of a generation.
    pub loads: bool,
    /// How well the stored ID serves. Of several compatible IDs, the one with the greatest rank is chosen.
    pub rank: u32,
    /// The reasons, in order.
    pub reasons: Vec<CompatReason>,
    /// Notes on the request.
    pub notes: Vec<RequestNote>,
}

/// A reason why an entry matches a request, or why not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CompatReason {
    /// The name of the rule.
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
