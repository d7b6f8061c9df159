//! What entries are for: the kind and the target that sums are made for.

use std::collections::BTreeMap;

use offload_bundle_core::ids::Grammar;

use crate::natural_order::Natural;

/// A kind and a target.
pub(super) type Served = (Option<String>, Option<Natural>);

/// Tells what entries are for, and remembers it: a library has the same few IDs in hundreds of bundles.
#[derive(Debug)]
pub(super) struct ServedIds<'g> {
    ids: &'g Grammar<'static>,
    known: BTreeMap<String, Served>,
}

impl<'g> ServedIds<'g> {
    /// Nothing is known yet.
    pub(super) fn new(ids: &'g Grammar<'static>) -> Self {
        Self { ids, known: BTreeMap::new() }
    }

    /// What the entry `id` is for: the host has a kind alone; where the ID cannot be read, neither is known.
    pub(super) fn serve(&mut self, id: Option<&str>) -> Served {
        let Some(id) = id else { return (None, None) };
        if let Some(known) = self.known.get(id) {
            return known.clone();
        }
        let served = match self.ids.served(id) {
            Some(served) => (Some(served.group), Some(Natural(served.target))),
            None if self.ids.is_host(id) => (self.ids.kind_of(id), None),
            None => (None, None),
        };
        self.known.insert(id.to_owned(), served.clone());
        served
    }
}
