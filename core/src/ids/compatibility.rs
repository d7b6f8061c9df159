//! Verdicts on whether stored entries serve requests.

use alloc::vec;
use alloc::vec::Vec;

pub(super) use self::compared::{Compared, foreign_feature};
pub(super) use self::pair::{Pair, Purpose, Request};
use super::answers::{Aspect, Closeness, Loading, ParseError, Reason, Verdict};
use super::captures::Captures;
use super::component::IdComponent;
use super::tables::{Compares, CompatibilityRule, Grammar};
use crate::template::fill_with;

mod compared;
mod pair;
mod processors;

impl Grammar<'static> {
    /// Returns whether the entry `stored` may serve the request `asked`, with at least one reason.
    pub fn verdict(&self, stored: &str, asked: &str) -> Verdict {
        let mut rules = self.compatibility.iter();
        if stored == asked
            && let Some(rule) = rules.find(|rule| matches!(rule.compares, Compares::Text))
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
        let read = (self.read(stored), self.read(asked));
        self.ask(Request::default(), (stored, read.0), (asked, read.1))
    }

    pub(super) fn ask<'t>(
        &'t self,
        request: Request<'_>,
        (stored, stored_parts): (&str, Result<Captures<'t>, ParseError>),
        (asked, asked_parts): (&str, Result<Captures<'t>, ParseError>),
    ) -> Verdict {
        match (stored_parts, asked_parts) {
            (Ok(stored), Ok(asked)) => {
                let (stored, asked) = (Compared::new(self, stored), Compared::new(self, asked));
                Pair { grammar: self, stored: &stored, asked: &asked, request }.verdict()
            }
            (read_stored, read_asked) => {
                let errors = [(stored, read_stored.err()), (asked, read_asked.err())];
                let found = errors.iter().filter_map(|(id, error)| Some((id, error.as_ref()?)));
                let reasons = found.flat_map(|(id, error)| self.unreadable(stored, asked, id, error));
                Verdict::refused(reasons.collect())
            }
        }
    }

    pub(super) fn unreadable(&self, stored: &str, asked: &str, id: &str, error: &ParseError) -> Vec<Reason> {
        let rules = self.compatibility.iter();
        let rules = rules.filter(|rule| matches!(rule.compares, Compares::Readable));
        let why = alloc::format!("`{id}`: {error}");
        let values = [("stored", stored), ("asked", asked), ("why", why.as_str())];
        rules.map(|rule| self.say(rule, rule.differs, &values)).collect()
    }

    /// Returns whether the parts `stored` may serve the parts `asked`.
    pub fn compare(&self, stored: &Captures<'_>, asked: &Captures<'_>) -> Verdict {
        self.compare_parts(Request::default(), stored, asked)
    }

    /// Returns whether the parts `stored` may serve the parts `asked`, by the rules about `component`.
    pub fn compare_by(&self, component: IdComponent, stored: &Captures<'_>, asked: &Captures<'_>) -> Verdict {
        self.compare_parts(
            Request { component: Some(component), ..Request::default() },
            stored,
            asked,
        )
    }

    fn compare_parts(&self, request: Request<'_>, stored: &Captures<'_>, asked: &Captures<'_>) -> Verdict {
        let (stored, asked) = (Compared::new(self, stored.clone()), Compared::new(self, asked.clone()));
        Pair { grammar: self, stored: &stored, asked: &asked, request }.verdict()
    }
}

impl Verdict {
    pub(super) fn refused(reasons: Vec<Reason>) -> Self {
        Self { compatible: false, loads: None, rank: 0, closeness: Closeness::default(), reasons }
    }
}

impl CompatibilityRule<'static> {
    fn show<'t>(&self, text: Option<&'t str>) -> &'t str {
        text.filter(|text| !text.is_empty()).unwrap_or(self.nothing)
    }
}

impl Compares<'_> {
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

impl Grammar<'_> {
    pub(super) fn say(&self, rule: &CompatibilityRule<'static>, text: &str, values: &[(&str, &str)]) -> Reason {
        let text = fill_with(text, |name, text| {
            let value = values.iter().find(|(known, _)| *known == name);
            text.push_str(value.map_or("", |(_, value)| value));
            true
        });
        Reason { rule: rule.id, aspect: self.aspect(&rule.compares), text, source: rule.source }
    }

    fn is_of(&self, component: IdComponent, part: &str) -> bool {
        let roles = &self.roles;
        match component {
            IdComponent::Kind => part == roles.kind,
            IdComponent::Triple => roles.triple.contains(&part),
            IdComponent::Target => [roles.processor, roles.feature].contains(&part),
        }
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
