//! What is repeated reads something each time.

use crate::model::ids::Spec;
use crate::model::ids::rule::Expression;
use crate::problem::Problems;

/// Checks every `repeat`.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for rule in &spec.rules {
        rule.is.visit(&mut |expression| {
            if let Expression::Repeat(inner) = expression
                && may_be_empty(inner, spec, 0)
            {
                let expected = "something to repeat that reads at least one character";
                let found = "something that may read nothing";
                problems.add_missing(&rule.id, expected, found, "make a part of it necessary");
            }
        });
    }
}

/// Whether `expression` can fit without reading. `depth` stops at rules that contain themselves, which another check reports.
fn may_be_empty(expression: &Expression, spec: &Spec, depth: usize) -> bool {
    let empty = |inner: &Expression| may_be_empty(inner, spec, depth);
    match expression {
        Expression::Sequence(items) => items.iter().all(empty),
        Expression::FirstOf(items) => items.iter().any(empty),
        Expression::Literal(text) => text.is_empty(),
        Expression::Part(part) => empty(&part.is),
        Expression::Chars(chars) => chars.at_least == Some(0),
        Expression::Rule(name) => {
            let inner = || {
                spec.rule(name)
                    .is_some_and(|rule| may_be_empty(&rule.is, spec, depth + 1))
            };
            depth < spec.rules.len() && inner()
        }
        Expression::WordIn(_) | Expression::Same(_) => false,
        _ => true,
    }
}
