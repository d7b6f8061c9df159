//! The entries nearest to a request that no entry matches, and why they do not match.

use std::collections::BTreeSet;

use offload_bundle_core::ids::Reason;

/// At most this many of equally near ones are kept.
const MOST: usize = 4;

/// An entry that does not match, and why not.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NearMiss {
    /// The stored ID.
    pub id: String,
    /// Why the entry does not match. Never empty.
    pub reasons: Vec<Reason>,
}

/// Those that come nearest so far, where `K` says how near one comes.
#[derive(Debug, Default)]
pub(crate) struct Nearest<K> {
    closeness: K,
    misses: Vec<NearMiss>,
    known: BTreeSet<String>,
}

impl<K: Ord + Default> Nearest<K> {
    /// Adds the entry `id`, which does not fit because of `reasons`. One that has nothing in common with what is asked for does not
    /// count.
    pub(crate) fn add(&mut self, id: &str, closeness: K, reasons: Vec<Reason>) {
        if closeness > self.closeness {
            self.closeness = closeness;
            self.misses.clear();
            self.known.clear();
        } else if closeness < self.closeness || closeness == K::default() {
            return;
        }
        if self.misses.len() < MOST && !reasons.is_empty() && self.known.insert(id.into()) {
            self.misses.push(NearMiss { id: id.into(), reasons });
        }
    }

    /// The nearest, in the order in which they came.
    pub(crate) fn into_misses(self) -> Vec<NearMiss> {
        self.misses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_are_kept_once_each_and_no_more_than_people_read() {
        let reason = || {
            vec![Reason { rule: "r", aspect: offload_bundle_core::ids::Aspect::Text, text: "no".into(), source: None }]
        };
        let mut nearest = Nearest::default();
        nearest.add("far", 0, reason());
        for id in ["near", "nearer", "nearer", "other"] {
            nearest.add(id, id.len().min(6), reason());
        }
        let nearest: Vec<String> = nearest.into_misses().into_iter().map(|miss| miss.id).collect();
        assert_eq!(nearest, ["nearer"]);
        let mut nearest = Nearest::default();
        (0..100).for_each(|number| nearest.add(&format!("{number}"), 1, reason()));
        assert_eq!(nearest.into_misses().len(), MOST);
        let mut nearest = Nearest::default();
        nearest.add("nothing in common", 0, reason());
        assert_eq!(nearest.into_misses(), []);
    }
}
