//! Requested target IDs without a kind and a triple: which whole IDs are meant.

use std::collections::BTreeSet;

use offload_bundle_core::ids::Grammar;
use offload_bundle_core::registry::Registry;

use crate::error::Error;
use crate::file_name::FileName;
use crate::near_miss::Nearest;
use crate::ops::check::check_requested;
use crate::request::{UnbundleRequest, WantedEntry};
use crate::scan::{EntryRef, Scan, scan};

/// What is `wanted` of the file `name`, of which `found` is what it holds, with whole IDs in place of target IDs. None where all are whole.
///
/// # Errors
///
/// [`Error::AmbiguousTarget`]: entries for several kinds or triples serve one. [`Error::NotFound`]: none does. [`Error::Duplicate`].
pub(super) fn with_whole_ids(
    ids: &Grammar<'static>,
    name: &FileName,
    found: Option<&Scan>,
    wanted: &[WantedEntry],
) -> Result<Option<Vec<WantedEntry>>, Error> {
    if !wanted.iter().any(|wanted| ids.is_target(&wanted.id)) {
        return Ok(None);
    }
    let entries = found.into_iter().flat_map(EntryRef::all);
    let stored: BTreeSet<&str> = entries.filter_map(EntryRef::id).collect();
    let whole = wanted.iter().map(|wanted| {
        let id = match ids.is_target(&wanted.id) {
            true => whole_id(ids, name, &stored, &wanted.id)?,
            false => wanted.id.clone(),
        };
        Ok(WantedEntry { id, ..wanted.clone() })
    });
    let whole = whole.collect::<Result<Vec<WantedEntry>, Error>>()?;
    let given: Vec<&str> = whole.iter().map(|wanted| wanted.id.as_str()).collect();
    check_requested(ids, &given)?;
    Ok(Some(whole))
}

/// The ID with the target ID `target`, of the kind and for the triple that all entries have which serve it.
fn whole_id(ids: &Grammar<'static>, name: &FileName, stored: &BTreeSet<&str>, target: &str) -> Result<String, Error> {
    let mut candidates: BTreeSet<String> = BTreeSet::new();
    let mut nearest = Nearest::default();
    for id in stored.iter().filter(|id| !ids.is_host(id)) {
        let verdict = ids.target_verdict((*id).into(), target);
        match verdict.compatible {
            true => candidates.extend(ids.with_target(id, target)),
            false => nearest.add(id, verdict.closeness, verdict.reasons),
        }
    }
    let mut found = candidates.iter();
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(only.clone()),
        (Some(_), Some(_)) => Err(Error::AmbiguousTarget {
            file: name.clone(),
            target: target.into(),
            candidates: candidates.into_iter().collect(),
        }),
        (None, _) => Err(Error::NotFound {
            file: name.clone(),
            ids: vec![target.into()],
            stored: stored.iter().map(|id| (*id).into()).collect(),
            nearest: nearest.into_misses(),
        }),
    }
}

/// Checks the IDs that are asked for, as [`check_requested`] does. An ID that the input has may be asked for whatever it says.
///
/// # Errors
///
/// For an ID that is not valid, it has another one that the input has and that may have been meant, as far as the input can be read.
pub(super) fn check_wanted(registry: &Registry, request: &UnbundleRequest) -> Result<(), Error> {
    let given = request.wanted.iter().map(|wanted| wanted.id.as_str());
    let mut given: Vec<&str> = given.filter(|id| !registry.ids.is_target(id)).collect();
    while let Err(error) = check_requested(registry.ids, &given) {
        let Error::BadId { id, invalid, .. } = error else {
            return Err(error);
        };
        let (is_stored, such_as) = find_stored(registry, request, &id);
        if !is_stored {
            return Err(Error::BadId { id, invalid, such_as });
        }
        given.retain(|given| *given != id);
    }
    Ok(())
}

/// Whether the input has an entry with this very ID, and one that may be meant by it.
fn find_stored(registry: &Registry, request: &UnbundleRequest, id: &str) -> (bool, Option<String>) {
    let input = request.input.open().ok();
    let scan = input.and_then(|input| scan(registry, &input, &request.scan).ok());
    let entries = scan.iter().flat_map(EntryRef::all);
    let stored: Vec<&str> = entries.filter_map(EntryRef::id).collect();
    let like = stored.iter().find(|stored| stored.contains(id));
    let is_valid = |stored: &&&str| !registry.ids.is_host(stored) && registry.ids.validate(stored).is_ok();
    let device = || stored.iter().find(is_valid);
    let such_as = like.or_else(device).map(|id| (*id).into());
    (stored.contains(&id), such_as)
}
