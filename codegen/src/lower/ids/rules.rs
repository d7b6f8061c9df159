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
            if let Expression::Chars { class, .. } = expression {
                used.push(class.text.as_str());
            }
        });
    }
    spec.classes
        .iter()
        .filter(|class| used.contains(&class.id.text.as_str()))
        .map(|class| {
            let (others, chars) = match class.chars.text.strip_prefix('^') {
                Some(rest) => (true, rest),
                None => (false, class.chars.text.as_str()),
            };
            ir::Class { name: class.id.text.clone(), ranges: ranges(chars), others }
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
            name: rule.id.text.clone(),
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
        Expression::Literal(text) => ir::Expression::Literal(text.text.clone()),
        Expression::End => ir::Expression::End,
        Expression::Rule(name) => ir::Expression::Rule(name.text.clone()),
        Expression::Part(name, inner) => ir::Expression::Part(name.text.clone(), boxed(inner)),
        Expression::Chars { class, at_least, called } => ir::Expression::Chars {
            class: class.text.clone(),
            at_least: *at_least,
            called: called.clone().unwrap_or_else(|| {
                let class = classes.iter().find(|known| known.id.text == class.text);
                class.map(|class| class.called.clone()).unwrap_or_default()
            }),
        },
        Expression::WordIn { table: name, called } => {
            ir::Expression::Word { table: table(&name.text), called: called.clone() }
        }
        Expression::Optional(inner) => ir::Expression::Optional(boxed(inner)),
        Expression::Repeat(inner) => ir::Expression::Repeat(boxed(inner)),
        Expression::Ahead(inner) => ir::Expression::Ahead(boxed(inner)),
        Expression::Not(inner) => ir::Expression::Not(boxed(inner)),
        Expression::Same(name) => ir::Expression::Same(name.text.clone()),
        Expression::Distinct { part, called } => {
            ir::Expression::Distinct { part: part.text.clone(), called: called.clone() }
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
