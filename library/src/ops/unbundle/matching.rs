//! Matches stored entries with requests.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::ids::{Grammar, Serving, Verdict};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Match {
    /// The position of the serving entry.
    pub chosen: Option<usize>,
    /// The other serving entries with content: the best of every other bundle, and equally specific entries of the same
    /// bundle.
    pub others: Vec<usize>,
    /// The verdicts on all stored entries; empty unless requested. An unreadable ID has no verdict.
    pub verdicts: Vec<Option<Verdict>>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Stored<'s> {
    /// The number of the bundle.
    pub bundle: usize,
    /// The ID, if it can be read.
    pub id: Option<&'s str>,
    /// Whether the content is known to be empty.
    pub empty: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Choice {
    /// No entry serves two requests: the best pair is settled first.
    pub once: bool,
    /// Keeps the verdicts.
    pub explain: bool,
}

#[derive(Debug, Clone, Copy)]
struct Pair {
    candidate: Candidate,
    request: usize,
}

/// The greatest rank wins, then the first bundle, then the exact text, then the first entry.
pub(super) fn find(ids: &Grammar<'static>, stored: &[Stored<'_>], asked: &[&str], choice: Choice) -> Vec<Match> {
    let texts = Texts::collect(stored);
    let serving = ids.serving(&texts.ids, asked);
    let candidates = asked.iter().zip(&serving);
    let candidates: Vec<Vec<Candidate>> = candidates
        .map(|(asked, serving)| texts.candidates(stored, asked, serving))
        .collect();
    let pairs = candidates.iter().enumerate();
    let pairs =
        pairs.flat_map(|(request, all)| all.iter().map(move |candidate| Pair { candidate: *candidate, request }));
    let mut pairs: Vec<Pair> = pairs.collect();
    pairs.sort_by_key(|pair| (pair.candidate.place(), pair.request));
    let mut matches = vec![Match::default(); asked.len()];
    settle(&pairs, choice.once, &mut matches);
    for ((found, candidates), asked) in matches.iter_mut().zip(&candidates).zip(asked) {
        if let Some(chosen) = found.chosen {
            found.others = others(stored, candidates, chosen);
        }
        if choice.explain {
            let verdict = |stored: &Stored<'_>| stored.id.map(|id| ids.verdict(id, asked));
            found.verdicts = stored.iter().map(verdict).collect();
        }
    }
    matches
}

/// Entries of `inner` bundles are within another entry, and serve only the remaining requests.
pub(super) fn find_outside_first(
    ids: &Grammar<'static>,
    stored: &[Stored<'_>],
    asked: &[&str],
    choice: Choice,
    inner: &dyn Fn(usize) -> bool,
) -> Vec<Match> {
    let all = || find(ids, stored, asked, choice);
    if !stored.iter().any(|stored| inner(stored.bundle)) {
        return all();
    }
    let outside = stored
        .iter()
        .map(|stored| Stored { id: stored.id.filter(|_| !inner(stored.bundle)), ..*stored });
    let outside: Vec<Stored<'_>> = outside.collect();
    let found = find(ids, &outside, asked, Choice { explain: false, ..choice }).into_iter();
    let either = found.zip(all()).map(|(found, all)| match found.chosen {
        Some(_) => Match { verdicts: all.verdicts, ..found },
        None => all,
    });
    either.collect()
}

#[derive(Debug, Clone, Copy)]
struct Candidate {
    entry: usize,
    rank: u32,
    bundle: usize,
    is_exact: bool,
}

impl Candidate {
    fn new(stored: &[Stored<'_>], entry: usize, rank: u32, asked: &str) -> Self {
        let found = stored.get(entry);
        let bundle = found.map_or(0, |found| found.bundle);
        Self { entry, rank, bundle, is_exact: found.is_some_and(|found| found.id == Some(asked)) }
    }

    fn place(&self) -> (Reverse<u32>, usize, Reverse<bool>, usize) {
        (Reverse(self.rank), self.bundle, Reverse(self.is_exact), self.entry)
    }
}

/// Distinct IDs, as a file repeats a few.
#[derive(Debug)]
struct Texts<'s> {
    ids: Vec<&'s str>,
    entries: Vec<Vec<usize>>,
}

impl<'s> Texts<'s> {
    fn collect(stored: &[Stored<'s>]) -> Self {
        let mut by_text: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (entry, stored) in stored.iter().enumerate() {
            if let Some(id) = stored.id {
                by_text.entry(id).or_default().push(entry);
            }
        }
        let (ids, entries) = by_text.into_iter().unzip();
        Self { ids, entries }
    }

    fn candidates(&self, stored: &[Stored<'_>], asked: &str, serving: &[Serving]) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for serving in serving {
            let entries = self.entries.get(serving.stored).into_iter().flatten();
            candidates.extend(entries.map(|entry| Candidate::new(stored, *entry, serving.rank, asked)));
        }
        candidates.sort_unstable_by_key(|candidate| candidate.entry);
        candidates
    }
}

fn others(stored: &[Stored<'_>], candidates: &[Candidate], chosen: usize) -> Vec<usize> {
    let candidates = candidates.iter().filter_map(|Candidate { entry, rank, .. }| {
        let stored = stored.get(*entry)?;
        Some((stored.bundle, *entry, *rank))
    });
    let mut others = best_of_each(candidates);
    others.retain(|entry| *entry != chosen && stored.get(*entry).is_some_and(|stored| !stored.empty));
    others
}

/// Triples are bundle, entry and rank, sorted by bundle.
pub(crate) fn best_of_each<R: Ord + Copy>(candidates: impl Iterator<Item = (usize, usize, R)>) -> Vec<usize> {
    let mut best: Vec<usize> = Vec::new();
    let mut current: Option<(usize, R, usize)> = None;
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

/// With `once`, each entry serves at most one request.
fn settle(pairs: &[Pair], once: bool, matches: &mut [Match]) {
    let mut taken = BTreeSet::new();
    for pair in pairs {
        if let Some(found) = matches.get_mut(pair.request)
            && found.chosen.is_none()
            && !(once && taken.contains(&pair.candidate.entry))
        {
            found.chosen = Some(pair.candidate.entry);
            taken.insert(pair.candidate.entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::ops::tests::REGISTRY;

    #[test]
    fn best_of_each_bundle_is_not_outranked() {
        let candidates = [(0, 0, 1), (0, 1, 3), (0, 2, 2), (0, 3, 3), (2, 4, 1), (3, 5, 2), (3, 6, 9)];
        assert_eq!(best_of_each(candidates.into_iter()), [1, 3, 4, 6]);
        assert_eq!(best_of_each([(0, 0, 0); 0].into_iter()), [0; 0]);
    }

    #[test]
    fn repeated_request_gets_the_second_best() {
        let stored = ["far--a", "far--a+x"].map(|id| Stored { bundle: 0, id: Some(id), empty: false });
        for explain in [false, true] {
            let chosen = |once| {
                let found = find(REGISTRY.ids, &stored, &["far--a+x"; 3], Choice { once, explain });
                found.iter().map(|found| found.chosen).collect::<Vec<_>>()
            };
            assert_eq!(chosen(true), [Some(1), Some(0), None]);
            assert_eq!(chosen(false), [Some(1); 3]);
        }
    }

    #[test]
    fn equal_ids_are_reported_as_alternatives() {
        let ids = ["far--a", "far--A", "far--b", "own--a", "own--a"];
        let stored = ids.map(|id| Stored { bundle: 0, id: Some(id), empty: false });
        for (explain, once) in [(false, false), (false, true), (true, false)] {
            let found = find(
                REGISTRY.ids,
                &stored,
                &[ids[1], ids[2], ids[3]],
                Choice { once, explain },
            );
            let found: Vec<_> = found.into_iter().map(|found| (found.chosen, found.others)).collect();
            assert_eq!(
                found,
                [(Some(1), vec![0]), (Some(2), vec![]), (Some(3), vec![4])],
                "{explain} {once}"
            );
        }
    }

    /// A reference implementation.
    fn found_by_pairs(stored: &[Stored<'_>], asked: &[&str], choice: Choice) -> Vec<Match> {
        let verdict = |stored: &Stored<'_>, asked: &str| stored.id.map(|id| REGISTRY.ids.verdict(id, asked));
        let rank = |stored: &Stored<'_>, asked: &str| {
            let verdict = verdict(stored, asked)?;
            verdict.compatible.then_some(verdict.rank)
        };
        let mut pairs = Vec::new();
        for (request, asked) in asked.iter().enumerate() {
            for (entry, one) in stored.iter().enumerate() {
                let candidate = rank(one, asked).map(|rank| Candidate::new(stored, entry, rank, asked));
                pairs.extend(candidate.map(|candidate| Pair { candidate, request }));
            }
        }
        pairs.sort_by_key(|pair| (pair.candidate.place(), pair.request));
        let mut matches = vec![Match::default(); asked.len()];
        settle(&pairs, choice.once, &mut matches);
        for (found, asked) in matches.iter_mut().zip(asked) {
            if let Some(chosen) = found.chosen {
                let ranked = stored.iter().enumerate();
                let ranked = ranked.filter_map(|(entry, stored)| Some((stored.bundle, entry, rank(stored, asked)?)));
                found.others = best_of_each(ranked);
                found.others.retain(|entry| *entry != chosen && !stored[*entry].empty);
            }
            if choice.explain {
                found.verdicts = stored.iter().map(|stored| verdict(stored, asked)).collect();
            }
        }
        matches
    }

    fn ids() -> impl Strategy<Value = String> {
        let (kinds, names, features) = (
            select(&["own--", "far--"]),
            select(&["a", "b"]),
            select(&["", "+x", "+y"]),
        );
        (kinds, names, features).prop_map(|(kind, name, feature)| format!("{kind}{name}{feature}"))
    }

    proptest! {
        #[test]
        fn matching_agrees_with_pairwise_comparison(
            // Entries of a bundle have different IDs.
            bundles in prop::collection::vec(prop::collection::btree_set(ids(), 0..6), 0..4),
            empty in prop::collection::vec(any::<bool>(), 24),
            asked in prop::collection::vec(ids(), 0..6),
            (once, explain) in any::<(bool, bool)>(),
        ) {
            let entries = bundles.iter().enumerate().flat_map(|(bundle, ids)| ids.iter().map(move |id| (bundle, id)));
            let stored = entries.zip(&empty).map(|((bundle, id), empty)| Stored {
                bundle,
                id: Some(id.as_str()).filter(|id| *id != "own--b+y"),
                empty: *empty,
            });
            let stored: Vec<Stored<'_>> = stored.collect();
            let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
            let choice = Choice { once, explain };
            prop_assert_eq!(find(REGISTRY.ids, &stored, &asked, choice), found_by_pairs(&stored, &asked, choice));
        }
    }
}
