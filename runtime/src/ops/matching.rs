//! Which stored entry serves which request, and why.

use std::{format, string::String, vec::Vec};

use crate::ids::{IdGrammar, Verdict};

/// What was found out about one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// The entry that serves it, by its position among the stored ones.
    pub chosen: Option<usize>,
    /// The verdict on every stored entry, in their order. None where the stored ID is no text.
    pub verdicts: Vec<Option<Verdict>>,
}

/// Finds the entry for each request. The most specific one wins, and of equally specific ones the first.
/// With `once`, no entry serves two requests: the best pair is settled first, then the best of what is left.
pub fn find(ids: &dyn IdGrammar, stored: &[Option<&str>], asked: &[&str], once: bool) -> Vec<Match> {
    let mut matches: Vec<Match> = asked
        .iter()
        .map(|asked| Match {
            chosen: None,
            verdicts: stored.iter().map(|id| id.map(|id| ids.verdict(id, asked))).collect(),
        })
        .collect();
    let mut taken = std::vec![false; stored.len()];
    for (entry, request) in candidates(&matches) {
        let (Some(taken), Some(found)) = (taken.get_mut(entry), matches.get_mut(request)) else {
            continue;
        };
        if found.chosen.is_none() && !(once && *taken) {
            found.chosen = Some(entry);
            *taken = true;
        }
    }
    matches
}

/// The compatible pairs of entry and request: most specific first, then in file order, then in the order of the requests.
fn candidates(matches: &[Match]) -> impl Iterator<Item = (usize, usize)> + use<> {
    let mut pairs: Vec<(u32, usize, usize)> = Vec::new();
    for (request, found) in matches.iter().enumerate() {
        for (entry, verdict) in found.verdicts.iter().enumerate() {
            if let Some(verdict) = verdict.as_ref().filter(|verdict| verdict.compatible) {
                pairs.push((verdict.rank, entry, request));
            }
        }
    }
    pairs.sort_by_key(|(rank, entry, request)| (core::cmp::Reverse(*rank), *entry, *request));
    pairs.into_iter().map(|(_, entry, request)| (entry, request))
}

/// The reasons of a verdict as one line.
pub(super) fn reasons(verdict: &Verdict) -> String {
    let reasons: Vec<String> = verdict
        .reasons
        .iter()
        .map(|reason| format!("{}: {}", reason.rule, reason.text))
        .collect();
    reasons.join("; ")
}
