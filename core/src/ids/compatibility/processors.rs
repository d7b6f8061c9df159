//! Rules about words. Loaders run more code than equal names allow.

use super::pair::{Finding, Pair};
use crate::ids::answers::Loading;
use crate::ids::tables::WordRule;

impl<'i> Pair<'_, 'i> {
    pub(super) fn word(self, word: &WordRule<'static>, agrees: bool) -> Finding {
        let grammar = self.grammar;
        let of_family = || (!word.family.is_empty() && self.is_of_family(word)).then_some(word.family);
        if !word.selects_family {
            let is_compiled = || word.part == grammar.roles.architecture && self.is_compiled_from();
            let loads = if agrees {
                Some(Loading::Own)
            } else {
                is_compiled().then_some(Loading::Compiled)
            };
            return Finding { agrees, loads, rank: None, why: if agrees { None } else { of_family() } };
        }
        let [stored, asked] = [self.stored, self.asked].map(|one| one.parts.get(word.part).unwrap_or(""));
        match grammar.load(self.request.image, stored, asked) {
            // The names agree. A target alone is ranked like other targets.
            Some(loaded) if agrees && loaded.loading.is_some() => {
                let rank = self.request.component.map(|_| loaded.number);
                Finding { loads: loaded.loading, rank, ..true.into() }
            }
            Some(loaded) => Finding {
                agrees: false,
                loads: loaded.loading,
                rank: Some(loaded.number),
                why: loaded.why.or_else(of_family),
            },
            None if agrees => true.into(),
            None if self.is_of_family(word) => {
                Finding { loads: Some(Loading::Generic), why: of_family(), ..false.into() }
            }
            None if self.is_compiled_from() => {
                let why = Some(word.compiled).filter(|compiled| !compiled.is_empty());
                Finding { loads: Some(Loading::Compiled), why, ..false.into() }
            }
            None => false.into(),
        }
    }

    /// Portable code and code without a processor are compiled when loaded.
    fn is_compiled_from(self) -> bool {
        let (grammar, roles) = (self.grammar, &self.grammar.roles);
        let asked = self.asked.parts.get(roles.processor);
        let Some(asked) = asked.and_then(|name| grammar.group_like(name)) else {
            return false;
        };
        match self.stored.parts.get(roles.processor).filter(|name| !name.is_empty()) {
            Some(name) => {
                let group = grammar.processor_group(name);
                group.is_some_and(|group| group.compiled_for.iter().any(|one| asked.architectures.contains(one)))
            }
            None => {
                let architecture = self.stored.parts.get(roles.architecture).unwrap_or("");
                let primary = grammar.primary(roles.architecture, architecture);
                primary.is_some_and(|primary| asked.compiled_from.contains(&primary))
            }
        }
    }

    pub(super) fn stored_name(self) -> Option<&'i str> {
        let roles = &self.grammar.roles;
        let named = |part: &str| self.stored.parts.get(part).filter(|name| !name.is_empty());
        named(roles.processor).or_else(|| named(roles.architecture))
    }

    fn is_of_family(self, word: &WordRule<'_>) -> bool {
        let asked = self.asked.parts.get(word.part);
        let family = asked.and_then(|name| self.grammar.processor(name)?.family);
        let counts_as = |text| word.counts_as(self.grammar, text);
        family.is_some() && counts_as(family) == counts_as(self.stored.parts.get(word.part))
    }
}
