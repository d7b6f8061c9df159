//! What is checked of IDs and places, in containers that are read and in requests.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    string::String,
    vec::Vec,
};

use super::id_cache::IdCache;
use super::{Finding, Flaw, OpError, Scan, Session};
use crate::bytes::Place;
use crate::container::{Bundle, StoredEntry};
use crate::files::STANDARD;
use crate::ids::{Conflict, IdGrammar, Invalid, ParseError};
use crate::severity::Severity;

/// Everything wrong or odd in `bundle`, ordered by offset.
pub(super) fn findings(bundle: &Bundle, cache: &mut IdCache<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut seen = BTreeMap::new();
    for entry in &bundle.entries {
        if let Err(error) = &entry.place {
            findings.push(Finding::from(error.clone()));
        }
        match &entry.id {
            Err(error) => findings.push(Finding::from(error.clone())),
            Ok(id) => {
                let judged = cache.judge(id);
                let flaw = judged
                    .flaw
                    .clone()
                    .or_else(|| earlier(&mut seen, &judged.canonical, id, entry));
                findings.extend(flaw.map(|flaw| Finding { offset: entry.id_offset, path: record(entry).into(), flaw }));
            }
        }
    }
    findings.extend(places(bundle));
    findings.sort_by_key(|finding| finding.offset);
    findings
}

/// Path of the record that holds the entry.
pub(super) fn record(entry: &StoredEntry) -> &str {
    entry
        .ofs_path
        .rsplit_once('.')
        .map_or(entry.ofs_path.as_str(), |(record, _)| record)
}

/// The earlier entry with the same ID, if there is one, as a flaw of this one. `seen` are the entries so far, by their canonical IDs.
fn earlier<'e>(
    seen: &mut BTreeMap<String, &'e StoredEntry>,
    canonical: &str,
    id: &str,
    entry: &'e StoredEntry,
) -> Option<Flaw> {
    match seen.entry(canonical.into()) {
        Entry::Vacant(vacant) => {
            vacant.insert(entry);
            None
        }
        Entry::Occupied(first) => Some(Flaw::Duplicate {
            id: id.into(),
            first: first.get().id.clone().unwrap_or_default(),
            first_path: record(first.get()).into(),
        }),
    }
}

/// Contents within the frame, and contents that overlap. Empty ones take no room, wherever they are said to be.
fn places(bundle: &Bundle) -> Vec<Finding> {
    let mut places: Vec<(Place, &StoredEntry)> = bundle
        .entries
        .iter()
        .filter_map(|entry| Some((*entry.place.as_ref().ok()?, entry)))
        .filter(|(place, _)| place.len > 0)
        .collect();
    places.sort_by_key(|(place, entry)| (place.ofs, entry.index));
    let frame_end = bundle.start.saturating_add(bundle.frame_len);
    let mut findings = Vec::new();
    let mut reach: Option<(u64, &StoredEntry)> = None;
    for (place, entry) in places {
        let finding = |flaw| Finding { offset: entry.ofs_offset, path: entry.ofs_path.clone(), flaw };
        let ofs = place.ofs;
        if ofs < frame_end {
            findings.push(finding(Flaw::InsideFrame { ofs, frame_end }));
        }
        if let Some((end, first)) = reach
            && ofs < end
        {
            let first_path = record(first).into();
            findings.push(finding(Flaw::Overlap { ofs, end, first_path }));
        }
        if reach.is_none_or(|(end, _)| end < place.end()) {
            reach = Some((place.end(), entry));
        }
    }
    findings
}

/// Refuses an input that is not sound; if that is allowed, warns of it.
pub(super) fn refuse_unsound(session: &mut Session<'_>, scan: &Scan, lenient: bool) -> Result<(), OpError> {
    if let (false, Some(error)) = (lenient, scan.unsound()) {
        return Err(error);
    }
    session.warn_of(scan);
    Ok(())
}

/// Refuses to read standard input again: there would be nothing.
pub(super) fn refuse_rereading(inputs: &[String]) -> Result<(), OpError> {
    match inputs.iter().filter(|input| *input == STANDARD).count() {
        0 | 1 => Ok(()),
        _ => Err(OpError::StandardInputTwice),
    }
}

/// Checks IDs that are asked for: each must be valid, and none the same as another, whatever its spelling.
pub fn check_requested(grammar: &dyn IdGrammar, ids: &[&str]) -> Result<(), OpError> {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for id in ids {
        let invalid = match id.char_indices().find(|(_, character)| character.is_control()) {
            Some((column, character)) => Err(Invalid {
                malformed: Some(ParseError {
                    column,
                    expected: "a printable character".into(),
                    found: std::format!("{character:?}"),
                }),
                ..Invalid::default()
            }),
            None => grammar.validate(id),
        };
        invalid.map_err(|invalid| OpError::BadId { id: (*id).into(), invalid })?;
        let canonical = grammar.canonical(id).unwrap_or_else(|_| (*id).into());
        if let Some(first) = seen.insert(canonical, id) {
            return Err(OpError::Duplicate { first: first.into(), second: (*id).into() });
        }
    }
    Ok(())
}

/// The breaches of composition rules because of which a bundle of `ids` is not made.
pub(super) fn conflicts(grammar: &dyn IdGrammar, ids: &[&str]) -> impl Iterator<Item = Conflict> {
    let conflicts = grammar.composition(ids).into_iter();
    conflicts.filter(|conflict| conflict.level == Severity::Error)
}

/// Checks the IDs of a bundle that is to be made: as [`check_requested`], and there must be exactly one entry for the host where
/// one is needed, and never two; with `composition`, also by the composition rules.
pub fn check_bundle(grammar: &dyn IdGrammar, ids: &[&str], composition: bool) -> Result<(), OpError> {
    check_requested(grammar, ids)?;
    if composition && let Some(conflict) = conflicts(grammar, ids).next() {
        let id = |position: usize| ids.get(position).copied().unwrap_or_default().into();
        return Err(OpError::Conflict {
            first: id(conflict.first),
            second: id(conflict.second),
            rule: conflict.rule,
            text: conflict.text,
        });
    }
    let found = ids.iter().filter(|id| grammar.is_host(id)).count();
    if found > 1 || (found == 0 && grammar.needs_host(ids)) {
        return Err(OpError::NoHost { found });
    }
    Ok(())
}
