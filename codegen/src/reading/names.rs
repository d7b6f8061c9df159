//! Checks that keys declare on their values, such as definitions and uses of names. They run after the whole schema has
//! been read.

use super::number;
use crate::names::{PLACEHOLDER, placeholders_of};
use crate::problem::{Named, Names, Problems, quote};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

impl Names {
    pub fn given(&self, what: &str) -> &[Spanned<String>] {
        self.given.get(what).map_or(&[], Vec::as_slice)
    }

    pub fn used(&self, what: &str) -> &[Spanned<String>] {
        self.used.get(what).map_or(&[], Vec::as_slice)
    }

    pub fn outside(&self, what: &str) -> &[Spanned<String>] {
        self.outside.get(what).map_or(&[], Vec::as_slice)
    }

    /// `more` are additional names, by kind.
    pub fn settle(&self, more: &[(&str, &[&str])], problems: &mut Problems) {
        for (what, names) in &self.used {
            let more = more.iter().filter(|(of, _)| of == what).flat_map(|(_, names)| *names);
            let known: Vec<&str> = more
                .copied()
                .chain(self.given(what).iter().map(AsRef::as_ref))
                .collect();
            for name in names {
                problems.one_of(name, what, &known);
            }
        }
        for (what, names) in &self.alone {
            problems.unique(what, names);
        }
        for rule in &self.rules {
            rule(self, problems);
        }
    }

    /// Reports unused names, except `built_in` ones.
    pub fn unused(&self, what: &str, built_in: &[&str], expected: &str, problems: &mut Problems) {
        let (given, used) = (self.given(what), self.used(what));
        let is_given =
            |name: &Spanned<String>| built_in.contains(&name.as_str()) || given.iter().any(|id| id.value == name.value);
        // An unknown name is reported, and may be a misspelling of this name.
        let unused = given.iter().filter(|id| used.iter().all(|name| name.value != id.value));
        for id in unused.filter(|_| used.iter().all(is_given)) {
            problems.add_missing(
                id,
                expected,
                format!("{}, which nothing has", quote(id)),
                "leave it out",
            );
        }
    }
}

impl Problems {
    pub(crate) fn ask(&mut self, node: &Node, check: impl Fn(&Node, &mut Self) + 'static) {
        let node = node.clone();
        self.asked.push(Box::new(move |problems| check(&node, problems)));
    }

    pub(crate) fn later(&mut self, rule: impl Fn(&Names, &mut Self) + 'static) {
        self.names.rules.push(Box::new(rule));
    }

    pub(crate) fn are_outside(&mut self, what: &str, names: Vec<Spanned<String>>) {
        put(&mut self.names.outside, what, names);
    }
}

/// Checks that the value, or each key of a mapping, is not empty.
pub fn is_not_empty(expected: &'static str, hint: &'static str) -> impl Fn(&Node, &mut Problems) {
    move |node, problems| {
        if matches!(&node.value, Value::List(items) if items.is_empty()) {
            problems.add_missing(node, expected, "none", hint);
        }
        let texts = texts(node)
            .into_iter()
            .filter(|text| text.is_empty() && !matches!(node.value, Value::List(_)));
        for text in texts {
            problems.add_word(&text, expected, hint);
        }
    }
}

pub fn is_not_zero(hint: &'static str) -> impl Fn(&Node, &mut Problems) {
    move |node, problems| {
        if number(node) == Some(0) {
            problems.add(node, "at least one byte", "0", hint);
        }
    }
}

/// The text, the items of a list, or the keys of a mapping.
pub fn texts(node: &Node) -> Vec<Spanned<String>> {
    match &node.value {
        Value::Text(text) => vec![node.with(text.clone())],
        Value::List(items) => items.iter().flat_map(texts).collect(),
        Value::Map(entries) => entries.iter().map(|(key, _)| key.clone()).collect(),
        _ => Vec::new(),
    }
}

pub fn each(rule: impl Fn(&Spanned<String>, &mut Problems) + 'static) -> impl Fn(&Node, &mut Problems) {
    move |node, problems| texts(node).iter().for_each(|text| rule(text, problems))
}

/// The key defines names of the kind `what`, such as "a part".
pub fn gives(what: &'static str) -> impl Fn(&Node, &mut Problems) {
    move |node, problems| put(&mut problems.names.given, what, texts(node))
}

/// The key uses names of the kind `what`.
pub fn names(what: &'static str) -> impl Fn(&Node, &mut Problems) {
    move |node, problems| put(&mut problems.names.used, what, texts(node))
}

/// The key uses names of the kind `what` from other schemas.
pub fn outside(what: &'static str) -> impl Fn(&Node, &mut Problems) {
    move |node, problems| problems.are_outside(what, texts(node))
}

/// The names differ from all others of the kind `what`.
pub fn alone(what: &'static str) -> impl Fn(&Node, &mut Problems) {
    move |node, problems| put(&mut problems.names.alone, what, texts(node))
}

/// The key defines unique names of the kind `what`.
pub fn named(what: &'static str) -> impl Fn(&Node, &mut Problems) {
    move |node, problems| {
        gives(what)(node, problems);
        put(&mut problems.names.alone, &format!("a name of {what}"), texts(node));
    }
}

pub fn placeholders(known: &'static [&'static str]) -> impl Fn(&Node, &mut Problems) {
    move |node, problems| placeholders_among(node, known, problems)
}

pub fn placeholders_among(node: &Node, known: &[impl AsRef<str>], problems: &mut Problems) {
    texts(node).iter().for_each(|text| problems.placeholders(text, known));
}

pub fn fills_placeholders(node: &Node, problems: &mut Problems) {
    let used = texts(node).iter().flat_map(placeholders_of).collect();
    put(&mut problems.names.used, PLACEHOLDER, used);
}

fn put(into: &mut Named, what: &str, names: Vec<Spanned<String>>) {
    into.entry(what.to_owned()).or_default().extend(names);
}
