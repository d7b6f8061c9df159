//! What is repeated reads something each time.

use crate::model::ids::Spec;
use crate::model::ids::rule::{Expression, Rule};
use crate::problem::Problems;

/// Checks every `repeat`.
pub fn check(spec: &Spec, problems: &mut Problems) {
    for rule in &spec.rules {
        rule.is.visit(&mut |expression| {
            if let Expression::Repeat(inner) = expression
                && may_be_empty(inner, &spec.rules, 0)
            {
                problems.add_at(
                    rule.id.line,
                    rule.id.column,
                    &rule.id.path,
                    "something to repeat that reads at least one character",
                    "something that may read nothing",
                    "make a part of it necessary",
                );
            }
        });
    }
}

/// Whether `expression` can fit without reading. `depth` stops at rules that contain themselves, which another check reports.
fn may_be_empty(expression: &Expression, rules: &[Rule], depth: usize) -> bool {
    let empty = |inner: &Expression| may_be_empty(inner, rules, depth);
    match expression {
        Expression::Sequence(items) => items.iter().all(empty),
        Expression::FirstOf(items) => items.iter().any(empty),
        Expression::Literal(text) => text.text.is_empty(),
        Expression::Part(_, inner) => empty(inner),
        Expression::Chars { at_least, .. } => *at_least == 0,
        Expression::Rule(name) => {
            let rule = rules.iter().find(|rule| rule.id.text == name.text);
            depth < rules.len() && rule.is_some_and(|rule| may_be_empty(&rule.is, rules, depth + 1))
        }
        Expression::WordIn { .. } | Expression::Same(_) => false,
        _ => true,
    }
}
