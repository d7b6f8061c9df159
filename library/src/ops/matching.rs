//! Which stored entry serves which request, and why.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::ids::{IdGrammar, Verdict};

/// What was found out about one request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Match {
    /// The entry that serves it, by its position among the stored ones.
    pub chosen: Option<usize>,
    /// The other entries with a content that would do: the best of every other bundle, and those of its own that are as specific. In
    /// file order.
    pub others: Vec<usize>,
    /// The verdict on every stored entry, in their order; empty unless asked for. None where the stored ID is no text.
    pub verdicts: Vec<Option<Verdict>>,
}

/// A stored entry.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stored<'s> {
    /// The number of its bundle.
    pub bundle: usize,
    /// Its ID; none if that is no text.
    pub id: Option<&'s str>,
    /// Whether its content is known to have no bytes.
    pub empty: bool,
}

/// How to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Choice {
    /// No entry serves two requests: the best pair is settled first, then the best of what is left.
    pub once: bool,
    /// Keep the verdicts.
    pub explain: bool,
}

/// A compatible pair.
#[derive(Debug, Clone, Copy)]
struct Pair {
    rank: u32,
    entry: usize,
    request: usize,
}

/// Finds the entry for each request. The most specific one wins, and of equally specific ones the first.
pub(super) fn find(ids: &dyn IdGrammar, stored: &[Stored<'_>], asked: &[&str], choice: Choice) -> Vec<Match> {
    let mut by_text: BTreeMap<&str, usize> = BTreeMap::new();
    for (entry, stored) in stored.iter().enumerate() {
        if let Some(id) = stored.id {
            by_text.entry(id).or_insert(entry);
        }
    }
    let mut matches = Vec::new();
    let mut pairs = Vec::new();
    for (request, asked) in asked.iter().enumerate() {
        let mut found = Match::default();
        match by_text.get(asked) {
            // Nothing is more specific than the same text, so nobody else need be asked: a bundle of very many entries that is
            // taken apart whole would otherwise compare each with each.
            Some(entry) if !choice.explain => pairs.push(Pair { rank: u32::MAX, entry: *entry, request }),
            _ => {
                for (entry, stored) in stored.iter().enumerate() {
                    let verdict = stored.id.map(|id| ids.verdict(id, asked));
                    if let Some(Verdict { compatible: true, rank, .. }) = verdict {
                        pairs.push(Pair { rank, entry, request });
                    }
                    if choice.explain {
                        found.verdicts.push(verdict);
                    }
                }
            }
        }
        matches.push(found);
    }
    pairs.sort_by_key(|pair| (Reverse(pair.rank), pair.entry, pair.request));
    settle(&pairs, choice.once, &mut matches);
    for (found, asked) in matches.iter_mut().zip(asked) {
        if let Some(chosen) = found.chosen {
            found.others = others(ids, stored, asked, chosen);
        }
    }
    matches
}

/// The entries with a content besides `chosen` that are the best of their bundles for a request.
fn others(ids: &dyn IdGrammar, stored: &[Stored<'_>], asked: &str, chosen: usize) -> Vec<usize> {
    let bundle = |stored: Option<&Stored<'_>>| stored.map(|stored| stored.bundle);
    let one_bundle = bundle(stored.first()) == bundle(stored.last());
    let same_text = stored.get(chosen).and_then(|stored| stored.id) == Some(asked);
    if one_bundle && same_text {
        // Nothing in its bundle is as specific, because no two entries of one have the same ID.
        return Vec::new();
    }
    // A file holds the same few IDs in hundreds of bundles.
    let mut ranks: BTreeMap<&str, Option<u32>> = BTreeMap::new();
    let candidates = stored.iter().enumerate().filter_map(|(entry, stored)| {
        let id = stored.id?;
        let rank = *ranks.entry(id).or_insert_with(|| {
            let verdict = ids.verdict(id, asked);
            verdict.compatible.then_some(verdict.rank)
        });
        Some((stored.bundle, entry, rank?))
    });
    let mut others = best_of_each(candidates);
    others.retain(|entry| *entry != chosen && stored.get(*entry).is_some_and(|stored| !stored.empty));
    others
}

/// The best ones of every bundle: of `candidates`, which are bundle, entry and rank, those that no other of the same bundle outranks.
/// Bundles come one after the other.
pub(crate) fn best_of_each(candidates: impl Iterator<Item = (usize, usize, u32)>) -> Vec<usize> {
    let mut best: Vec<usize> = Vec::new();
    let mut current: Option<(usize, u32, usize)> = None;
    for (bundle, entry, rank) in candidates {
        match current {
            Some((same, highest, _)) if same == bundle && rank < highest => continue,
            Some((same, highest, start)) if same == bundle && rank > highest => {
                best.truncate(start);
                current = Some((bundle, rank, start));
            }
            Some((same, ..)) if same == bundle => {}
            _ => current = Some((bundle, rank, best.len())),
        }
        best.push(entry);
    }
    best
}

/// Gives each request the first of its pairs, and with `once` each entry away one time at most.
fn settle(pairs: &[Pair], once: bool, matches: &mut [Match]) {
    let mut taken = BTreeSet::new();
    for pair in pairs {
        if let Some(found) = matches.get_mut(pair.request)
            && found.chosen.is_none()
            && !(once && taken.contains(&pair.entry))
        {
            found.chosen = Some(pair.entry);
            taken.insert(pair.entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_each_bundle_are_those_that_nothing_in_it_outranks() {
        let candidates = [(0, 0, 1), (0, 1, 3), (0, 2, 2), (0, 3, 3), (2, 4, 1), (3, 5, 2), (3, 6, 9)];
        assert_eq!(best_of_each(candidates.into_iter()), [1, 3, 4, 6]);
        assert_eq!(best_of_each([].into_iter()), [0; 0]);
    }
}
