//! What must hold of every ID grammar: properties of its interpreters, and of the tables themselves.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{BoxedStrategy, Just, Strategy};
use proptest::sample::{select, subsequence};
use proptest::strategy::Union;
use proptest::test_runner::TestCaseError;

use super::runner::{failed, runner};
use crate::ids::tables::{CharacterClass, Expression, Grammar, Processor, Words};
use crate::ids::{Captures, ParseError, StyleError};

/// What a test found.
type Outcome = Result<(), TestCaseError>;

/// Every name in the tables of `grammar` means one thing; canonical IDs, texts near an ID and any texts keep the laws of reading,
/// spelling and comparing.
pub fn id_grammar(grammar: &'static Grammar<'static>) {
    names(grammar);
    check(256, &canonical_ids(grammar), |id| {
        keeps_laws(grammar, &id)?;
        same(
            &grammar.canonical(&id),
            &Ok(id.clone()),
            "a canonical ID is its own canonical spelling",
        )?;
        same(&grammar.validate(&id), &Ok(()), &format!("{id} is valid"))?;
        let read = grammar.read(&id).map_err(failed)?;
        same(
            &grammar.compare(&read, &read).compatible,
            &true,
            &format!("{id} serves itself"),
        )
    });
    check(256, &(near_ids(grammar), near_ids(grammar)), |(text, other)| {
        keeps_laws(grammar, &text)?;
        same(
            &grammar.verdict(&text, &other).reasons.is_empty(),
            &false,
            "a verdict without a reason",
        )?;
        let _ = grammar.composition(&[&text, &other]);
        Ok(())
    });
    check(256, &".*", |text| keeps_laws(grammar, &text));
}

/// The type that reads IDs says the same as `grammar`: `read` gives what the type makes of a text, spelled, and whether that serves
/// itself.
pub fn id_type(grammar: &'static Grammar<'static>, read: impl Fn(&str) -> Result<(String, bool), ParseError>) {
    let ids = Union::new([canonical_ids(grammar), near_ids(grammar)]);
    check(256, &ids, |id| {
        let found = read(&id);
        same(&found.clone().map(|(text, _)| text), &grammar.canonical(&id), &id)?;
        if let (Ok((_, serves_itself)), Ok(parts)) = (found, grammar.read(&id)) {
            same(&serves_itself, &grammar.compare(&parts, &parts).compatible, &id)?;
        }
        Ok(())
    });
}

/// Canonical IDs of known words.
fn canonical_ids(grammar: &'static Grammar<'static>) -> BoxedStrategy<String> {
    let kinds = select(grammar.kinds).prop_map(|kind| kind.name);
    let fields: Vec<_> = grammar.roles.triple.iter().map(|part| field(grammar, part)).collect();
    let processors: Vec<&Processor<'_>> = grammar.processors.iter().flat_map(|group| group.processors).collect();
    let target = select(processors).prop_flat_map(|processor| {
        let signs = Vec::from([grammar.roles.on, grammar.roles.off]);
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

/// Texts that the rules read, or nearly: what is looked at without being read, and what must not come twice, is left to chance.
fn near_ids(grammar: &'static Grammar<'static>) -> BoxedStrategy<String> {
    let by_rule = texts(grammar, &grammar.rules.entry.is);
    let shuffled = vec(
        Union::new([texts(grammar, &grammar.rules.entry.is), "[-:+/a-z0-9.]{0,4}".boxed()]),
        0..3,
    );
    let cut = (by_rule.clone(), 0..40_usize, "[-:+]{0,2}").prop_map(|(text, at, between)| {
        text.chars()
            .take(at)
            .chain(between.chars())
            .chain(text.chars().skip(at))
            .collect()
    });
    Union::new([by_rule, shuffled.prop_map(|texts| texts.concat()).boxed(), cut.boxed()]).boxed()
}

/// A known word of one part of a triple; none if it has no table.
fn field(grammar: &'static Grammar<'static>, part: &str) -> BoxedStrategy<&'static str> {
    match grammar.part(part).and_then(|part| part.words) {
        Some(Words::Table(table)) if !table.words.is_empty() => select(table.words).prop_map(|word| word.name).boxed(),
        _ => Just("").boxed(),
    }
}

/// Texts that fit `expression`, or nearly.
fn texts(grammar: &'static Grammar<'static>, expression: &Expression<'static>) -> BoxedStrategy<String> {
    let concat = |texts: Vec<String>| texts.concat();
    let all = |items: &[Expression<'static>]| items.iter().map(|item| texts(grammar, item)).collect::<Vec<_>>();
    match *expression {
        Expression::Sequence(items) => all(items).prop_map(concat).boxed(),
        Expression::FirstOf(items) if !items.is_empty() => Union::new(all(items)).boxed(),
        Expression::Literal(text) => Just(String::from(text)).boxed(),
        Expression::Rule(rule) => texts(grammar, &rule.is),
        Expression::Part { is, .. } => texts(grammar, is),
        Expression::Chars { class, at_least, .. } => {
            let members = members(class);
            let most = at_least.saturating_add(6);
            vec(select(members), at_least..most)
                .prop_map(|chars| chars.into_iter().collect())
                .boxed()
        }
        Expression::Word { words, .. } => {
            let names: Vec<&str> = grammar.names(words).collect();
            select(names).prop_map(String::from).boxed()
        }
        Expression::Optional(inner) => option::of(texts(grammar, inner))
            .prop_map(Option::unwrap_or_default)
            .boxed(),
        Expression::Repeat(inner) => vec(texts(grammar, inner), 0..3).prop_map(concat).boxed(),
        _ => Just(String::new()).boxed(),
    }
}

/// Some characters of a class.
fn members(class: &CharacterClass<'_>) -> Vec<char> {
    let belongs = |c: &char| class.prefix(c.encode_utf8(&mut [0; 4])) > 0;
    (' '..='~').chain(['é', '€']).filter(belongs).collect()
}

/// Primary names are found by all of their names.
fn names(grammar: &Grammar<'static>) {
    for processor in grammar.processors.iter().flat_map(|group| group.processors) {
        for name in processor.also.iter().chain([&processor.name]) {
            assert_eq!(grammar.processor(name).map(|found| found.name), Some(processor.name));
        }
    }
    for style in grammar.styles {
        assert!(
            !matches!(grammar.restyle("", style.name), Err(StyleError::Unknown { .. })),
            "{}",
            style.name
        );
    }
    assert!(matches!(
        grammar.restyle("", "no such style"),
        Err(StyleError::Unknown { .. })
    ));
}

/// What must hold of any text at all.
fn keeps_laws(grammar: &Grammar<'static>, text: &str) -> Outcome {
    for style in grammar.styles {
        let _ = grammar.restyle(text, style.name);
    }
    let _ = (
        grammar.validate(text),
        grammar.is_host(text),
        grammar.needs_host(&[text]),
        grammar.served(text),
    );
    let itself = grammar.verdict(text, text);
    same(&itself.reasons.is_empty(), &false, "a verdict without a reason")?;
    match grammar.canonical(text) {
        Ok(canonical) => {
            same(
                &grammar.canonical(&canonical),
                &Ok(canonical.clone()),
                &format!("{text}: canonical twice"),
            )?;
            let read = grammar.read(text).map_err(failed)?;
            let serves_itself = grammar.compare(&read, &read).compatible || text == canonical;
            let verdict = grammar.verdict(text, &canonical);
            same(
                &verdict.compatible,
                &serves_itself,
                &format!("{text} and its canonical spelling"),
            )?;
            for part in grammar.parts(text).map_err(failed)? {
                let found: String = text
                    .chars()
                    .skip(part.column.saturating_sub(1))
                    .take(part.value.chars().count())
                    .collect();
                same(&found, &part.value, &format!("{text}: the column of {}", part.name))?;
            }
            Ok(())
        }
        Err(error) => {
            same(
                &(1..=text.chars().count().saturating_add(1)).contains(&error.column),
                &true,
                &error.to_string(),
            )?;
            same(&error.expected.is_empty(), &false, &error.to_string())
        }
    }
}

fn same<T: PartialEq + core::fmt::Debug>(found: &T, expected: &T, what: &str) -> Outcome {
    if found == expected {
        return Ok(());
    }
    Err(TestCaseError::fail(format!(
        "{what}: expected {expected:?}, found {found:?}"
    )))
}

#[allow(clippy::panic)] // As the others that run properties.
fn check<S: Strategy>(cases: u32, values: &S, test: impl Fn(S::Value) -> Outcome) {
    if let Err(broken) = runner(cases).run(values, test) {
        panic!("{broken}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::TINY;

    #[test]
    fn a_small_grammar_keeps_the_laws() {
        static GRAMMAR: Grammar<'static> = TINY;
        id_grammar(&GRAMMAR);
        id_type(&GRAMMAR, |text| {
            let read = GRAMMAR.read(text)?;
            Ok((
                GRAMMAR.canonical.write(&GRAMMAR, &read),
                GRAMMAR.compare(&read, &read).compatible,
            ))
        });
    }
}
