//! Anomalies in IDs and the places of contents.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use offload_bundle_core::attributes::AttributeTable;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{Bundle, StoredEntry};
use offload_bundle_core::ids::{Grammar, Invalid, Judgement};

use crate::finding::{Anomaly, Finding};

/// Most bytes of remembered IDs, in both spellings: about a quarter of a million IDs. The scan holds each ID anyway.
const MOST: usize = 1 << 24;

/// A library has the same few IDs in hundreds of bundles.
#[derive(Debug)]
pub(crate) struct IdCache<'g> {
    ids: &'g Grammar<'static>,
    pub(super) known: KnownIds,
}

#[derive(Debug, Default)]
pub(crate) struct KnownIds {
    judged: HashMap<Box<str>, Judged>,
    /// Bytes of all IDs, in both spellings.
    bytes: usize,
}

#[derive(Debug)]
pub(super) struct Judged {
    /// If different.
    other: Option<Box<str>>,
    has_canonical: bool,
    pub(super) anomaly: Option<Box<Anomaly>>,
}

impl Judged {
    /// Or `id` itself, the judged ID.
    pub(super) fn canonical<'i>(&'i self, id: &'i str) -> &'i str {
        self.other.as_deref().unwrap_or(id)
    }
}

impl<'g> IdCache<'g> {
    pub(crate) fn new(ids: &'g Grammar<'static>) -> Self {
        Self::knowing(ids, KnownIds::default())
    }

    /// Has earlier verdicts.
    pub(crate) fn knowing(ids: &'g Grammar<'static>, known: KnownIds) -> Self {
        Self { ids, known }
    }

    pub(super) fn judge(&mut self, id: &str) -> &Judged {
        let KnownIds { judged, bytes } = &mut self.known;
        if *bytes > MOST && !judged.contains_key(id) {
            judged.clear();
            *bytes = 0;
        }
        let ids = self.ids;
        judged.entry(id.into()).or_insert_with(|| {
            let Judgement { canonical, invalid } = ids.judge(id);
            let has_canonical = canonical.is_some();
            let other = canonical
                .filter(|canonical| canonical != id)
                .map(String::into_boxed_str);
            let len = other.as_deref().map_or(0, str::len).saturating_add(id.len());
            *bytes = bytes.saturating_add(len);
            Judged { has_canonical, other, anomaly: anomaly_of_id(id, invalid).map(Box::new) }
        })
    }

    pub(crate) fn canonical(&mut self, id: &str) -> Option<String> {
        let judged = self.judge(id);
        judged.has_canonical.then(|| judged.canonical(id).into())
    }
}

fn anomaly_of_id(id: &str, invalid: Option<Invalid>) -> Option<Anomaly> {
    if id.is_empty() || id.chars().any(char::is_control) {
        return Some(Anomaly::BadText { id: id.into() });
    }
    let (id, invalid) = (id.into(), invalid?);
    Some(match invalid.malformed.is_some() || invalid.contradiction.is_some() {
        true => Anomaly::BadId { id, invalid },
        false => Anomaly::UnknownName { id, invalid },
    })
}

/// By offset. IDs formed by `table` may repeat and contain unknown names.
pub(crate) fn findings(bundle: &Bundle, table: Option<&AttributeTable<'_>>, cache: &mut IdCache<'_>) -> Vec<Finding> {
    let mut findings = of_entries(bundle, table, cache);
    findings.extend(places(bundle));
    findings.sort_by_key(|finding| finding.offset);
    findings
}

/// In order, without overlaps between contents.
pub(crate) fn of_entries(bundle: &Bundle, table: Option<&AttributeTable<'_>>, cache: &mut IdCache<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut seen = HashMap::new();
    for entry in &bundle.entries {
        if let Err(error) = &entry.place {
            findings.push(Finding::of_entry(entry, error.clone()));
        }
        match &entry.id {
            // A fully unreadable entry counts once.
            Err(error) if entry.place.as_ref().err() == Some(error) => {}
            Err(error) => findings.push(Finding::of_entry(entry, error.clone())),
            Ok(id) => {
                let judged = cache.judge(id);
                let anomaly = judged.anomaly.as_deref().cloned();
                let anomalies = match table {
                    Some(table) => [anomaly.and_then(|_| unknown_by_attributes(cache.ids, table, entry, id)), None],
                    // Repeated unreadable texts are one fault.
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

/// Kinds that `table` names are known; no stored value needs to follow the grammar.
fn unknown_by_attributes(
    ids: &Grammar<'static>,
    table: &AttributeTable<'_>,
    entry: &StoredEntry,
    id: &str,
) -> Option<Anomaly> {
    let mut invalid = ids.validate(id).err()?;
    let number = entry.attributes.number(table.id.kind).unwrap_or_default();
    // If no number gives the kind, the schema does.
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
    (!is_known).then(|| Anomaly::UnknownName { id: id.into(), invalid })
}

/// `seen` are the entries by canonical ID.
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

/// Contents inside the frame, and overlapping contents. Empty ones take no room.
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
            // Contents of one record may be packed together.
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
