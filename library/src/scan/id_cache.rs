//! Remembers what the grammar says of IDs: a library holds the same few in hundreds of bundles.

use std::collections::BTreeMap;

use offload_bundle_core::ids::IdGrammar;

use crate::finding::Anomaly;

/// How many IDs are remembered.
const MOST: usize = 1 << 10;

/// What the grammar has said.
#[derive(Debug)]
pub(crate) struct IdCache<'g> {
    ids: &'g dyn IdGrammar,
    judged: BTreeMap<String, Judged>,
}

/// What the grammar says of one ID.
#[derive(Debug)]
pub(super) struct Judged {
    /// Its canonical spelling, or itself if it has none.
    pub(super) canonical: String,
    /// Whether it has one.
    has_canonical: bool,
    /// What is wrong with it.
    pub(super) anomaly: Option<Anomaly>,
}

impl<'g> IdCache<'g> {
    /// An empty one for the grammar `ids`.
    pub(crate) fn new(ids: &'g dyn IdGrammar) -> Self {
        let judged = BTreeMap::new();
        Self { ids, judged }
    }

    /// What the grammar says of `id`.
    pub(super) fn judge(&mut self, id: &str) -> &Judged {
        if self.judged.len() >= MOST && !self.judged.contains_key(id) {
            self.judged.clear();
        }
        let ids = self.ids;
        self.judged.entry(id.into()).or_insert_with(|| {
            let canonical = ids.canonical(id);
            Judged {
                has_canonical: canonical.is_ok(),
                canonical: canonical.unwrap_or_else(|_| id.into()),
                anomaly: anomaly_of_id(id, ids),
            }
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
        judged.has_canonical.then(|| judged.canonical.clone())
    }
}

fn anomaly_of_id(id: &str, ids: &dyn IdGrammar) -> Option<Anomaly> {
    if id.is_empty() || id.chars().any(char::is_control) {
        return Some(Anomaly::BadText { id: id.into() });
    }
    let invalid = ids.validate(id).err()?;
    Some(Anomaly::BadId { id: id.into(), invalid })
}
