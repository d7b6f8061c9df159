//! `target`: IDs explained and compared.

use offload_bundle_core::ids::ParseError;
use offload_bundle_core::registry::Registry;

use crate::error::Error;
use crate::report::{CanonicalId, ParsedId, TargetCanonicalReport, TargetCompatReport, TargetParseReport};
use crate::request::{TargetCanonicalRequest, TargetCompatRequest, TargetParseRequest};

/// The components of IDs.
///
/// # Errors
///
/// [`Error::BadId`] for text that is no ID, or lacks its kind.
///
/// ```
/// use offload_bundle::ops;
/// use offload_bundle_formats::registry::REGISTRY;
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
    let ids = each(registry, &request.ids, |id| {
        let parts = registry.ids.parts(id)?.into_iter().map(Into::into).collect();
        Ok(ParsedId { id: id.into(), canonical: registry.ids.canonical(id)?, parts })
    })?;
    Ok(TargetParseReport { ids })
}

/// The canonical spelling of IDs.
///
/// # Errors
///
/// [`Error::BadId`] for text that is no ID, or lacks its kind.
///
/// ```
/// use offload_bundle::ops;
/// use offload_bundle_formats::registry::REGISTRY;
/// use offload_bundle::request::TargetCanonicalRequest;
///
/// let mut request = TargetCanonicalRequest::default();
/// request.ids = vec!["hip-amdgcn-amd-amdhsa--gfx90a:xnack+:sramecc-".into()];
/// let report = ops::target_canonical(&REGISTRY, &request)?;
/// assert_eq!(report.ids[0].canonical, "hip-amdgcn-amd-amdhsa--gfx90a:sramecc-:xnack+");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn target_canonical(registry: &Registry, request: &TargetCanonicalRequest) -> Result<TargetCanonicalReport, Error> {
    let ids = each(registry, &request.ids, |id| {
        Ok(CanonicalId { id: id.into(), canonical: registry.ids.canonical(id)? })
    })?;
    Ok(TargetCanonicalReport { ids })
}

/// Whether the stored ID may serve a request for the other.
///
/// # Errors
///
/// [`Error::BadId`] for text that is no ID, or lacks its kind.
///
/// ```
/// use offload_bundle::ops;
/// use offload_bundle_formats::registry::REGISTRY;
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
    for id in [stored, requested] {
        grammar.parts(id).map_err(|error| Error::malformed_id(id, error))?;
        refuse_without_kind(registry, id)?;
    }
    let verdict = grammar.verdict(stored, requested);
    Ok(TargetCompatReport {
        stored: stored.clone(),
        requested: requested.clone(),
        compatible: verdict.compatible,
        rank: verdict.rank,
        reasons: verdict.reasons.into_iter().map(Into::into).collect(),
    })
}

fn each<T>(
    registry: &Registry,
    ids: &[String],
    mut read: impl FnMut(&str) -> Result<T, ParseError>,
) -> Result<Vec<T>, Error> {
    let read = ids.iter().map(|id| {
        let read = read(id).map_err(|error| Error::malformed_id(id, error))?;
        refuse_without_kind(registry, id)?;
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
