//! Matching of many stored IDs with many requests. Each ID is parsed once, and only IDs that can agree are compared.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::compatibility::{Compared, Pair, Request};
use super::tables::{Compares, FeatureRule, Grammar};

/// A stored ID that may serve a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Serving {
    /// The position among the stored IDs, from 0.
    pub stored: usize,
    /// The rank, as in [`super::Verdict::rank`].
    pub rank: u32,
}

impl Grammar<'static> {
    /// Returns, for each request in `asked`, the positions of the compatible IDs in `stored`. The result equals
    /// [`Grammar::verdict`] for every pair, without the reasons.
    pub fn serving(&self, stored: &[&str], asked: &[&str]) -> Vec<Vec<Serving>> {
        let index = Index::new(self, stored);
        asked.iter().map(|asked| index.serving(asked)).collect()
    }
}

#[derive(Debug, Default)]
struct Group<'i> {
    /// By one feature that they fix, with the sign that a request must have.
    demanding: BTreeMap<(&'i str, &'i str), Vec<usize>>,
    rest: Vec<usize>,
}

impl<'i> Group<'i> {
    fn new(members: Vec<usize>, stored: &[Option<Compared<'i>>], rules: &[&FeatureRule<'i>]) -> Self {
        let demands = |member: usize| {
            let stored = stored.get(member).and_then(Option::as_ref);
            let features = stored.into_iter().flat_map(|stored| &stored.features);
            features.filter_map(|(name, sign)| Some((*name, rules.iter().find_map(|rule| rule.demands(sign))?)))
        };
        let mut frequency: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for demand in members.iter().flat_map(|member| demands(*member)) {
            let count = frequency.entry(demand).or_default();
            *count = count.saturating_add(1);
        }
        let mut group = Self::default();
        for member in members {
            // The rarest demand leaves the fewest IDs to compare.
            match demands(member).min_by_key(|demand| frequency.get(demand)) {
                Some(demand) => group.demanding.entry(demand).or_default().push(member),
                None => group.rest.push(member),
            }
        }
        group
    }

    fn candidates<'g>(&'g self, asked: &'g Compared<'i>) -> impl Iterator<Item = usize> + use<'g, 'i> {
        let demanding = asked.features.iter().filter_map(|feature| self.demanding.get(feature));
        demanding.flatten().chain(&self.rest).copied()
    }
}

#[derive(Debug)]
struct Index<'i> {
    grammar: &'i Grammar<'static>,
    /// `None` if it cannot be parsed.
    stored: Vec<Option<Compared<'i>>>,
    groups: BTreeMap<Vec<Option<&'i str>>, Group<'i>>,
    /// Used if a rule makes equal texts compatible.
    texts: BTreeMap<&'i str, Vec<usize>>,
}

impl<'i> Index<'i> {
    fn new(grammar: &'i Grammar<'static>, ids: &[&'i str]) -> Self {
        let compares = || grammar.compatibility.iter().map(|rule| &rule.compares);
        let rules = compares().filter_map(|compares| match compares {
            Compares::Features(rule) => Some(rule),
            _ => None,
        });
        let rules: Vec<&FeatureRule<'static>> = rules.collect();
        let read = |id: &&'i str| grammar.read(id).ok().map(|parts| Compared::new(grammar, parts));
        let stored: Vec<Option<Compared<'_>>> = ids.iter().map(read).collect();
        let mut members: BTreeMap<Vec<Option<&str>>, Vec<usize>> = BTreeMap::new();
        for (position, stored) in stored.iter().enumerate() {
            if let Some(stored) = stored {
                members.entry(stored.key()).or_default().push(position);
            }
        }
        let groups = members
            .into_iter()
            .map(|(words, members)| (words, Group::new(members, &stored, &rules)));
        let groups = groups.collect();
        let mut texts: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        if compares().any(|compares| matches!(compares, Compares::Text)) {
            for (position, id) in ids.iter().enumerate() {
                texts.entry(id).or_default().push(position);
            }
        }
        Self { grammar, stored, groups, texts }
    }

    fn serving(&self, asked: &str) -> Vec<Serving> {
        let same: &[usize] = self.texts.get(asked).map_or(&[], Vec::as_slice);
        let mut found: Vec<Serving> = same
            .iter()
            .map(|stored| Serving { stored: *stored, rank: u32::MAX })
            .collect();
        let parts = self.grammar.read(asked).ok();
        let read = parts.map(|parts| Compared::new(self.grammar, parts));
        let group = read
            .as_ref()
            .and_then(|asked| Some((asked, self.groups.get(&asked.key())?)));
        if let Some((asked, group)) = group {
            let others = group
                .candidates(asked)
                .filter(|stored| same.binary_search(stored).is_err());
            found.extend(others.filter_map(|position| {
                let stored = self.stored.get(position)?.as_ref()?;
                let pair = Pair { grammar: self.grammar, stored, asked, request: Request::default() };
                pair.is_compatible()
                    .then(|| Serving { stored: position, rank: pair.rank(true) })
            }));
        }
        found.sort_by_key(|serving| serving.stored);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::tiny::TINY;
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "it compares all pairs of very many")]
    fn many_ids_compare_like_pairs() {
        let mut ids = alloc::vec!["", "home", "away/gro", "away/gro/", "nowhere/gro/c1", "home/gro/c2.hot+"];
        for kind in ["away", "far", "home"] {
            for place in ["gro", "wood", "x"] {
                for chip in ["c1", "c-2", "c2", "call", "new"] {
                    for features in ["", ".fast+", ".fast-", ".fast+.hot-", ".hot-.fast+", ".slow+", ".a+.b-"] {
                        ids.push(alloc::format!("{kind}/{place}/{chip}{features}").leak());
                    }
                }
            }
        }
        let found = TINY.serving(&ids, &ids);
        let mut pairs = 0;
        for (asked, found) in ids.iter().zip(found) {
            let verdicts = ids.iter().map(|stored| TINY.verdict(stored, asked)).enumerate();
            let expected = verdicts.filter(|(_, verdict)| verdict.compatible);
            let expected: Vec<Serving> = expected
                .map(|(stored, verdict)| Serving { stored, rank: verdict.rank })
                .collect();
            assert_eq!(found, expected, "{asked}");
            pairs += found.len() - 1;
        }
        assert!(pairs > ids.len(), "{pairs}");
    }
}
