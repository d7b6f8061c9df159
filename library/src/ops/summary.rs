//! What the bundles of a file hold, target by target.

use std::collections::BTreeMap;

use offload_bundle_core::ids::IdGrammar;

use crate::natural_order::Natural;
use crate::report::{Integer, TargetSummary};
use crate::scan::FoundBundle;

/// Kind and target.
type Key = (Option<String>, Option<Natural>);

/// What the bundles so far hold.
#[derive(Debug, Default)]
pub(super) struct Summary {
    rows: BTreeMap<Key, Sums>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Sums {
    bundles: usize,
    code_objects: usize,
    size: u64,
    size_in_file: u64,
}

impl Sums {
    fn add(&mut self, other: Self) {
        self.bundles = self.bundles.saturating_add(other.bundles);
        self.code_objects = self.code_objects.saturating_add(other.code_objects);
        self.size = self.size.saturating_add(other.size);
        self.size_in_file = self.size_in_file.saturating_add(other.size_in_file);
    }
}

impl Summary {
    /// Adds the entries of `found` that are not empty and that are taken.
    pub(super) fn add(
        &mut self,
        ids: &dyn IdGrammar,
        found: &FoundBundle,
        mut takes: impl FnMut(Option<&str>) -> bool,
    ) {
        let mut here: BTreeMap<Key, Sums> = BTreeMap::new();
        for entry in &found.bundle.entries {
            let len = entry.place.as_ref().map_or(0, |place| place.len);
            let id = entry.id.as_deref().ok();
            if !takes(id) || len == 0 {
                continue;
            }
            let sums = here.entry(key(ids, id)).or_default();
            sums.code_objects = sums.code_objects.saturating_add(1);
            sums.size = sums.size.saturating_add(len);
        }
        for (key, sums) in here {
            let sums = Sums { bundles: 1, size_in_file: in_file(found, sums.size), ..sums };
            self.rows.entry(key).or_default().add(sums);
        }
    }

    /// Adds what `other` has.
    pub(super) fn add_all(&mut self, other: &Self) {
        for (key, sums) in &other.rows {
            self.rows.entry(key.clone()).or_default().add(*sums);
        }
    }

    /// One row a target, by kind and then by target, as people look for them.
    pub(super) fn into_rows(self) -> impl Iterator<Item = TargetSummary> {
        self.rows.into_iter().map(|((kind, target), sums)| TargetSummary {
            target: target.map(|Natural(target)| target),
            kind,
            bundles: sums.bundles,
            code_objects: sums.code_objects,
            size: Integer(sums.size),
            size_in_file: Integer(sums.size_in_file),
        })
    }
}

/// What the entry `id` is for.
fn key(ids: &dyn IdGrammar, id: Option<&str>) -> Key {
    match id.map(|id| (id, ids.served(id))) {
        Some((_, Some(served))) => (Some(served.group), Some(Natural(served.target))),
        Some((id, None)) if ids.is_host(id) => (ids.kind_of(id), None),
        _ => (None, None),
    }
}

/// The bytes that `size` bytes of the contents of a bundle take in the file: where it is compressed, their share of the compressed bytes.
fn in_file(found: &FoundBundle, size: u64) -> u64 {
    if found.envelope.is_none() {
        return size;
    }
    let share = u128::from(size).saturating_mul(u128::from(found.len_in_file()));
    let share = share.checked_div(u128::from(found.bundle.len)).unwrap_or(0);
    u64::try_from(share).unwrap_or(u64::MAX)
}
