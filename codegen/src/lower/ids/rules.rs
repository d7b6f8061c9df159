//! Rules and classes of an ID grammar, resolved.

use super::{doc, table};
use crate::ir::ids as ir;
use crate::model::ids::Spec;
use crate::model::ids::rule::{Class, Expression};

/// The classes that rules use.
pub fn classes(spec: &Spec) -> Vec<ir::Class> {
    let mut used = Vec::new();
    for rule in &spec.rules {
        rule.is.visit(&mut |expression| {
            if let Expression::Chars(chars) = expression {
                used.push(chars.chars.as_str());
            }
        });
    }
    spec.classes
        .iter()
        .filter(|class| used.contains(&class.id.value.as_str()))
        .map(|class| {
            let (others, chars) = match class.chars.strip_prefix('^') {
                Some(rest) => (true, rest),
                None => (false, class.chars.as_str()),
            };
            ir::Class { name: class.id.value.clone(), ranges: ranges(chars), others }
        })
        .collect()
}

/// `A-Z_` as ranges: A to Z, and `_` alone.
fn ranges(chars: &str) -> Vec<(char, char)> {
    let mut rest: Vec<char> = chars.chars().collect();
    rest.reverse();
    let mut ranges = Vec::new();
    while let Some(first) = rest.pop() {
        match rest.as_slice() {
            [.., last, '-'] => {
                ranges.push((first, *last));
                rest.truncate(rest.len() - 2);
            }
            _ => ranges.push((first, first)),
        }
    }
    ranges
}

/// The rules, in the order of the schema.
pub fn rules(spec: &Spec) -> Vec<ir::Rule> {
    spec.rules
        .iter()
        .map(|rule| ir::Rule {
            name: rule.id.value.clone(),
            doc: doc(&rule.doc, rule.doc_ref.as_ref()),
            is: expression(&rule.is, &spec.classes),
        })
        .collect()
}

fn expression(model: &Expression, classes: &[Class]) -> ir::Expression {
    let all = |items: &[Expression]| items.iter().map(|item| expression(item, classes)).collect();
    let boxed = |inner: &Expression| Box::new(expression(inner, classes));
    match model {
        Expression::Sequence(items) => ir::Expression::Sequence(all(items)),
        Expression::FirstOf(items) => ir::Expression::FirstOf(all(items)),
        Expression::Literal(text) => ir::Expression::Literal(text.clone()),
        Expression::End => ir::Expression::End,
        Expression::Rule(name) => ir::Expression::Rule(name.value.clone()),
        Expression::Part(part) => ir::Expression::Part(part.part.value.clone(), boxed(&part.is)),
        Expression::Chars(chars) => ir::Expression::Chars {
            class: chars.chars.value.clone(),
            at_least: chars.at_least.unwrap_or(1),
            called: chars.called.clone().unwrap_or_else(|| {
                let class = classes.iter().find(|known| known.id.value == chars.chars.value);
                class.map(|class| class.called.clone()).unwrap_or_default()
            }),
        },
        Expression::WordIn(word) => ir::Expression::Word { table: table(&word.word_in), called: word.called.clone() },
        Expression::Optional(inner) => ir::Expression::Optional(boxed(inner)),
        Expression::Repeat(inner) => ir::Expression::Repeat(boxed(inner)),
        Expression::Ahead(inner) => ir::Expression::Ahead(boxed(inner)),
        Expression::Not(inner) => ir::Expression::Not(boxed(inner)),
        Expression::Same(name) => ir::Expression::Same(name.value.clone()),
        Expression::Distinct(distinct) => {
            ir::Expression::Distinct { part: distinct.distinct.value.clone(), called: distinct.called.clone() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_single_characters() {
        assert_eq!(ranges("A-Z_-"), [('A', 'Z'), ('_', '_'), ('-', '-')]);
    }
}
