//! Checks of requests and inputs before anything is written.

use std::collections::BTreeMap;

use offload_bundle_core::ids::{Conflict, Grammar, Invalid};
use offload_bundle_core::severity::Severity;

use crate::error::Error;
use crate::report::Compression;
use crate::scan::Scan;
use crate::system::Started;

/// Refuses an unsound input unless `lenient`.
///
/// # Errors
///
/// Returns the error of the first unsound bundle.
pub fn refuse_unsound(scan: &Scan, lenient: bool) -> Result<(), Error> {
    scan.unsound().filter(|_| !lenient).map_or(Ok(()), Err)
}

/// Drops containers with errors and all others in their archive members, unless `lenient`; returns the first error.
pub(super) fn sound_part(mut scan: Scan, lenient: bool) -> (Scan, Option<Error>) {
    let damage = scan.first_error().filter(|_| !lenient);
    if damage.is_some() {
        scan.discard_if(|finding| finding.severity() == Severity::Error);
    }
    (scan, damage)
}

/// Ignores contradictions between known words.
fn known_words(invalid: Invalid) -> Option<Invalid> {
    let others = Invalid { contradiction: None, ..invalid };
    (others != Invalid::default()).then_some(others)
}

/// Refuses IDs that runtimes refuse although all their words are known.
pub(super) fn refuse_contradictory(grammar: &Grammar<'static>, ids: &[&str]) -> Result<(), Error> {
    for id in ids {
        if let Err(invalid) = grammar.validate(id)
            && invalid.contradiction.is_some()
        {
            return Err(Error::BadId { id: (*id).into(), invalid, such_as: None });
        }
    }
    Ok(())
}

/// Checks requested IDs: each must be valid, and different from the others in canonical form.
///
/// # Errors
///
/// Returns an error for an invalid ID or a duplicate.
pub fn check_requested(grammar: &Grammar<'static>, ids: &[&str]) -> Result<(), Error> {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for id in ids {
        let mut characters = (1..).zip(id.chars());
        if let Some((column, character)) = characters.find(|(_, character)| character.is_control()) {
            return Err(Error::Unprintable { id: (*id).into(), column, character });
        }
        // Stored IDs may be contradictory, so requests may too.
        let valid = grammar
            .validate(id)
            .or_else(|invalid| known_words(invalid).map_or(Ok(()), Err));
        valid.map_err(|invalid| Error::BadId { id: (*id).into(), invalid, such_as: None })?;
        refuse_repeated(grammar, &mut seen, id)?;
    }
    Ok(())
}

/// Compares canonical spellings.
pub(super) fn refuse_repeated<'i>(
    grammar: &Grammar<'static>,
    seen: &mut BTreeMap<String, &'i str>,
    id: &'i str,
) -> Result<(), Error> {
    let canonical = grammar.canonical(id).unwrap_or_else(|_| id.into());
    match seen.insert(canonical, id) {
        Some(first) => Err(Error::Duplicate { first: first.into(), second: id.into() }),
        None => Ok(()),
    }
}

fn conflicts(grammar: &Grammar<'static>, ids: &[&str]) -> impl Iterator<Item = Conflict> {
    let conflicts = grammar.composition(ids).into_iter();
    conflicts.filter(|conflict| conflict.level == Severity::Error)
}

/// Returns pairs of conflicting entries in one bundle or archive member by the composition rules, the earlier first.
/// Entries with the same ID in any spelling do not conflict here.
///
/// ```
/// use offload_bundle::ops;
/// use offload_bundle::REGISTRY;
///
/// let ids = ["hip-amdgcn-amd-amdhsa--gfx90a", "hip-amdgcn-amd-amdhsa--gfx908", "hip-amdgcn-amd-amdhsa--gfx90a:xnack+"];
/// let conflict = ops::conflicting_targets(REGISTRY.ids, &ids).next();
/// assert_eq!(conflict.map(|conflict| (conflict.first, conflict.second)), Some((0, 2)));
/// ```
pub fn conflicting_targets(grammar: &Grammar<'static>, ids: &[&str]) -> impl Iterator<Item = Conflict> {
    let canonical: Vec<Option<String>> = ids.iter().map(|id| grammar.canonical(id).ok()).collect();
    let same = move |conflict: &Conflict| canonical.get(conflict.first) == canonical.get(conflict.second);
    conflicts(grammar, ids).filter(move |conflict| !same(conflict))
}

/// Checks the IDs of a new bundle: each can be requested, and there is exactly one host entry if one is required, at
/// most one otherwise. With `composition`, checks the composition rules too.
///
/// # Errors
///
/// Returns an error for the first broken rule.
///
/// ```
/// use offload_bundle::ops;
/// use offload_bundle::REGISTRY;
///
/// let ids = ["openmp-amdgcn-amd-amdhsa--gfx90a"];
/// let error = ops::check_bundle(REGISTRY.ids, &ids, true).unwrap_err();
/// assert!(error.to_string().contains("host"), "{error}");
/// ```
pub fn check_bundle(grammar: &Grammar<'static>, ids: &[&str], composition: bool) -> Result<(), Error> {
    check_requested(grammar, ids)?;
    if composition && let Some(conflict) = conflicts(grammar, ids).next() {
        let id = |position: usize| ids.get(position).copied().unwrap_or_default().into();
        return Err(Error::Conflict {
            first: id(conflict.first),
            second: id(conflict.second),
            rule: conflict.rule,
            text: conflict.text,
        });
    }
    let found = ids.iter().filter(|id| grammar.is_host(id)).count();
    if found > 1 || (found == 0 && grammar.needs_host(ids)) {
        return Err(Error::NoHost { found });
    }
    Ok(())
}

pub(super) fn verify_compressed(scan: &Scan) -> Result<Vec<Compression>, Error> {
    let compressed = scan
        .bundles
        .iter()
        .filter_map(|found| Some((found, found.envelope.as_deref()?)));
    let verified = compressed.map(|(found, envelope)| {
        let started = Started::now();
        found.input.verify()?;
        Ok(Compression { took: started.elapsed(), ..Compression::new(envelope) })
    });
    verified.collect()
}
