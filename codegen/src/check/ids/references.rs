//! Every name that is used is given somewhere, and what is given is used.

use crate::model::ids::Spec;
use crate::model::ids::rule::Expression;
use crate::model::ids::style::{Case, Cut, Fill, Fills, Predicate, StyleKind, WordList, Words};
use crate::problem::{Problems, quoted};
use crate::spanned::{Spanned, plain};

/// The word tables that every grammar has.
const BUILT_IN: [&str; 3] = ["kinds", "features", "processors"];

/// Checks every name that the grammar uses.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let parts = plain(spec.parts.iter().map(|part| &part.id));
    let rules = plain(spec.rules.iter().map(|rule| &rule.id));
    let classes = plain(spec.classes.iter().map(|class| &class.id));
    let lists = plain(spec.lists.iter().map(|(id, _)| id));
    let tables = [BUILT_IN.to_vec(), plain(spec.words.iter().map(|table| &table.id))].concat();
    let used = Used::by(spec);
    unused(
        &used.rules,
        spec.rules.iter().map(|rule| &rule.id),
        "a rule that something reads by",
        problems,
    );
    unused(
        &used.classes,
        spec.classes.iter().map(|class| &class.id),
        "a class that some rule has",
        problems,
    );
    unused(
        &used.tables,
        spec.words.iter().map(|table| &table.id),
        "a word table that something has",
        problems,
    );
    for (names, what, known) in [
        (used.parts, "a part", &parts),
        (used.rules, "a rule", &rules),
        (used.classes, "a class", &classes),
        (used.tables, "a word table", &tables),
        (used.lists, "a list", &lists),
    ] {
        for name in names {
            problems.one_of(name, what, known);
        }
    }
    words(spec, problems);
    let compared = [vec!["text", "readability", "own-features", "features"], parts].concat();
    for rule in &spec.compatibility {
        problems.one_of(&rule.compares, "what a compatibility rule compares", &compared);
    }
    for style in &spec.styles {
        if let StyleKind::Cut(cut, _, cases) = &style.kind {
            pieces(cut, cases, problems);
        }
    }
}

/// What no name refers to has no effect.
fn unused<'s>(
    used: &[&Spanned<String>],
    given: impl Iterator<Item = &'s Spanned<String>>,
    what: &str,
    problems: &mut Problems,
) {
    let given: Vec<&Spanned<String>> = given.collect();
    let is_given =
        |name: &&Spanned<String>| BUILT_IN.contains(&name.as_str()) || given.iter().any(|id| id.value == name.value);
    // A name of nothing, which is reported, may be a slip for this one.
    let unused = given.iter().filter(|id| used.iter().all(|name| name.value != id.value));
    for id in unused.filter(|_| used.iter().all(is_given)) {
        problems.add_missing(*id, what, format!("{}, which nothing has", quoted(id)), "leave it out");
    }
}

/// The names that the grammar uses, by what they are of.
#[derive(Default)]
struct Used<'s> {
    parts: Vec<&'s Spanned<String>>,
    rules: Vec<&'s Spanned<String>>,
    classes: Vec<&'s Spanned<String>>,
    tables: Vec<&'s Spanned<String>>,
    lists: Vec<&'s Spanned<String>>,
}

impl<'s> Used<'s> {
    fn by(spec: &'s Spec) -> Self {
        let (roles, types) = (&spec.roles, &spec.types);
        let mut used = Self {
            parts: vec![&roles.kind, &roles.architecture, &roles.processor, &roles.feature, &roles.sign],
            rules: vec![&types.entry.rule, &types.triple.rule, &types.target.rule, &spec.unchecked],
            ..Self::default()
        };
        used.parts.extend(roles.triple.iter());
        for part in &spec.parts {
            used.tables.extend(&part.words);
            used.rules.extend(&part.also_known);
            used.rules.extend(&part.known_elsewhere);
        }
        for rule in &spec.rules {
            rule.is.visit(&mut |expression| used.expression(expression));
        }
        used.parts.extend(spec.composition.iter().flat_map(|rule| &rule.same));
        let ignored = spec.compatibility.iter().flat_map(|rule| &rule.ignored_where);
        used.parts.extend(ignored.map(|(part, _)| part));
        used.fills(&spec.canonical.fills);
        used.fills(&spec.triple.fills);
        for style in &spec.styles {
            if let StyleKind::Cut(cut, fills, cases) = &style.kind {
                used.parts.extend(cut.into.iter().chain([&cut.tail.name]));
                used.lists.extend(&cut.tail.last_if);
                if let Fills::These(fills) = fills {
                    used.fills(fills);
                }
                cases
                    .iter()
                    .flat_map(|case| case.when.iter())
                    .for_each(|(_, is)| used.predicate(is));
            }
        }
        used
    }

    fn expression(&mut self, expression: &'s Expression) {
        match expression {
            Expression::Rule(name) => self.rules.push(name),
            Expression::Part(part) => self.parts.push(&part.part),
            Expression::Same(name) => self.parts.push(name),
            Expression::Distinct(distinct) => self.parts.push(&distinct.distinct),
            Expression::Chars(chars) => self.classes.push(&chars.chars),
            Expression::WordIn(word) => self.tables.push(&word.word_in),
            _ => {}
        }
    }

    fn fills(&mut self, fills: &'s [Fill]) {
        for fill in fills {
            self.parts.push(&fill.part);
            self.parts.extend(fill.only.iter().map(|(part, _)| part));
        }
    }

    fn predicate(&mut self, predicate: &'s Predicate) {
        match predicate {
            Predicate::In(WordList::Named(name))
            | Predicate::NotIn(WordList::Named(name))
            | Predicate::TextIn(WordList::Named(name))
            | Predicate::TextNotIn(WordList::Named(name)) => self.lists.push(name),
            Predicate::ListedAs(name) => self.parts.push(name),
            _ => {}
        }
    }
}

/// Names in the tables of processors, kinds and lists.
fn words(spec: &Spec, problems: &mut Problems) {
    let all = || spec.processors.iter().flat_map(|group| group.processors.iter());
    let words = spec.architectures().into_iter().flat_map(|table| table.words.iter());
    let architectures = plain(words.flatten());
    let of_groups = spec
        .processors
        .iter()
        .flat_map(|group| group.architectures.iter().chain(group.compiled_from.iter()));
    for name in of_groups {
        problems.one_of(name, "an architecture", &architectures);
    }
    for name in all().flat_map(|processor| &processor.features) {
        problems.one_of(name, "a feature", spec.features.iter().map(|feature| &feature.name));
    }
    let properties = spec.variants.iter().flat_map(|variants| &variants.properties);
    for name in properties.flat_map(|property| property.architectures.iter()) {
        problems.one_of(name, "an architecture", &architectures);
    }
    let known = plain(all().map(|processor| &processor.name));
    for name in all().filter_map(|processor| processor.family.as_ref()) {
        problems.one_of(name, "a processor", &known);
    }
    for row in &spec.generations {
        for name in &row.apart {
            problems.one_of(name, "a processor", &known);
        }
        if !known.iter().any(|name| name.starts_with(&*row.begins.value)) {
            problems.add_word(
                &row.begins,
                "what the name of some processor begins with",
                "no processor would count",
            );
        }
    }
    for name in spec
        .processors
        .iter()
        .flat_map(|group| &group.products)
        .map(|products| &products.processor)
    {
        problems.one_of(name, "a processor", &known);
    }
    let releases = plain(all().flat_map(|processor| &processor.releases));
    let lists = spec.lists.iter().filter_map(|(_, words)| match words {
        Words::Processors(list) => Some(list),
        Words::These(_) => None,
    });
    for list in lists {
        problems.one_of(&list.release, "a release that some processor names", &releases);
        for name in &list.except {
            problems.one_of(name, "a processor", &known);
        }
        for name in &list.except_architectures {
            problems.one_of(name, "an architecture", &architectures);
        }
    }
    for kind in &spec.kinds {
        for name in &kind.interchangeable {
            problems.one_of(name, "a kind", spec.kinds.iter().map(|kind| &kind.name));
        }
    }
}

/// Conditions are of pieces of the argument.
fn pieces(cut: &Cut, cases: &[Case], problems: &mut Problems) {
    let mut known = plain(cut.into.iter().chain([&cut.tail.name, &cut.tail.features]));
    known.dedup();
    for (part, _) in cases.iter().flat_map(|case| case.when.iter()) {
        problems.one_of(part, "a piece of the argument", &known);
    }
}
