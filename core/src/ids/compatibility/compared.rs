//! A parsed ID with the facts that the rules compare, computed once per ID.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;

use crate::ids::captures::Captures;
use crate::ids::tables::{Compares, FeatureRule, Grammar, SignRow, WordRule};

#[derive(Debug)]
pub(in crate::ids) struct Compared<'i> {
    pub(in crate::ids) parts: Captures<'i>,
    /// By compatibility rule; empty for a rule about no word.
    pub(super) words: Vec<Word<'i>>,
    /// With signs, by name. The first sign of a feature counts.
    pub(in crate::ids) features: Vec<(&'i str, &'i str)>,
    /// The first feature that the processor is not known to have, after that processor.
    pub(super) foreign: Option<(&'i str, &'i str)>,
    canonical: OnceCell<String>,
}

#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::ids) struct Word<'i> {
    counts_as: Option<&'i str>,
    /// By condition: it holds and the word is ignored.
    ignored: Vec<bool>,
}

impl Word<'_> {
    pub(super) fn agrees(&self, other: &Self) -> bool {
        let mut both = self.ignored.iter().zip(&other.ignored);
        self.counts_as == other.counts_as || both.any(|(one, other)| *one && *other)
    }
}

impl<'i> Compared<'i> {
    pub(in crate::ids) fn new(grammar: &'i Grammar<'static>, parts: Captures<'i>) -> Self {
        let words = grammar.compatibility.iter().map(|rule| match &rule.compares {
            Compares::Word(word) => {
                let ignored = word.ignored.iter().map(|one_of| one_of.holds(grammar, &parts));
                Word { counts_as: word.counts_as(grammar, parts.get(word.part)), ignored: ignored.collect() }
            }
            _ => Word::default(),
        });
        let words = words.collect();
        let mut features: Vec<(&str, &str)> = parts.signed(&grammar.roles).collect();
        features.sort_by_key(|(name, _)| *name);
        features.dedup_by_key(|(name, _)| *name);
        let foreign = foreign_feature(grammar, &parts);
        Self { parts, words, features, foreign, canonical: OnceCell::new() }
    }

    /// The words that are never ignored. IDs with different ones are not compatible.
    pub(in crate::ids) fn key(&self) -> Vec<Option<&'i str>> {
        let words = self.words.iter().filter(|word| word.ignored.is_empty());
        words.map(|word| word.counts_as).collect()
    }

    pub(super) fn sign(&self, feature: &str) -> Option<&'i str> {
        let found = self.features.binary_search_by_key(&feature, |(name, _)| name).ok()?;
        self.features.get(found).map(|(_, sign)| *sign)
    }

    pub(super) fn is_same(&self, other: &Self, grammar: &Grammar<'_>) -> bool {
        let canonical = |one: &Self| grammar.canonical.write(grammar, &one.parts);
        // Only IDs with the same features can have the same canonical spelling.
        self.features == other.features
            && self.canonical.get_or_init(|| canonical(self)) == other.canonical.get_or_init(|| canonical(other))
    }
}

impl WordRule<'_> {
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

impl<'a> FeatureRule<'a> {
    pub(super) fn serves(&self, stored: Option<&str>, asked: Option<&str>) -> bool {
        has_row(self.serves, stored, asked)
    }

    pub(super) fn selects(&self, stored: Option<&str>, asked: Option<&str>) -> bool {
        has_row(self.selects, stored, asked)
    }

    pub(in crate::ids) fn demands(&self, sign: &str) -> Option<&'a str> {
        let rows = self.serves.iter().filter(|row| row.stored == Some(sign));
        let mut served = rows.flat_map(|row| row.serves.iter().copied());
        let first = served.next()??;
        served.all(|other| other == Some(first)).then_some(first)
    }
}

fn has_row(rows: &[SignRow<'_>], stored: Option<&str>, asked: Option<&str>) -> bool {
    rows.iter()
        .any(|row| row.stored == stored && row.serves.contains(&asked))
}

pub(in crate::ids) fn foreign_feature<'p>(grammar: &Grammar<'_>, parts: &Captures<'p>) -> Option<(&'p str, &'p str)> {
    let features = parts.features(&grammar.roles);
    // The search for a processor dominates the cost, so look for a feature first.
    let (_, _) = features.first()?;
    let name = parts.get(grammar.roles.processor)?;
    let processor = grammar.processor(name)?;
    let (feature, _) = features
        .into_iter()
        .find(|(feature, _)| !grammar.has_feature(processor, feature))?;
    Some((name, feature))
}
