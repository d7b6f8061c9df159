//! Rules of a grammar as Rust functions of the input.

use serde::Serialize;

use super::{doc_lines, spell, tables};
use crate::ir::ids::{Class, Expression, Rule};

/// A rule's function.
#[derive(Debug, Serialize)]
pub struct RuleView {
    name: String,
    docs: Vec<String>,
    body: String,
}

/// A class's function.
#[derive(Debug, Serialize)]
pub struct ClassView {
    name: String,
    body: String,
    chars: String,
}

/// The function of one rule.
pub fn rule(rule: &Rule) -> RuleView {
    RuleView { name: rule.name.clone(), docs: doc_lines(&rule.doc), body: spell(&rule.is) }
}

/// The function of one class.
pub fn class(class: &Class) -> ClassView {
    let patterns: Vec<String> = class
        .ranges
        .iter()
        .map(|(first, last)| {
            if first == last {
                format!("{first:?}")
            } else {
                format!("{first:?}..={last:?}")
            }
        })
        .collect();
    let none = patterns.is_empty();
    let body = match (class.others, none) {
        (true, true) => "true".to_owned(),
        (false, _) if class.ranges == [('0', '9')] => "c.is_ascii_digit()".to_owned(),
        (false, _) if class.ranges == [('a', 'z')] => "c.is_ascii_lowercase()".to_owned(),
        (false, _) if class.ranges == [('A', 'Z')] => "c.is_ascii_uppercase()".to_owned(),
        (true, false) => format!("!matches!(c, {})", patterns.join(" | ")),
        (false, _) => format!("matches!(c, {})", patterns.join(" | ")),
    };
    ClassView { name: class_function(&class.name), chars: if none { "_c" } else { "c" }.to_owned(), body }
}

fn class_function(name: &str) -> String {
    format!("is_{}", name.replace('-', "_"))
}

/// A Rust expression that says whether `expression` fits at the place of `input`.
fn spell(expression: &Expression) -> String {
    match expression {
        Expression::Sequence(items) => joined(items.iter().map(link), " && "),
        Expression::FirstOf(items) => joined(items.iter().map(attempt), " || "),
        Expression::Literal(text) => format!(
            "input.literal({}, {})",
            spell::text(text),
            spell::text(&format!("`{text}`"))
        ),
        Expression::End => "input.end()".to_owned(),
        Expression::Rule(name) => format!("{name}(input)"),
        Expression::Part(name, inner) => format!("input.capture({}, {})", spell::text(name), function(inner)),
        Expression::Chars { class, at_least, called } => format!(
            "input.chars({}, {at_least}, {})",
            class_function(class),
            spell::text(called)
        ),
        Expression::Word { table, called } => {
            format!("input.word(&{}, {})", tables::reference(table), spell::text(called))
        }
        Expression::Optional(inner) => format!("input.optional({})", function(inner)),
        Expression::Repeat(inner) => format!("input.repeat(0, {})", function(inner)),
        Expression::Ahead(inner) => format!("input.ahead({})", function(inner)),
        Expression::Not(inner) => format!("!input.ahead({})", function(inner)),
        Expression::Same(part) => format!("input.same({})", spell::text(part)),
        Expression::Distinct { part, called } => {
            format!("input.distinct({}, {})", spell::text(part), spell::text(called))
        }
    }
}

/// One item of a sequence.
fn link(expression: &Expression) -> String {
    match expression {
        Expression::FirstOf(_) => format!("({})", spell(expression)),
        _ => spell(expression),
    }
}

/// An alternative: what reads nothing when it does not fit needs no way back.
fn attempt(expression: &Expression) -> String {
    match expression {
        Expression::Literal(_) | Expression::End | Expression::Chars { .. } | Expression::Word { .. } => {
            spell(expression)
        }
        Expression::Sequence(items) if items.len() == 1 => joined(items.iter().map(attempt), ""),
        _ => format!("input.attempt({})", function(expression)),
    }
}

/// A function of the input.
fn function(expression: &Expression) -> String {
    match expression {
        Expression::Rule(name) => name.clone(),
        Expression::Sequence(items) if items.len() == 1 => joined(items.iter().map(function), ""),
        _ => format!("|input| {}", spell(expression).trim()),
    }
}

fn joined(items: impl Iterator<Item = String>, with: &str) -> String {
    items.collect::<Vec<_>>().join(with)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_that_may_read_before_failing_are_attempts() {
        let dash = Expression::Literal("-".to_owned());
        let pair = Expression::Sequence(vec![dash.clone(), Expression::Rule("word".to_owned())]);
        let choice = Expression::FirstOf(vec![pair, dash]);
        assert_eq!(
            spell(&choice),
            "input.attempt(|input| input.literal(\"-\", \"`-`\") && word(input)) || input.literal(\"-\", \"`-`\")"
        );
    }
}
