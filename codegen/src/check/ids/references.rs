//! Every name that is used is given somewhere.

use super::{names, one_of};
use crate::model::ids::rule::Expression;
use crate::model::ids::style::{Cut, How, Is, WordList};
use crate::model::ids::{Spec, Text};
use crate::problem::Problems;

/// Checks every name that the grammar uses.
pub fn check(spec: &Spec, problems: &mut Problems) {
    let known = Known::of(spec);
    for part in &spec.parts {
        part.words.iter().for_each(|name| known.table(name, problems));
        part.also_known.iter().for_each(|name| known.rule(name, problems));
    }
    roles(spec, &known, problems);
    for name in spec.types.iter().filter_map(|name| name.rule.as_ref()) {
        known.rule(name, problems);
    }
    known.rule(&spec.unchecked, problems);
    for rule in &spec.rules {
        rule.is.visit(&mut |expression| match expression {
            Expression::Rule(name) => known.rule(name, problems),
            Expression::Part(name, _) | Expression::Same(name) => known.part(name, problems),
            Expression::Distinct { part, .. } => known.part(part, problems),
            Expression::Chars { class, .. } => one_of(class, &known.classes, "a class", problems),
            Expression::WordIn { table, .. } => known.table(table, problems),
            _ => {}
        });
    }
    processors(spec, problems);
    judges(spec, &known, problems);
    for fill in spec.canonical.fills.iter().chain(&spec.triple.fills) {
        known.part(&fill.part, problems);
        fill.only.iter().for_each(|among| known.part(&among.part, problems));
    }
    for style in &spec.styles {
        if let How::Cut(cut) = &style.how {
            self::cut(cut, &known, problems);
        }
    }
}

/// The names that the grammar gives.
struct Known<'s> {
    parts: Vec<&'s str>,
    rules: Vec<&'s str>,
    classes: Vec<&'s str>,
    tables: Vec<&'s str>,
    lists: Vec<&'s str>,
}

impl<'s> Known<'s> {
    fn of(spec: &'s Spec) -> Self {
        let mut tables = vec!["kinds", "features", "processors"];
        tables.extend(names(spec.words.iter().map(|table| &table.id)));
        Self {
            parts: names(spec.parts.iter().map(|part| &part.id)),
            rules: names(spec.rules.iter().map(|rule| &rule.id)),
            classes: names(spec.classes.iter().map(|class| &class.id)),
            tables,
            lists: names(spec.lists.iter().map(|list| &list.id)),
        }
    }

    fn part(&self, name: &Text, problems: &mut Problems) {
        one_of(name, &self.parts, "a part", problems);
    }

    fn rule(&self, name: &Text, problems: &mut Problems) {
        one_of(name, &self.rules, "a rule", problems);
    }

    fn table(&self, name: &Text, problems: &mut Problems) {
        one_of(name, &self.tables, "a word table", problems);
    }
}

fn roles(spec: &Spec, known: &Known<'_>, problems: &mut Problems) {
    let roles = &spec.roles;
    let single = [&roles.kind, &roles.architecture, &roles.processor, &roles.feature, &roles.sign];
    for name in single.into_iter().chain(&roles.triple) {
        known.part(name, problems);
    }
}

fn processors(spec: &Spec, problems: &mut Problems) {
    let features = names(spec.features.iter().map(|feature| &feature.id));
    let all = names(
        spec.processors
            .iter()
            .flat_map(|group| &group.list)
            .map(|processor| &processor.name),
    );
    let table = spec
        .parts
        .iter()
        .find(|part| part.id.text == spec.roles.architecture.text);
    let table = table.and_then(|part| part.words.as_ref());
    let table = table.and_then(|name| spec.words.iter().find(|table| table.id.text == name.text));
    let architectures = names(table.iter().flat_map(|table| table.words.iter().flatten()));
    for group in &spec.processors {
        for name in &group.architectures {
            one_of(name, &architectures, "an architecture", problems);
        }
        for processor in &group.list {
            for name in &processor.features {
                one_of(name, &features, "a feature", problems);
            }
            if let Some(name) = &processor.family {
                one_of(name, &all, "a processor", problems);
            }
        }
    }
}

fn judges(spec: &Spec, known: &Known<'_>, problems: &mut Problems) {
    for rule in &spec.composition {
        one_of(
            &rule.finds,
            &["equal", "open-feature", "host-after-others"],
            "what a composition rule finds",
            problems,
        );
        one_of(&rule.level, &["error", "warning", "note"], "how bad it is", problems);
        rule.same.iter().for_each(|name| known.part(name, problems));
    }
    let mut compared = vec!["text", "readability", "own-features", "features"];
    compared.extend(&known.parts);
    for rule in &spec.compatibility {
        one_of(
            &rule.compares,
            &compared,
            "what a compatibility rule compares",
            problems,
        );
        rule.ignored.iter().for_each(|among| known.part(&among.part, problems));
    }
}

fn cut(cut: &Cut, known: &Known<'_>, problems: &mut Problems) {
    let list = |name: &Text, problems: &mut Problems| one_of(name, &known.lists, "a list", problems);
    for name in cut.into.iter().chain([&cut.name]) {
        known.part(name, problems);
    }
    cut.last_if.iter().for_each(|name| list(name, problems));
    for fill in &cut.fills {
        known.part(&fill.part, problems);
        fill.only.iter().for_each(|among| known.part(&among.part, problems));
    }
    let mut pieces = names(cut.into.iter().chain([&cut.name, &cut.features]));
    pieces.dedup();
    for (part, is) in cut.cases.iter().flat_map(|case| &case.when) {
        one_of(part, &pieces, "a piece of the argument", problems);
        match is {
            Is::In(WordList::Named(name))
            | Is::NotIn(WordList::Named(name))
            | Is::TextIn(WordList::Named(name))
            | Is::TextNotIn(WordList::Named(name)) => list(name, problems),
            Is::ListedAs(name) => known.part(name, problems),
            _ => {}
        }
    }
}
