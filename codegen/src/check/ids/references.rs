//! Every name that is used is given somewhere.

use crate::model::ids::Spec;
use crate::model::ids::rule::Expression;
use crate::model::ids::style::{Case, Cut, Fill, Predicate, StyleKind, WordList};
use crate::names::one_of;
use crate::problem::Problems;
use crate::spanned::{Spanned, plain};

/// Checks every name that the grammar uses.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let known = Known::of(spec);
    for part in &spec.parts {
        part.words.iter().for_each(|name| known.table(name, problems));
        part.also_known.iter().for_each(|name| known.rule(name, problems));
    }
    let (roles, types) = (&spec.roles, &spec.types);
    let single = [&roles.kind, &roles.architecture, &roles.processor, &roles.feature, &roles.sign];
    single
        .into_iter()
        .chain(roles.triple.iter())
        .for_each(|name| known.part(name, problems));
    for name in [&types.entry.rule, &types.triple.rule, &types.target.rule, &spec.unchecked] {
        known.rule(name, problems);
    }
    for rule in &spec.rules {
        rule.is.visit(&mut |expression| match expression {
            Expression::Rule(name) => known.rule(name, problems),
            Expression::Part(part) => known.part(&part.part, problems),
            Expression::Same(name) => known.part(name, problems),
            Expression::Distinct(distinct) => known.part(&distinct.distinct, problems),
            Expression::Chars(chars) => known.class(&chars.chars, problems),
            Expression::WordIn(word) => known.table(&word.word_in, problems),
            _ => {}
        });
    }
    processors(spec, problems);
    verdicts(spec, &known, problems);
    known.fills(&spec.canonical.fills, problems);
    known.fills(&spec.triple.fills, problems);
    for style in &spec.styles {
        if let StyleKind::Cut(cut, fills, cases) = &style.how {
            self::cut(cut, cases, &known, problems);
            known.fills(fills, problems);
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
        let tables = spec.words.iter().map(|table| table.id.as_str());
        Self {
            parts: plain(spec.parts.iter().map(|part| &part.id)),
            rules: plain(spec.rules.iter().map(|rule| &rule.id)),
            classes: plain(spec.classes.iter().map(|class| &class.id)),
            tables: ["kinds", "features", "processors"].into_iter().chain(tables).collect(),
            lists: plain(spec.lists.iter().map(|(id, _)| id)),
        }
    }

    fn part(&self, name: &Spanned<String>, problems: &mut Problems) {
        one_of(name, "a part", &self.parts, problems);
    }

    fn rule(&self, name: &Spanned<String>, problems: &mut Problems) {
        one_of(name, "a rule", &self.rules, problems);
    }

    fn class(&self, name: &Spanned<String>, problems: &mut Problems) {
        one_of(name, "a class", &self.classes, problems);
    }

    fn table(&self, name: &Spanned<String>, problems: &mut Problems) {
        one_of(name, "a word table", &self.tables, problems);
    }

    fn list(&self, name: &Spanned<String>, problems: &mut Problems) {
        one_of(name, "a list", &self.lists, problems);
    }

    fn fills(&self, fills: &[Fill], problems: &mut Problems) {
        for fill in fills {
            self.part(&fill.part, problems);
            fill.only.iter().for_each(|(part, _)| self.part(part, problems));
        }
    }
}

fn processors(spec: &Spec, problems: &mut Problems) {
    let features = plain(spec.features.iter().map(|feature| &feature.id));
    let all = || spec.processors.iter().flat_map(|group| group.list.iter());
    let architectures = plain(
        spec.architectures()
            .iter()
            .flat_map(|table| table.words.iter().flatten()),
    );
    for name in spec.processors.iter().flat_map(|group| &group.architectures) {
        one_of(name, "an architecture", &architectures, problems);
    }
    for processor in all() {
        for name in &processor.features {
            one_of(name, "a feature", &features, problems);
        }
        if let Some(name) = &processor.family {
            one_of(name, "a processor", all().map(|known| &known.name), problems);
        }
    }
}

fn verdicts(spec: &Spec, known: &Known<'_>, problems: &mut Problems) {
    for rule in &spec.composition {
        let finds = ["equal", "open-feature", "host-after-others"];
        one_of(&rule.finds, "what a composition rule finds", finds, problems);
        one_of(&rule.level, "how bad it is", ["error", "warning", "note"], problems);
        rule.same.iter().for_each(|name| known.part(name, problems));
    }
    for rule in &spec.compatibility {
        let compares = ["text", "readability", "own-features", "features"].into_iter();
        let what = "what a compatibility rule compares";
        one_of(
            &rule.compares,
            what,
            compares.chain(known.parts.iter().copied()),
            problems,
        );
        rule.ignored_where
            .iter()
            .for_each(|(part, _)| known.part(part, problems));
    }
}

fn cut(cut: &Cut, cases: &[Case], known: &Known<'_>, problems: &mut Problems) {
    for name in cut.into.iter().chain([&cut.tail.name]) {
        known.part(name, problems);
    }
    cut.tail.last_if.iter().for_each(|name| known.list(name, problems));
    let mut pieces = plain(cut.into.iter().chain([&cut.tail.name, &cut.tail.features]));
    pieces.dedup();
    for (part, predicate) in cases.iter().flat_map(|case| case.when.iter()) {
        one_of(part, "a piece of the argument", &pieces, problems);
        match predicate {
            Predicate::In(WordList::Named(name))
            | Predicate::NotIn(WordList::Named(name))
            | Predicate::TextIn(WordList::Named(name))
            | Predicate::TextNotIn(WordList::Named(name)) => known.list(name, problems),
            Predicate::ListedAs(name) => known.part(name, problems),
            _ => {}
        }
    }
}
