//! `target`: explains and compares bundle entry IDs and target IDs.

pub(crate) mod report;

use offload_bundle_core::Shortened;
use offload_bundle_core::ids::{IdComponent, ParseError, UnknownName};
use offload_bundle_core::registry::Registry;

use super::check::refuse_contradictory;
use crate::error::Error;
use crate::finding_texts::faults;
use crate::report::{CanonicalId, ParsedId, RequestNote, TargetCanonicalReport, TargetCompatReport, TargetParseReport};
use crate::request::{TargetCanonicalRequest, TargetCompatRequest, TargetParseRequest};

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
    let whole: Vec<&str> = request.ids.iter().map(String::as_str).collect();
    let whole: Vec<&str> = whole.into_iter().filter(|id| !grammar.is_target(id)).collect();
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

/// Returns whether the stored ID may serve a request for the other. If one is a target ID only, only the targets are compared.
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
    // Where one has neither kind nor triple, those of the other do not matter.
    let verdict = match of_targets {
        true => grammar.target_verdict(stored.as_str().into(), requested),
        false => grammar.verdict(stored, requested),
    };
    Ok(TargetCompatReport {
        stored: stored.clone(),
        requested: requested.clone(),
        compatible: verdict.compatible,
        loads: verdict.loads.is_some(),
        rank: verdict.rank,
        reasons: verdict.reasons.into_iter().map(Into::into).collect(),
        notes: notes(registry, [stored, requested].into_iter()),
    })
}

/// What is unknown in each of `given`, and which of them runtimes refuse.
fn notes<'i>(registry: &Registry, given: impl Iterator<Item = &'i String>) -> Vec<RequestNote> {
    let grammar = registry.ids;
    let of_each = |id: &String| -> Vec<RequestNote> {
        if grammar.is_target(id) {
            let unknown = grammar.check_component(IdComponent::Target, id).ok().flatten();
            let note = |unknown: UnknownName| RequestNote { code: "unknown-name", message: unknown.to_string() };
            return unknown.map(note).into_iter().collect();
        }
        let invalid = grammar.validate(id).err();
        let invalid = invalid.map(|invalid| RequestNote {
            code: if invalid.contradiction.is_some() {
                "bad-id"
            } else {
                "unknown-name"
            },
            message: format!("{:?}: {}", Shortened(id), faults(&invalid)),
        });
        let unknown = grammar.unknown_names(id).into_iter();
        let unknown = unknown
            .map(|unknown| RequestNote { code: "unknown-name", message: format!("{:?}: {unknown}", Shortened(id)) });
        match invalid {
            Some(note) => vec![note],
            None => unknown.collect(),
        }
    };
    given.flat_map(of_each).collect()
}

/// Reads each of `ids`, which is a whole ID or only a target ID; `read` gets which.
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

/// Refuses an ID whose first part would be taken for a kind, because there is none. Kinds and triples that are not known are no mistake
/// here.
fn refuse_without_kind(registry: &Registry, id: &str) -> Result<(), Error> {
    match registry.ids.validate(id) {
        Err(invalid) if !invalid.without_kind.is_empty() => Err(Error::BadId { id: id.into(), invalid, such_as: None }),
        _ => Ok(()),
    }
}
