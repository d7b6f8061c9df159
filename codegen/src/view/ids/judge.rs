//! Composition and compatibility rules as Rust values.

use super::spell;
use super::style::among;
use crate::ir::ids::{Compares, Comparison, Composition, Finds, WordRule};

/// A composition rule as a Rust value.
pub fn composition(rule: &Composition) -> String {
    let finds = match &rule.finds {
        Finds::Equal => "Finds::Equal".to_owned(),
        Finds::OpenFeature(parts) => format!("Finds::OpenFeature({})", spell::texts(parts)),
        Finds::HostAfterOthers => "Finds::HostAfterOthers".to_owned(),
    };
    let level = match rule.level.as_str() {
        "error" => "Severity::Error",
        "warning" => "Severity::Warning",
        _ => "Severity::Note",
    };
    format!(
        "{}CompositionRule {{ id: {}, finds: {finds}, level: {level}, because: {} }}",
        spell::source(rule.source.as_ref()),
        spell::text(&rule.id),
        spell::text(&rule.because)
    )
}

/// A compatibility rule as a Rust value.
pub fn comparison(rule: &Comparison) -> String {
    let compares = match &rule.compares {
        Compares::Text => "Compares::Text".to_owned(),
        Compares::Readable => "Compares::Readable".to_owned(),
        Compares::OwnFeatures => "Compares::OwnFeatures".to_owned(),
        Compares::Word(word) => format!("Compares::Word({})", word_rule(word)),
        Compares::Features(serves) => {
            let rows = serves.iter().map(|(stored, asked)| {
                let asked = spell::list(asked.iter().map(|sign| spell::optional(sign.as_ref())));
                format!("({}, {asked})", spell::optional(stored.as_ref()))
            });
            format!("Compares::Features(FeatureTable {{ serves: {} }})", spell::list(rows))
        }
    };
    format!(
        "{}Rule {{ id: {}, compares: {compares}, agrees: {}, differs: {}, nothing: {} }}",
        spell::source(rule.source.as_ref()),
        spell::text(&rule.id),
        spell::text(&rule.agrees),
        spell::text(&rule.differs),
        spell::text(&rule.nothing)
    )
}

fn word_rule(word: &WordRule) -> String {
    format!(
        "WordRule {{ part: {}, missing: {}, unlisted: {}, by_group: {}, ignored: {}, family: {} }}",
        spell::text(&word.part),
        spell::optional(word.missing.as_ref()),
        spell::optional(word.unlisted.as_ref()),
        word.by_group,
        spell::list(word.ignored.iter().map(among)),
        spell::text(&word.family)
    )
}
