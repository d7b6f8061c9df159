//! No rule contains itself: reading takes no stack that a text could exhaust.

use crate::model::ids::rule::{Expression, Rule};
use crate::model::ids::{Spec, Text};
use crate::problem::Problems;

/// Checks every rule.
pub fn check(spec: &Spec, problems: &mut Problems) {
    for rule in &spec.rules {
        for used in uses(rule) {
            let mut seen = Vec::new();
            if reaches(used, &rule.id.text, &spec.rules, &mut seen) {
                problems.add_at(
                    used.line,
                    used.column,
                    &used.path,
                    format!("a rule that does not contain `{}`", rule.id.text),
                    format!("`{}`, which does", used.text),
                    "say it with `repeat`",
                );
            }
        }
    }
}

fn uses(rule: &Rule) -> Vec<&Text> {
    let mut used = Vec::new();
    rule.is.visit(&mut |expression| {
        if let Expression::Rule(name) = expression {
            used.push(name);
        }
    });
    used
}

fn reaches<'s>(from: &'s Text, to: &str, rules: &'s [Rule], seen: &mut Vec<&'s str>) -> bool {
    if from.text == to {
        return true;
    }
    if seen.contains(&from.text.as_str()) {
        return false;
    }
    seen.push(&from.text);
    let rule = rules.iter().find(|rule| rule.id.text == from.text);
    rule.is_some_and(|rule| uses(rule).into_iter().any(|next| reaches(next, to, rules, seen)))
}
