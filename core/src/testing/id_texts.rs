//! Random bundle entry IDs, and texts that are almost IDs.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{BoxedStrategy, Just, Strategy};
use proptest::sample::{select, subsequence};
use proptest::strategy::Union;
use proptest::test_runner::TestCaseError;

use super::runner::runner;
use crate::ids::Captures;
use crate::ids::tables::{CharacterClass, Expression, Grammar, Processor, Words};

pub(super) type Outcome = Result<(), TestCaseError>;

pub(super) fn canonical_ids(grammar: &'static Grammar<'static>) -> BoxedStrategy<String> {
    let kinds = select(grammar.kinds).prop_map(|kind| kind.name);
    let fields: Vec<_> = grammar.roles.triple.iter().map(|part| field(grammar, part)).collect();
    let processors: Vec<&Processor<'_>> = grammar.processors.iter().flat_map(|group| group.processors).collect();
    let target = select(processors).prop_flat_map(|processor| {
        let signs = Vec::from([grammar.roles.signs.on, grammar.roles.signs.off]);
        let features = subsequence(processor.features.to_vec(), 0..=processor.features.len());
        let signs = vec(select(signs), processor.features.len());
        (Just(processor.name), features, signs)
    });
    (kinds, fields, option::of(target))
        .prop_map(move |(kind, fields, target)| {
            let roles = &grammar.roles;
            let mut parts = Captures::default();
            parts.add(roles.kind, kind);
            for (part, word) in roles.triple.iter().zip(fields) {
                parts.add(part, word);
            }
            if let Some((processor, features, signs)) = &target {
                parts.add(roles.processor, processor);
                for (feature, sign) in features.iter().zip(signs) {
                    parts.add(roles.feature, feature);
                    parts.add(roles.sign, sign);
                }
            }
            grammar.canonical.write(grammar, &parts)
        })
        .boxed()
}

/// Lookahead and uniqueness are ignored.
pub(super) fn near_ids(grammar: &'static Grammar<'static>) -> BoxedStrategy<String> {
    let by_rule = texts(grammar, &grammar.rules.entry.is);
    let shuffled = vec(Union::new([by_rule.clone(), "[-:+/a-z0-9.]{0,4}".boxed()]), 0..3);
    let cut = (by_rule.clone(), 0..40_usize, "[-:+]{0,2}").prop_map(|(text, at, between)| {
        text.chars()
            .take(at)
            .chain(between.chars())
            .chain(text.chars().skip(at))
            .collect()
    });
    Union::new([by_rule, shuffled.prop_map(|texts| texts.concat()).boxed(), cut.boxed()]).boxed()
}

fn field(grammar: &'static Grammar<'static>, part: &str) -> BoxedStrategy<&'static str> {
    match grammar.part(part).and_then(|part| part.words) {
        Some(Words::Table(table)) if !table.words.is_empty() => select(
            table
                .words
                .iter()
                .filter_map(|word| word.first().copied())
                .collect::<Vec<_>>(),
        )
        .boxed(),
        _ => Just("").boxed(),
    }
}

fn texts(grammar: &'static Grammar<'static>, expression: &Expression<'static>) -> BoxedStrategy<String> {
    let concat = |texts: Vec<String>| texts.concat();
    let all = |items: &[Expression<'static>]| items.iter().map(|item| texts(grammar, item)).collect::<Vec<_>>();
    match *expression {
        Expression::Sequence(items) => all(items).prop_map(concat).boxed(),
        Expression::FirstOf(items) if !items.is_empty() => Union::new(all(items)).boxed(),
        Expression::Literal(text) => Just(String::from(text)).boxed(),
        Expression::Rule(rule) => texts(grammar, &rule.is),
        Expression::Capture { is, .. } => texts(grammar, is),
        Expression::Chars { class, at_least, .. } => {
            let members = members(class);
            let most = at_least.saturating_add(6);
            vec(select(members), at_least..most)
                .prop_map(|chars| chars.into_iter().collect())
                .boxed()
        }
        Expression::Word { words, .. } => select(grammar.names(words)).prop_map(String::from).boxed(),
        Expression::Optional(inner) => option::of(texts(grammar, inner))
            .prop_map(Option::unwrap_or_default)
            .boxed(),
        Expression::Repeat(inner) => vec(texts(grammar, inner), 0..3).prop_map(concat).boxed(),
        _ => Just(String::new()).boxed(),
    }
}

fn members(class: &CharacterClass<'_>) -> Vec<char> {
    let belongs = |c: &char| class.prefix(c.encode_utf8(&mut [0; 4])) > 0;
    (' '..='~').chain(['é', '€']).filter(belongs).collect()
}

pub(super) fn same<T: PartialEq + core::fmt::Debug>(found: &T, expected: &T, what: &str) -> Outcome {
    if found == expected {
        return Ok(());
    }
    Err(TestCaseError::fail(format!(
        "{what}: expected {expected:?}, found {found:?}"
    )))
}

#[allow(clippy::panic)] // As the others that run properties.
pub(super) fn check<S: Strategy>(cases: u32, values: &S, test: impl Fn(S::Value) -> Outcome) {
    if let Err(broken) = runner(cases).run(values, test) {
        panic!("{broken}");
    }
}
