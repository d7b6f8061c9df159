//! Spellings and styles as Rust values.

use super::spell;
use crate::ir::ids::{Among, Case, Cut, Fill, How, Is, Outcome, Spelling, Style};

/// A spelling as a Rust value.
pub fn spelling(spelling: &Spelling) -> String {
    format!(
        "Spelling {{ template: {}, fills: {} }}",
        spell::text(&spelling.template),
        spell::list(spelling.fills.iter().map(fill))
    )
}

fn fill(fill: &Fill) -> String {
    format!(
        "Fill {{ part: {}, gives: {}, only_empty: {}, only: {} }}",
        spell::text(&fill.part),
        spell::text(&fill.gives),
        fill.only_empty,
        spell::list(fill.only.iter().map(among))
    )
}

/// A part with its words as a Rust value.
pub fn among(among: &Among) -> String {
    format!(
        "OneOf {{ part: {}, words: {} }}",
        spell::text(&among.part),
        spell::texts(&among.words)
    )
}

/// A style as a Rust value.
pub fn style(style: &Style) -> String {
    let how = match &style.how {
        How::AsGiven => "StyleKind::AsGiven".to_owned(),
        How::Canonical => "StyleKind::Canonical".to_owned(),
        How::Cut(cut) => format!("StyleKind::Cut({})", self::cut(cut)),
    };
    let doc = style.doc.trim().replace('\n', " ");
    format!("// {doc}\nStyle {{ name: {}, kind: {how} }}", spell::text(&style.name))
}

fn cut(cut: &Cut) -> String {
    let last_if = match &cut.last_if {
        Some(words) => format!("Some({})", spell::texts(words)),
        None => "None".to_owned(),
    };
    format!(
        "Cut {{ separator: {}, into: {}, tail: Tail {{ separator: {}, name: {}, features: {}, last_if: {last_if} }}, \
         at_least: {}, too_few: {}, cases: {} }}",
        spell::text(&cut.separator),
        spell::texts(&cut.into),
        spell::text(&cut.mark),
        spell::text(&cut.name),
        spell::text(&cut.features),
        cut.at_least,
        spell::text(&cut.too_few),
        spell::list(cut.cases.iter().map(case))
    )
}

fn case(case: &Case) -> String {
    let when = case.when.iter().map(|(part, is)| {
        let is = match is {
            Is::Absent => "Predicate::Absent".to_owned(),
            Is::In(words) => format!("Predicate::In({})", spell::texts(words)),
            Is::NotIn(words) => format!("Predicate::NotIn({})", spell::texts(words)),
            Is::TextIn(words) => format!("Predicate::TextIn({})", spell::texts(words)),
            Is::TextNotIn(words) => format!("Predicate::TextNotIn({})", spell::texts(words)),
            Is::ListedAs(part) => format!("Predicate::Listed({})", spell::text(part)),
        };
        format!("Condition {{ part: {}, predicate: {is} }}", spell::text(part))
    });
    let outcome = match &case.outcome {
        Outcome::Writes(spelling) => format!("CaseOutcome::Writes({})", self::spelling(spelling)),
        Outcome::Invalid(text) => format!("CaseOutcome::Invalid({})", spell::text(text)),
        Outcome::Loses(text) => format!("CaseOutcome::Loses({})", spell::text(text)),
    };
    format!("Case {{ when: {}, outcome: {outcome} }}", spell::list(when))
}
