//! Rules about entries that must not be in one bundle.

use alloc::string::String;
use alloc::vec::Vec;

use super::answers::Conflict;
use super::captures::Captures;
use super::tables::{CompositionRule, Finds, Grammar};
use crate::template::fill;

impl Grammar<'static> {
    /// Returns the names of the composition rules.
    pub fn composition_rules(&self) -> Vec<&'static str> {
        self.composition.iter().map(|rule| rule.id).collect()
    }

    /// Returns the violations of the composition rules among `ids`, ordered by the later entry.
    pub fn composition(&self, ids: &[&str]) -> Vec<Conflict> {
        let read: Vec<Option<Captures<'_>>> = ids.iter().map(|id| self.read(id).ok()).collect();
        let mut found = Vec::new();
        for rule in self.composition {
            let mut keyed: Vec<(String, usize)> = Vec::new();
            for (index, (id, parts)) in ids.iter().zip(&read).enumerate() {
                keyed.extend(rule.finds.key(self, id, parts.as_ref()).map(|key| (key, index)));
            }
            keyed.sort();
            for group in keyed.chunk_by(|a, b| a.0 == b.0) {
                let Some(((_, first), others)) = group.split_first() else {
                    continue;
                };
                for (_, second) in others {
                    if rule.finds.clash(self, read.get(*first), read.get(*second)) {
                        found.push(rule.conflict(ids, *first, *second));
                    }
                }
            }
            if matches!(rule.finds, Finds::HostAmongOthers) {
                found.extend(self.host_among_others(rule, ids));
            }
        }
        found.sort_by_key(|conflict| (conflict.second, conflict.first));
        found
    }

    fn host_among_others(&self, rule: &CompositionRule<'static>, ids: &[&str]) -> Option<Conflict> {
        let host = ids.iter().position(|id| self.is_host(id))?;
        let last = host == ids.len().saturating_sub(1);
        (host > 0 && !last).then(|| rule.conflict(ids, 0, host))
    }
}

impl CompositionRule<'static> {
    fn conflict(&self, ids: &[&str], first: usize, second: usize) -> Conflict {
        Conflict {
            rule: self.id,
            level: self.level,
            first,
            second,
            text: fill(self.because, |name| match name {
                "first" => ids.get(first).copied(),
                "second" => ids.get(second).copied(),
                _ => None,
            }),
            source: self.source,
        }
    }
}

impl Finds<'_> {
    fn key(&self, grammar: &Grammar<'_>, id: &str, parts: Option<&Captures<'_>>) -> Option<String> {
        match (self, parts) {
            (Self::Equal, Some(parts)) => Some(grammar.canonical.write(grammar, parts)),
            (Self::Equal, None) => Some(String::from(id)),
            (Self::HostAmongOthers, _) => None,
            (Self::OpenFeature(_), None) => None,
            (Self::OpenFeature(same), Some(parts)) => {
                let pieces = parts.items().iter().filter(|piece| same.contains(&piece.part));
                Some(
                    grammar
                        .canonical
                        .write(grammar, &Captures::new(pieces.copied().collect())),
                )
            }
        }
    }

    fn clash(
        &self,
        grammar: &Grammar<'_>,
        first: Option<&Option<Captures<'_>>>,
        second: Option<&Option<Captures<'_>>>,
    ) -> bool {
        match (self, first, second) {
            (Self::Equal, _, _) => true,
            (Self::OpenFeature(_), Some(Some(first)), Some(Some(second))) => {
                let (first, second) = (first.features(&grammar.roles), second.features(&grammar.roles));
                !first
                    .iter()
                    .map(|(name, _)| name)
                    .eq(second.iter().map(|(name, _)| name))
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tiny::TINY;

    #[test]
    fn conflicts_are_ordered_by_later_entry() {
        let ids = ["away/gro/c2", "home/gro/", "away/wood/c-2", "away/gro/c1", "away/gro/c1.fast+"];
        let found: alloc::vec::Vec<_> = TINY
            .composition(&ids)
            .into_iter()
            .map(|c| (c.first, c.second, c.text))
            .collect();
        let expected = [
            (0, 1, "home/gro/ is late".into()),
            (0, 2, "away/gro/c2 is away/wood/c-2".into()),
            (3, 4, "away/gro/c1 next to away/gro/c1.fast+".into()),
        ];
        assert_eq!(found, expected);
    }
}
