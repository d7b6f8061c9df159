//! Remembers what the grammar says of IDs: a library holds the same few in hundreds of bundles.

use std::collections::HashMap;

use offload_bundle_core::ids::{Grammar, Invalid, Judgement};

use crate::finding::Anomaly;

/// How many bytes of IDs are remembered, in both spellings: about a quarter of a million IDs. The scan holds each ID anyway.
const MOST: usize = 1 << 24;

/// What the grammar has said.
#[derive(Debug)]
pub(crate) struct IdCache<'g> {
    ids: &'g Grammar<'static>,
    known: KnownIds,
}

/// What has been said of each ID.
#[derive(Debug, Default)]
pub(crate) struct KnownIds {
    judged: HashMap<Box<str>, Judged>,
    /// How many bytes of IDs there are, in both spellings.
    bytes: usize,
}

/// What the grammar says of one ID.
#[derive(Debug)]
pub(super) struct Judged {
    /// Its canonical spelling, if that is another.
    other: Option<Box<str>>,
    /// Whether it has one.
    has_canonical: bool,
    /// What is wrong with it.
    pub(super) anomaly: Option<Box<Anomaly>>,
}

impl Judged {
    /// The canonical spelling of `id`, of which this is said, or `id` itself if it has none.
    pub(super) fn canonical<'i>(&'i self, id: &'i str) -> &'i str {
        self.other.as_deref().unwrap_or(id)
    }
}

impl<'g> IdCache<'g> {
    /// An empty one for the grammar `ids`.
    pub(crate) fn new(ids: &'g Grammar<'static>) -> Self {
        Self::knowing(ids, KnownIds::default())
    }

    /// One that knows what another has been told.
    pub(crate) fn knowing(ids: &'g Grammar<'static>, known: KnownIds) -> Self {
        Self { ids, known }
    }

    /// What is remembered, for another one of the same grammar.
    pub(crate) fn into_known(self) -> KnownIds {
        self.known
    }

    /// What the grammar says of `id`.
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

    /// What is not known in `id`, if anything is wrong with it.
    pub(super) fn unknown(&self, id: &str) -> Option<Anomaly> {
        let invalid = self.ids.validate(id).err()?;
        Some(Anomaly::UnknownName { id: id.into(), invalid })
    }

    /// The canonical spelling of `id`, if it has one.
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
