//! Comparison of two IDs, rule by rule.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::compared::{Compared, Word};
use crate::ids::answers::{Closeness, Loading, Reason, Verdict};
use crate::ids::component::IdComponent;
use crate::ids::tables::{Compares, CompatibilityRule, FeatureRule, Grammar};

/// Above all entries of interchangeable kinds.
pub(super) const OF_EQUAL_KIND: u32 = 1 << 20;

#[derive(Debug, Clone, Copy, Default)]
pub(in crate::ids) struct Request<'p> {
    pub(in crate::ids) component: Option<IdComponent>,
    pub(in crate::ids) image: Option<&'p str>,
    pub(in crate::ids) purpose: Purpose,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::ids) enum Purpose {
    /// On one given device.
    #[default]
    Serving,
    /// On some device that fits a part of an ID.
    Selecting,
}

#[derive(Debug, Clone, Copy)]
pub(in crate::ids) struct Pair<'p, 'i> {
    pub(in crate::ids) grammar: &'p Grammar<'static>,
    pub(in crate::ids) stored: &'p Compared<'i>,
    pub(in crate::ids) asked: &'p Compared<'i>,
    pub(in crate::ids) request: Request<'p>,
}

#[derive(Debug)]
pub(super) struct Finding {
    pub(super) agrees: bool,
    pub(super) loads: Option<Loading>,
    pub(super) rank: Option<u32>,
    pub(super) why: Option<&'static str>,
}

impl From<bool> for Finding {
    fn from(agrees: bool) -> Self {
        Self { agrees, loads: agrees.then_some(Loading::Own), rank: None, why: None }
    }
}

impl<'p, 'i> Pair<'p, 'i> {
    fn findings(self) -> impl Iterator<Item = (&'p CompatibilityRule<'static>, Finding)> {
        let words = self.stored.words.iter().zip(&self.asked.words);
        let rules = self.grammar.compatibility.iter().zip(words);
        rules.filter_map(move |(rule, words)| Some((rule, self.find(rule, words)?)))
    }

    fn find(self, rule: &CompatibilityRule<'static>, (stored, asked): (&Word<'_>, &Word<'_>)) -> Option<Finding> {
        let Self { grammar, request, .. } = self;
        let about = rule.compares.about(grammar);
        if request
            .component
            .is_some_and(|component| !grammar.is_of(component, about))
        {
            return None;
        }
        Some(match &rule.compares {
            Compares::Text | Compares::Readable => return None,
            // The compiler of a stored entry may be newer than the tables and may know more features.
            Compares::OwnFeatures if request.purpose == Purpose::Selecting => return None,
            Compares::OwnFeatures => self.foreign().is_none().into(),
            Compares::Word(word) => self.word(word, stored.agrees(asked)),
            Compares::Features(features) => self.differing(features).is_none().into(),
        })
    }

    pub(in crate::ids) fn is_compatible(self) -> bool {
        self.findings().all(|(_, found)| found.agrees)
    }

    pub(in crate::ids) fn verdict(self) -> Verdict {
        let (mut agreed, mut differed) = (Vec::new(), Vec::new());
        let mut closeness = Closeness::default();
        let (mut loads, mut rank) = (Some(Loading::Own), None);
        for (rule, found) in self.findings() {
            loads = loads.min(found.loads);
            rank = rank.or(found.rank);
            let reason = self.reason(rule, &found);
            if found.agrees {
                closeness.rules = closeness.rules.saturating_add(usize::from(differed.is_empty()));
                agreed.extend(Some(reason).filter(|reason| !reason.text.is_empty()));
                continue;
            }
            if let (Compares::Word(word), true) = (&rule.compares, differed.is_empty()) {
                closeness.letters = self.letters(word.part);
            }
            differed.push(reason);
        }
        let compatible = differed.is_empty();
        let rank = loads.map_or(0, |_| rank.unwrap_or_else(|| self.rank(compatible)));
        Verdict { compatible, loads, rank, closeness, reasons: if compatible { agreed } else { differed } }
    }

    pub(in crate::ids) fn rank(self, compatible: bool) -> u32 {
        let Self { grammar, stored, asked, request } = self;
        let kind = grammar.roles.kind;
        let of_equal_kind = stored.parts.get(kind) == asked.parts.get(kind);
        if compatible && request.component.is_none() && of_equal_kind && stored.is_same(asked, grammar) {
            return u32::MAX;
        }
        // More fixed features are better.
        let named = u32::try_from(stored.parts.signed(&grammar.roles).count()).unwrap_or(u32::MAX);
        let specificity = named.saturating_add(1);
        match of_equal_kind {
            true => specificity
                .saturating_add(OF_EQUAL_KIND)
                .min(u32::MAX.saturating_sub(1)),
            false => specificity.min(OF_EQUAL_KIND),
        }
    }

    fn letters(self, part: &str) -> usize {
        let [stored, asked] = [self.stored, self.asked].map(|one| one.parts.get(part).unwrap_or(""));
        stored
            .bytes()
            .zip(asked.bytes())
            .take_while(|(stored, asked)| stored == asked)
            .count()
    }

    fn foreign(self) -> Option<(&'i str, &'i str)> {
        self.stored.foreign.or(self.asked.foreign)
    }

    fn differing(self, features: &FeatureRule<'_>) -> Option<&'i str> {
        let takes = match self.request.purpose {
            Purpose::Selecting if !features.selects.is_empty() => FeatureRule::selects,
            _ => FeatureRule::serves,
        };
        let named = self.stored.features.iter().chain(&self.asked.features);
        let names = named.map(|(name, _)| *name);
        names
            .filter(|name| !takes(features, self.stored.sign(name), self.asked.sign(name)))
            .min()
    }

    fn reason(self, rule: &CompatibilityRule<'static>, found: &Finding) -> Reason {
        let Self { grammar, .. } = self;
        match &rule.compares {
            Compares::Text | Compares::Readable => grammar.say(rule, "", &[]),
            Compares::OwnFeatures => match self.foreign() {
                Some((processor, feature)) => {
                    grammar.say(rule, rule.differs, &[("processor", processor), ("feature", feature)])
                }
                None => grammar.say(rule, rule.agrees, &[]),
            },
            Compares::Word(word) => {
                let [stored, asked] = [self.stored, self.asked].map(|one| one.parts.get(word.part));
                let is_written = [stored, asked].iter().flatten().any(|text| !text.is_empty());
                let text = match found.why {
                    Some(why) => why,
                    None if !found.agrees => rule.differs,
                    None if !is_written => "",
                    None if stored == asked && !rule.equal.is_empty() => rule.equal,
                    None => rule.agrees,
                };
                let stored = found.why.and_then(|_| self.stored_name()).or(stored);
                let image = self.request.image.unwrap_or(rule.nothing);
                let values = [("stored", rule.show(stored)), ("asked", rule.show(asked)), ("image", image)];
                grammar.say(rule, text, &values)
            }
            Compares::Features(features) => {
                let say = |feature: &str, text: &str| {
                    let [kept, wanted] = [self.stored, self.asked].map(|one| rule.show(one.sign(feature)));
                    grammar.say(rule, text, &[("feature", feature), ("stored", kept), ("asked", wanted)])
                };
                if let Some(feature) = self.differing(features) {
                    return say(feature, rule.differs);
                }
                let named = self.stored.features.iter().chain(&self.asked.features);
                let names: BTreeSet<&str> = named
                    .filter(|_| !rule.agrees.is_empty())
                    .map(|(name, _)| *name)
                    .collect();
                let texts: Vec<_> = names.into_iter().map(|name| say(name, rule.agrees).text).collect();
                Reason { text: texts.join("; "), ..grammar.say(rule, "", &[]) }
            }
        }
    }
}
