//! Checks that parsing terminates: rules must not be recursive, and repeated expressions must consume text.

use super::rule::form;
use crate::problem::Problems;
use crate::reading::{number, texts};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

pub(super) fn check(rules: &Node, problems: &mut Problems) {
    let Value::Map(entries) = &rules.value else { return };
    for (id, rule) in entries {
        for used in uses(rule) {
            if reaches(&used, id, rules, &mut Vec::new()) {
                let expected = format!("a rule that does not contain `{}`", id.value);
                let hint = "say it with `repeat`";
                problems.add(&used, expected, format!("`{}`, which does", used.value), hint);
            }
        }
        let repeated = rule.get("is").into_iter().flat_map(|is| all("repeat", is));
        if repeated.into_iter().any(|repeated| may_be_empty(repeated, rules, 0)) {
            let expected = "something to repeat that reads at least one character";
            let found = "something that may read nothing";
            problems.add_missing(id, expected, found, "make a part required");
        }
    }
}

fn all<'n>(form: &str, expression: &'n Node) -> Vec<&'n Node> {
    match &expression.value {
        Value::List(items) => items.iter().flat_map(|item| all(form, item)).collect(),
        Value::Map(entries) => {
            let own = expression.get(form).into_iter();
            own.chain(entries.iter().flat_map(|(_, inner)| all(form, inner)))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn uses(rule: &Node) -> Vec<Spanned<String>> {
    let names = rule.get("is").into_iter().flat_map(|is| all("rule", is));
    names.flat_map(texts).collect()
}

fn reaches(from: &str, to: &str, rules: &Node, seen: &mut Vec<String>) -> bool {
    if from == to {
        return true;
    }
    if seen.iter().any(|name| name == from) {
        return false;
    }
    seen.push(from.to_owned());
    let mut next = rules.get(from).into_iter().flat_map(uses);
    next.any(|next| reaches(&next, to, rules, seen))
}

/// `depth` stops recursive rules, which are reported elsewhere.
fn may_be_empty(expression: &Node, rules: &Node, depth: usize) -> bool {
    let empty = |inner: &Node| may_be_empty(inner, rules, depth);
    match (&expression.value, form(expression).map(|(form, _)| form)) {
        (Value::Text(text), _) => text == "end" || text.is_empty(),
        (Value::List(items), _) => items.iter().all(empty),
        (_, Some("first-of")) => expression.list("first-of").iter().any(empty),
        (_, Some("part")) => expression.get("is").is_none_or(empty),
        (_, Some("chars")) => expression.get("at-least").and_then(number) == Some(0),
        (_, Some("rule")) => {
            let rule = expression.text("rule").and_then(|name| rules.get(&name)?.get("is"));
            let seen = matches!(&rules.value, Value::Map(all) if depth >= all.len());
            !seen && rule.is_some_and(|rule| may_be_empty(rule, rules, depth + 1))
        }
        (_, form) => !matches!(form, Some("word-in" | "same")),
    }
}
