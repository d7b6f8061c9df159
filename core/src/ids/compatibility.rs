//! Which stored entry serves which request.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use self::pair::{Finding, Pair, Purpose};
use super::answers::{Aspect, Closeness, Loading, ParseError, Reason, Verdict};
use super::captures::Captures;
use super::component::IdComponent;
use super::tables::{Compares, CompatibilityRule, FeatureRule, Grammar, SignRow, WordRule};
use crate::template::fill_with;

mod pair;
mod processors;

/// What an entry of the requested kind has added to its rank, which puts it above entries whose kind may only replace the requested one.
const OF_EQUAL_KIND: u32 = 1 << 20;

impl Grammar<'static> {
    /// Returns whether the entry stored as `stored` may serve the request `asked`, with at least one reason.
    pub fn verdict(&self, stored: &str, asked: &str) -> Verdict {
        let rules = || self.compatibility.iter();
        if stored == asked
            && let Some(rule) = rules().find(|rule| matches!(rule.compares, Compares::Text))
        {
            let reason = self.say(rule, rule.agrees, &[("stored", stored), ("asked", asked)]);
            return Verdict {
                compatible: true,
                loads: Some(Loading::Own),
                rank: u32::MAX,
                closeness: Closeness::default(),
                reasons: vec![reason],
            };
        }
        match (self.read(stored), self.read(asked)) {
            (Ok(stored), Ok(asked)) => self.compare(&stored, &asked),
            (read_stored, read_asked) => {
                let errors = [(stored, read_stored.err()), (asked, read_asked.err())];
                let found = errors.iter().filter_map(|(id, error)| Some((id, error.as_ref()?)));
                let reasons = found.flat_map(|(id, error)| self.unreadable(stored, asked, id, error));
                Verdict::refused(reasons.collect())
            }
        }
    }

    /// Returns why `id`, one of `stored` and `asked`, cannot be compared.
    pub(super) fn unreadable(&self, stored: &str, asked: &str, id: &str, error: &ParseError) -> Vec<Reason> {
        let rules = self.compatibility.iter();
        let rules = rules.filter(|rule| matches!(rule.compares, Compares::Readable));
        let why = alloc::format!("`{id}`: {error}");
        let values = [("stored", stored), ("asked", asked), ("why", why.as_str())];
        rules.map(|rule| self.say(rule, rule.differs, &values)).collect()
    }

    /// Returns whether the parts `stored` may serve the parts `asked`.
    pub fn compare(&self, stored: &Captures<'_>, asked: &Captures<'_>) -> Verdict {
        let mut verdict = Pair { stored, asked, image: None, purpose: Purpose::Serving }.verdict(self, |_| true);
        if verdict.compatible && self.is_same(stored, asked) {
            verdict.rank = u32::MAX;
        }
        verdict
    }

    /// Returns whether two IDs are the same, in any spelling.
    fn is_same(&self, stored: &Captures<'_>, asked: &Captures<'_>) -> bool {
        self.canonical.write(self, stored) == self.canonical.write(self, asked)
    }

    /// Returns whether the parts `stored` may serve the parts `asked`, by the rules about `component` only.
    pub fn compare_by(&self, component: IdComponent, stored: &Captures<'_>, asked: &Captures<'_>) -> Verdict {
        self.compare_image_by(component, (stored, None), asked)
    }

    /// Compares as [`Grammar::compare_by`] does, for an image of this kind, which need not be machine code.
    pub(super) fn compare_image_by(
        &self,
        component: IdComponent,
        (stored, image): (&Captures<'_>, Option<&str>),
        asked: &Captures<'_>,
    ) -> Verdict {
        let pair = Pair { stored, asked, image, purpose: Purpose::Serving };
        pair.verdict(self, |part| self.is_of(component, part))
    }

    /// Returns whether an image for the parts `stored` runs on at least one device that fits the part `component` of `asked`, by the rules
    /// about that part only: [`Verdict::loads`] tells. If it does, there may be no reasons.
    pub(super) fn select_by(
        &self,
        component: IdComponent,
        (stored, image): (&Captures<'_>, Option<&str>),
        asked: &Captures<'_>,
    ) -> Verdict {
        let pair = Pair { stored, asked, image, purpose: Purpose::Selecting };
        pair.verdict(self, |part| self.is_of(component, part))
    }

    /// Returns whether the part called `part` belongs to `component`.
    fn is_of(&self, component: IdComponent, part: &str) -> bool {
        let roles = &self.roles;
        match component {
            IdComponent::Kind => part == roles.kind,
            IdComponent::Triple => roles.triple.contains(&part),
            IdComponent::Target => [roles.processor, roles.feature].contains(&part),
        }
    }
}

impl Verdict {
    /// Creates the verdict that the entry neither may serve nor is loaded.
    pub(super) fn refused(reasons: Vec<Reason>) -> Self {
        Self { compatible: false, loads: None, rank: 0, closeness: Closeness::default(), reasons }
    }
}

impl CompatibilityRule<'static> {
    /// Returns how the part `text` is shown.
    fn show<'t>(&self, text: Option<&'t str>) -> &'t str {
        text.filter(|text| !text.is_empty()).unwrap_or(self.nothing)
    }
}

impl Compares<'_> {
    /// Returns the part that the rule is about.
    fn about<'g>(&self, grammar: &Grammar<'g>) -> &'g str
    where
        Self: 'g,
    {
        match self {
            Self::Word(word) => word.part,
            Self::OwnFeatures | Self::Features(_) => grammar.roles.feature,
            Self::Text | Self::Readable => "",
        }
    }
}

impl Pair<'_, '_> {
    /// Returns the verdict of the rules about the parts that `asks` selects.
    fn verdict(self, grammar: &Grammar<'static>, asks: impl Fn(&str) -> bool) -> Verdict {
        let (mut agreed, mut differed) = (Vec::new(), Vec::new());
        let mut closeness = Closeness::default();
        let (mut loads, mut rank) = (Some(Loading::Own), None);
        let rules = grammar.compatibility.iter();
        for rule in rules.filter(|rule| asks(rule.compares.about(grammar))) {
            let found = match &rule.compares {
                Compares::Text | Compares::Readable => continue,
                // Which features a stored entry may fix is for its own compiler to say, which may be newer than the tables.
                Compares::OwnFeatures if self.purpose == Purpose::Selecting => continue,
                Compares::OwnFeatures => Finding::from(self.foreign_feature(grammar, rule)),
                Compares::Word(word) if word.selects_family => self.processor(grammar, rule, word),
                Compares::Word(word) => {
                    let found = Finding::from(self.word(grammar, rule, word));
                    let is_compiled = || word.part == grammar.roles.architecture && self.is_compiled_from(grammar);
                    let loads = found.loads.or_else(|| is_compiled().then_some(Loading::Compiled));
                    Finding { loads, ..found }
                }
                Compares::Features(features) => Finding::from(self.features(grammar, rule, features)),
            };
            loads = loads.min(found.loads);
            rank = rank.or(found.rank);
            match found.told {
                Ok(reason) => {
                    closeness.rules = closeness.rules.saturating_add(usize::from(differed.is_empty()));
                    agreed.extend(Some(reason).filter(|reason| !reason.text.is_empty()));
                }
                Err(reason) => {
                    if let (Compares::Word(word), true) = (&rule.compares, differed.is_empty()) {
                        closeness.letters = self.letters(word.part);
                    }
                    differed.push(reason);
                }
            }
        }
        let rank = loads.map_or(0, |_| rank.unwrap_or_else(|| self.rank(grammar)));
        match differed.is_empty() {
            true => Verdict { compatible: true, loads, rank, closeness, reasons: agreed },
            false => Verdict { compatible: false, loads, rank, closeness, reasons: differed },
        }
    }

    /// Returns how well the entry serves, if it does and does not have the requested ID itself.
    fn rank(self, grammar: &Grammar<'_>) -> u32 {
        let kind = grammar.roles.kind;
        rank(
            specificity(grammar, self.stored),
            self.stored.get(kind) == self.asked.get(kind),
        )
    }

    /// Returns the number of equal leading bytes of the two words of the part `part`.
    fn letters(self, part: &str) -> usize {
        let [stored, asked] = [self.stored, self.asked].map(|parts| parts.get(part).unwrap_or(""));
        stored
            .bytes()
            .zip(asked.bytes())
            .take_while(|(stored, asked)| stored == asked)
            .count()
    }

    fn foreign_feature(self, grammar: &Grammar<'_>, rule: &CompatibilityRule<'static>) -> Result<Reason, Reason> {
        let mut foreign = [self.stored, self.asked]
            .into_iter()
            .filter_map(|parts| foreign_feature(grammar, parts));
        match foreign.next() {
            Some((processor, feature)) => {
                Err(grammar.say(rule, rule.differs, &[("processor", processor), ("feature", feature)]))
            }
            None => Ok(grammar.say(rule, rule.agrees, &[])),
        }
    }

    fn word(
        self,
        grammar: &Grammar<'_>,
        rule: &CompatibilityRule<'static>,
        word: &WordRule<'_>,
    ) -> Result<Reason, Reason> {
        let (stored, asked) = (self.stored.get(word.part), self.asked.get(word.part));
        let values = [("stored", rule.show(stored)), ("asked", rule.show(asked))];
        let holds = [self.stored, self.asked].map(|parts| conditions(grammar, word, parts));
        let [stored_holds, asked_holds] = &holds;
        let ignored = stored_holds
            .iter()
            .zip(asked_holds)
            .any(|(stored, asked)| *stored && *asked);
        if ignored || word.counts_as(grammar, stored) == word.counts_as(grammar, asked) {
            let written = |text: Option<&str>| text.is_some_and(|text| !text.is_empty());
            let text = match written(stored) || written(asked) {
                true if stored == asked && !rule.equal.is_empty() => rule.equal,
                true => rule.agrees,
                false => "",
            };
            return Ok(grammar.say(rule, text, &values));
        }
        let text = match !word.family.is_empty() && self.is_of_family(grammar, word) {
            true => word.family,
            false => rule.differs,
        };
        Err(grammar.say(rule, text, &values))
    }

    fn features(
        self,
        grammar: &Grammar<'_>,
        rule: &CompatibilityRule<'static>,
        features: &FeatureRule<'_>,
    ) -> Result<Reason, Reason> {
        let roles = &grammar.roles;
        let takes = match self.purpose {
            Purpose::Selecting if !features.selects.is_empty() => FeatureRule::selects,
            _ => FeatureRule::serves,
        };
        // By name, each with its stored and its asked sign; of several signs of one feature the first counts.
        let mut named: BTreeMap<&str, [Option<&str>; 2]> = BTreeMap::new();
        for (position, parts) in [self.stored, self.asked].into_iter().enumerate() {
            for (feature, sign) in parts.signed(roles) {
                if let Some(place) = named.entry(feature).or_default().get_mut(position) {
                    place.get_or_insert(sign);
                }
            }
        }
        let mut agreed = Vec::new();
        for (feature, [kept, wanted]) in named {
            let values = [("feature", feature), ("stored", rule.show(kept)), ("asked", rule.show(wanted))];
            if !takes(features, kept, wanted) {
                return Err(grammar.say(rule, rule.differs, &values));
            }
            if !rule.agrees.is_empty() {
                agreed.push(grammar.say(rule, rule.agrees, &values).text);
            }
        }
        Ok(Reason { text: agreed.join("; "), ..grammar.say(rule, "", &[]) })
    }
}

/// Returns the first feature that the processor of an ID is not known to have, after that processor.
pub(super) fn foreign_feature<'p>(grammar: &Grammar<'_>, parts: &Captures<'p>) -> Option<(&'p str, &'p str)> {
    let name = parts.get(grammar.roles.processor)?;
    let processor = grammar.processor(name)?;
    let mut features = parts.features(&grammar.roles).into_iter();
    let (feature, _) = features.find(|(feature, _)| !grammar.has_feature(processor, feature))?;
    Some((name, feature))
}

/// Returns whether the processor of an ID is known not to have one of its features.
pub(super) fn is_foreign(grammar: &Grammar<'_>, parts: &Captures<'_>) -> bool {
    foreign_feature(grammar, parts).is_some()
}

/// Returns how specific an ID is: the number grows with the features that it fixes.
pub(super) fn specificity(grammar: &Grammar<'_>, parts: &Captures<'_>) -> u32 {
    let named = u32::try_from(parts.signed(&grammar.roles).count()).unwrap_or(u32::MAX);
    named.saturating_add(1)
}

/// Returns the rank of a compatible entry of this specificity, whose kind is the requested one or may replace it.
pub(super) fn rank(specificity: u32, of_equal_kind: bool) -> u32 {
    match of_equal_kind {
        true => specificity
            .saturating_add(OF_EQUAL_KIND)
            .min(u32::MAX.saturating_sub(1)),
        false => specificity.min(OF_EQUAL_KIND),
    }
}

/// Returns which conditions hold under which the part of `word` does not matter. It does not matter if one holds for both IDs.
pub(super) fn conditions(grammar: &Grammar<'_>, word: &WordRule<'_>, parts: &Captures<'_>) -> Vec<bool> {
    word.ignored.iter().map(|one_of| one_of.holds(grammar, parts)).collect()
}

impl FeatureRule<'_> {
    /// Returns whether a feature stored with the sign `stored` serves a request for `asked`. A missing sign means that it is left open.
    pub(super) fn serves(&self, stored: Option<&str>, asked: Option<&str>) -> bool {
        has_row(self.serves, stored, asked)
    }

    fn selects(&self, stored: Option<&str>, asked: Option<&str>) -> bool {
        has_row(self.selects, stored, asked)
    }
}

fn has_row(rows: &[SignRow<'_>], stored: Option<&str>, asked: Option<&str>) -> bool {
    rows.iter()
        .any(|row| row.stored == stored && row.serves.contains(&asked))
}

impl WordRule<'_> {
    /// Returns what `text` counts as. Two parts agree if they count as the same.
    pub(super) fn counts_as<'t>(&'t self, grammar: &'t Grammar<'_>, text: Option<&'t str>) -> Option<&'t str> {
        let text = text.filter(|text| !text.is_empty()).or(self.missing)?;
        if self.by_group
            && let Some(kind) = grammar.kind(text)
        {
            return Some(kind.group);
        }
        Some(grammar.primary(self.part, text).or(self.unlisted).unwrap_or(text))
    }
}

impl Grammar<'_> {
    /// Returns a reason of `rule`.
    pub(super) fn say(&self, rule: &CompatibilityRule<'static>, text: &str, values: &[(&str, &str)]) -> Reason {
        let text = fill_with(text, |name, text| {
            let value = values.iter().find(|(known, _)| *known == name);
            text.push_str(value.map_or("", |(_, value)| value));
            true
        });
        Reason { rule: rule.id, aspect: self.aspect(&rule.compares), text, source: rule.source }
    }

    fn aspect(&self, compares: &Compares<'_>) -> Aspect {
        match compares {
            Compares::Text => Aspect::Text,
            Compares::Readable => Aspect::Grammar,
            Compares::OwnFeatures => Aspect::OwnFeatures,
            Compares::Features(_) => Aspect::Features,
            Compares::Word(word) if word.part == self.roles.kind => Aspect::Kind,
            Compares::Word(word) if self.roles.triple.contains(&word.part) => Aspect::Triple,
            Compares::Word(_) => Aspect::Processor,
        }
    }
}

#[cfg(test)]
mod tests;
