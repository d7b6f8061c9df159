//! `target`: explains and compares bundle entry IDs and target IDs.

use offload_bundle_core::Shortened;
use offload_bundle_core::ids::{IdComponent, IdPart, ParseError, Reason, UnknownName};
use offload_bundle_core::registry::Registry;
use serde::Serialize;

use super::check::refuse_contradictory;
use crate::anomaly::faults;
use crate::error::Error;
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

/// The request of [`target_compat`](crate::ops::target_compat): whether an ID may serve a request for another.
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

/// Whether a stored ID may serve a request, with reasons.
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
    /// Whether loaders run the stored code for the request: compatible code, code for the generic processor of a
    /// family, and code for an earlier processor of a generation.
    pub loadable: bool,
    /// The rank among compatible IDs. The greatest rank is chosen.
    pub rank: u32,
    /// The reasons, in order.
    pub reasons: Vec<CompatReason>,
    /// Notes on the request.
    pub notes: Vec<RequestNote>,
}

/// A reason why an entry matches a request or does not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CompatReason {
    /// The name of the rule.
    pub rule: &'static str,
    /// The text of the reason.
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

/// Returns the components of bundle entry IDs or target IDs.
///
/// # Errors
///
/// Returns [`Error::BadId`] for text that is not an ID, or lacks its kind, and for an ID that runtimes refuse.
///
/// ```
/// use offload_bundle::ops;
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::TargetParseRequest;
///
/// let mut request = TargetParseRequest::default();
/// request.ids = vec!["hip-amdgcn-amd-amdhsa--gfx90a:xnack+".into()];
/// for part in &ops::target_parse(&REGISTRY, &request)?.ids[0].parts {
///     println!("{}: {} ({})", part.name, part.value, part.meaning);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn target_parse(registry: &Registry, request: &TargetParseRequest) -> Result<TargetParseReport, Error> {
    let grammar = registry.ids;
    let ids = request.ids.iter().map(String::as_str);
    let whole: Vec<&str> = ids.filter(|id| !grammar.is_target(id)).collect();
    refuse_contradictory(grammar, &whole)?;
    let ids = each(registry, &request.ids, |id, is_target| {
        let (parts, canonical) = match is_target {
            true => (grammar.target_parts(id)?, grammar.canonical_target(id)?),
            false => (grammar.parts(id)?, grammar.canonical(id)?),
        };
        Ok(ParsedId { id: id.into(), canonical, parts: parts.into_iter().map(Into::into).collect() })
    })?;
    Ok(TargetParseReport { ids, notes: notes(registry, request.ids.iter()) })
}

/// Returns the canonical spelling of bundle entry IDs or target IDs.
///
/// # Errors
///
/// Returns [`Error::BadId`] for text that is not an ID, or lacks its kind.
///
/// ```
/// use offload_bundle::ops;
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::TargetCanonicalRequest;
///
/// let mut request = TargetCanonicalRequest::default();
/// request.ids = vec!["hip-amdgcn-amd-amdhsa--gfx90a:xnack+:sramecc-".into()];
/// let report = ops::target_canonical(&REGISTRY, &request)?;
/// assert_eq!(report.ids[0].canonical, "hip-amdgcn-amd-amdhsa--gfx90a:sramecc-:xnack+");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn target_canonical(registry: &Registry, request: &TargetCanonicalRequest) -> Result<TargetCanonicalReport, Error> {
    let grammar = registry.ids;
    let ids = each(registry, &request.ids, |id, is_target| {
        let canonical = match is_target {
            true => grammar.canonical_target(id)?,
            false => grammar.canonical(id)?,
        };
        Ok(CanonicalId { id: id.into(), canonical })
    })?;
    Ok(TargetCanonicalReport { ids, notes: notes(registry, request.ids.iter()) })
}

/// Returns whether the stored ID may serve a request for the other. If either is a bare target ID, only targets are
/// compared.
///
/// # Errors
///
/// Returns [`Error::BadId`] for text that is not an ID, or lacks its kind.
///
/// ```
/// use offload_bundle::ops;
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::TargetCompatRequest;
///
/// let mut request = TargetCompatRequest::default();
/// request.stored = "hip-amdgcn-amd-amdhsa--gfx90a".into();
/// request.requested = "hip-amdgcn-amd-amdhsa--gfx90a:xnack+".into();
/// assert!(ops::target_compat(&REGISTRY, &request)?.compatible);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn target_compat(registry: &Registry, request: &TargetCompatRequest) -> Result<TargetCompatReport, Error> {
    let grammar = registry.ids;
    let TargetCompatRequest { stored, requested } = request;
    let mut of_targets = false;
    for id in [stored, requested] {
        if grammar.is_target(id) {
            of_targets = true;
            continue;
        }
        grammar.parts(id).map_err(|error| Error::malformed_id(id, error))?;
        refuse_without_kind(registry, id)?;
    }
    // A bare target ID has neither kind nor triple to compare.
    let verdict = match of_targets {
        true => grammar.target_verdict(stored.as_str().into(), requested),
        false => grammar.verdict(stored, requested),
    };
    Ok(TargetCompatReport {
        stored: stored.clone(),
        requested: requested.clone(),
        compatible: verdict.compatible,
        loadable: verdict.loads.is_some(),
        rank: verdict.rank,
        reasons: verdict.reasons.into_iter().map(Into::into).collect(),
        notes: notes(registry, [stored, requested].into_iter()),
    })
}

fn notes<'i>(registry: &Registry, given: impl Iterator<Item = &'i String>) -> Vec<RequestNote> {
    let grammar = registry.ids;
    let of_each = |id: &String| -> Vec<RequestNote> {
        if grammar.is_target(id) {
            let unknown = grammar.check_component(IdComponent::Target, id).ok().flatten();
            let note = |unknown: UnknownName| RequestNote { code: "unknown-name", message: unknown.to_string() };
            return unknown.map(note).into_iter().collect();
        }
        let shown = Shortened(id);
        if let Err(invalid) = grammar.validate(id) {
            let code = if invalid.contradiction.is_some() {
                "bad-id"
            } else {
                "unknown-name"
            };
            return vec![RequestNote { code, message: format!("{shown:?}: {}", faults(&invalid)) }];
        }
        let unknown = grammar.unknown_names(id).into_iter();
        let note = |unknown| RequestNote { code: "unknown-name", message: format!("{shown:?}: {unknown}") };
        unknown.map(note).collect()
    };
    given.flat_map(of_each).collect()
}

/// `read` receives whether the ID is a bare target ID.
fn each<T>(
    registry: &Registry,
    ids: &[String],
    mut read: impl FnMut(&str, bool) -> Result<T, ParseError>,
) -> Result<Vec<T>, Error> {
    let read = ids.iter().map(|id| {
        let is_target = registry.ids.is_target(id);
        let read = read(id, is_target).map_err(|error| Error::malformed_id(id, error))?;
        if !is_target {
            refuse_without_kind(registry, id)?;
        }
        Ok(read)
    });
    read.collect()
}

/// The triple's first part would become the kind. Unknown kinds and triples are allowed.
fn refuse_without_kind(registry: &Registry, id: &str) -> Result<(), Error> {
    match registry.ids.validate(id) {
        Err(invalid) if !invalid.without_kind.is_empty() => Err(Error::BadId { id: id.into(), invalid, such_as: None }),
        _ => Ok(()),
    }
}
