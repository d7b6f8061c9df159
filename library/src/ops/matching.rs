//! Which stored entry serves which request, and why.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::ids::{IdGrammar, Verdict};

/// What was found out about one request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Match {
    /// The entry that serves it, by its position among the stored ones.
    pub chosen: Option<usize>,
    /// The verdict on every stored entry, in their order; empty unless asked for. None where the stored ID is no text.
    pub verdicts: Vec<Option<Verdict>>,
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
pub(super) fn find(ids: &dyn IdGrammar, stored: &[Option<&str>], asked: &[&str], choice: Choice) -> Vec<Match> {
    let mut by_text: BTreeMap<&str, usize> = BTreeMap::new();
    for (entry, id) in stored.iter().enumerate() {
        if let Some(id) = id {
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
                for (entry, id) in stored.iter().enumerate() {
                    let verdict = id.map(|id| ids.verdict(id, asked));
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
    matches
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
