//! What is known of IDs that have been met: a library holds the same few in hundreds of bundles.

use std::{collections::BTreeMap, string::String};

use super::Flaw;
use crate::ids::IdGrammar;

/// How many IDs are remembered.
const MOST: usize = 1 << 10;

/// IDs that have been met.
#[derive(Debug)]
pub(super) struct Known<'g> {
    ids: &'g dyn IdGrammar,
    met: BTreeMap<String, Met>,
}

/// What is known of one ID.
#[derive(Debug)]
pub(super) struct Met {
    /// Its canonical spelling, or itself if it has none.
    pub(super) canonical: String,
    /// What is wrong with it.
    pub(super) flaw: Option<Flaw>,
}

impl<'g> Known<'g> {
    /// Nothing is known yet.
    pub(super) fn new(ids: &'g dyn IdGrammar) -> Self {
        let met = BTreeMap::new();
        Self { ids, met }
    }

    /// What there is to know of `id`.
    pub(super) fn meet(&mut self, id: &str) -> &Met {
        if self.met.len() >= MOST && !self.met.contains_key(id) {
            self.met.clear();
        }
        let ids = self.ids;
        self.met.entry(id.into()).or_insert_with(|| Met {
            canonical: ids.canonical(id).unwrap_or_else(|_| id.into()),
            flaw: flaw_of_id(id, ids),
        })
    }
}

fn flaw_of_id(id: &str, ids: &dyn IdGrammar) -> Option<Flaw> {
    if id.is_empty() || id.chars().any(char::is_control) {
        return Some(Flaw::BadText { id: id.into() });
    }
    let invalid = ids.validate(id).err()?;
    Some(Flaw::BadId { id: id.into(), invalid })
}
