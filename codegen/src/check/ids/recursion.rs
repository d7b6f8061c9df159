//! No rule contains itself: reading takes no stack that a text could exhaust.

use crate::model::ids::Spec;
use crate::model::ids::rule::{Expression, Rule};
use crate::problem::Problems;
use crate::spanned::Spanned;

/// Checks every rule.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for rule in &spec.rules {
        for used in uses(rule) {
            if reaches(used, &rule.id, spec, &mut Vec::new()) {
                let expected = format!("a rule that does not contain `{}`", rule.id.value);
                problems.add(
                    used,
                    expected,
                    format!("`{}`, which does", used.value),
                    "say it with `repeat`",
                );
            }
        }
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
