//! Reading ends: no rule contains itself, so that no text exhausts the stack, and what is repeated reads something each time.

use crate::model::ids::Spec;
use crate::model::ids::rule::{Expression, Rule};
use crate::problem::Problems;
use crate::spanned::Spanned;

/// Checks every rule, and every `repeat` in them.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for rule in &spec.rules {
        for used in uses(rule) {
            if reaches(used, &rule.id, spec, &mut Vec::new()) {
                let expected = format!("a rule that does not contain `{}`", rule.id.value);
                let hint = "say it with `repeat`";
                problems.add(used, expected, format!("`{}`, which does", used.value), hint);
            }
        }
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

fn uses(rule: &Rule) -> Vec<&Spanned<String>> {
    let mut used = Vec::new();
    rule.is.visit(&mut |expression| {
        if let Expression::Rule(name) = expression {
            used.push(name);
        }
    });
    used
}

fn reaches<'s>(from: &'s str, to: &str, spec: &'s Spec, seen: &mut Vec<&'s str>) -> bool {
    if from == to {
        return true;
    }
    if seen.contains(&from) {
        return false;
    }
    seen.push(from);
    spec.rule(from)
        .is_some_and(|rule| uses(rule).into_iter().any(|next| reaches(next, to, spec, seen)))
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
