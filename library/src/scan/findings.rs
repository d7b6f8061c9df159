//! What is wrong or odd in a container that can be read: its IDs, and the places of its contents.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use offload_bundle_core::attributes::AttributeTable;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{Bundle, StoredEntry};

use super::id_cache::IdCache;
use crate::finding::{Anomaly, Finding};

/// Everything wrong or odd in `bundle`, ordered by offset. Where IDs are made of attributes, `table` says how; they may be twice then, and
/// name what the grammar does not know.
pub(crate) fn findings(bundle: &Bundle, table: Option<&AttributeTable<'_>>, cache: &mut IdCache<'_>) -> Vec<Finding> {
    let mut findings = of_entries(bundle, table, cache);
    findings.extend(places(bundle));
    findings.sort_by_key(|finding| finding.offset);
    findings
}

/// The same of each entry alone, in their order, wherever its content is beside others.
pub(crate) fn of_entries(bundle: &Bundle, table: Option<&AttributeTable<'_>>, cache: &mut IdCache<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut seen = HashMap::new();
    for entry in &bundle.entries {
        if let Err(error) = &entry.place {
            findings.push(Finding::of_entry(entry, error.clone()));
        }
        match &entry.id {
            // Where nothing of it can be read, that is one fault.
            Err(error) if entry.place.as_ref().err() == Some(error) => {}
            Err(error) => findings.push(Finding::of_entry(entry, error.clone())),
            Ok(id) => {
                let judged = cache.judge(id);
                let anomaly = judged.anomaly.as_deref().cloned();
                let anomalies = match table {
                    Some(table) => [anomaly.and_then(|_| filter_by_attributes(table, entry, cache.unknown(id)?)), None],
                    // Of texts that say nothing, that is one fault.
                    None if matches!(anomaly, Some(Anomaly::BadText { .. })) => [anomaly, None],
                    None => [anomaly, earlier(&mut seen, judged.canonical(id), id, entry)],
                };
                let anomalies = anomalies.into_iter().flatten();
                findings.extend(anomalies.map(|anomaly| Finding::about(entry, anomaly)));
            }
        }
    }
    findings
}

/// What of `anomaly` counts where the ID of `entry` is made of attributes: kinds that `table` has words for are known, and nothing that is
/// stored need follow the grammar.
fn filter_by_attributes(table: &AttributeTable<'_>, entry: &StoredEntry, anomaly: Anomaly) -> Option<Anomaly> {
    let Anomaly::UnknownName { id, mut invalid } = anomaly else {
        return Some(anomaly);
    };
    let number = entry.attributes.number(table.id.kind).unwrap_or_default();
    // Where no number says the kind, the schema does.
    if table.id.kind.is_empty()
        || table
            .number(table.id.kind)
            .is_some_and(|kind| kind.word(number).is_some())
    {
        invalid.unknown_kind = None;
    }
    let is_known = invalid.unknown_kind.is_none()
        && invalid.unknown_triple.is_none()
        && invalid.malformed.is_none()
        && invalid.without_kind.is_empty();
    (!is_known).then_some(Anomaly::UnknownName { id, invalid })
}

/// The earlier entry with the same ID, if there is one, as a flaw of this one. `seen` are the entries so far, by their canonical IDs.
fn earlier<'e>(
    seen: &mut HashMap<String, &'e StoredEntry>,
    canonical: &str,
    id: &str,
    entry: &'e StoredEntry,
) -> Option<Anomaly> {
    match seen.entry(canonical.into()) {
        Entry::Vacant(vacant) => {
            vacant.insert(entry);
            None
        }
        Entry::Occupied(first) => Some(Anomaly::Duplicate {
            id: id.into(),
            first: first.get().id.clone().unwrap_or_default(),
            first_path: first.get().path.clone(),
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
        let finding =
            |anomaly| Finding { offset: entry.ofs_offset, path: entry.ofs_path(), entry: Some(entry.index), anomaly };
        let ofs = place.ofs;
        if ofs < frame_end {
            findings.push(finding(Anomaly::InsideFrame { ofs, frame_end }));
        }
        if let Some((end, first)) = reach
            && ofs < end
            // What one record leads to may be packed together.
            && first.path != entry.path
        {
            let first_path = first.path.clone();
            findings.push(finding(Anomaly::Overlap { ofs, end, first_path }));
        }
        if reach.is_none_or(|(end, _)| end < place.end()) {
            reach = Some((place.end(), entry));
        }
    }
    findings
}
