//! Properties of all ID grammars and their tables.

use alloc::format;
use alloc::string::{String, ToString};

use proptest::strategy::Union;

use super::id_texts::{Outcome, canonical_ids, check, near_ids, same};
use super::runner::failed;
use super::serving::{compare_as_pairs, many_are_compared_as_pairs};
use crate::ids::{Grammar, ParseError, StyleError};

/// Checks that every name in the tables is unique, and that canonical IDs, near-IDs and arbitrary texts satisfy the
/// laws of parsing, spelling and comparison.
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
    let near = near_ids(grammar);
    check(256, &(near.clone(), near), |(text, other)| {
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
    // Too slow under Miri.
    if !cfg!(miri) {
        many_are_compared_as_pairs(grammar);
    }
}

/// Checks that a generated ID type agrees with `grammar`: `read` returns the spelling of the parsed ID and whether it
/// serves itself.
pub fn id_type(grammar: &'static Grammar<'static>, read: impl Fn(&str) -> Result<(String, bool), ParseError>) {
    let ids = Union::new([canonical_ids(grammar), near_ids(grammar)]);
    check(256, &ids, |id| says_the_same(grammar, &id, &read));
}

/// Checks the laws for these texts, separately and together, and for the ID type of `read`.
pub fn id_texts(
    grammar: &'static Grammar<'static>,
    texts: &[&str],
    read: impl Fn(&str) -> Result<(String, bool), ParseError>,
) {
    let each = |text: &&str| keeps_laws(grammar, text).and_then(|()| says_the_same(grammar, text, &read));
    let kept = texts
        .iter()
        .try_for_each(each)
        .and_then(|()| compare_as_pairs(grammar, texts));
    assert!(kept.is_ok(), "{kept:?}");
    for conflict in grammar.composition(texts) {
        let _ = format!("{conflict:?}");
    }
    let _ = grammar.needs_host(texts);
}

fn says_the_same(
    grammar: &'static Grammar<'static>,
    text: &str,
    read: impl Fn(&str) -> Result<(String, bool), ParseError>,
) -> Outcome {
    let found = read(text);
    same(&found.clone().map(|(text, _)| text), &grammar.canonical(text), text)?;
    if let (Ok((_, serves_itself)), Ok(parts)) = (found, grammar.read(text)) {
        same(&serves_itself, &grammar.compare(&parts, &parts).compatible, text)?;
    }
    Ok(())
}

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

fn keeps_laws(grammar: &Grammar<'static>, text: &str) -> Outcome {
    for style in grammar.styles {
        let _ = grammar.restyle(text, style.name);
    }
    let _ = (
        grammar.validate(text),
        grammar.is_host(text),
        grammar.needs_host(&[text]),
        grammar.served(text),
        grammar.unknown_names(text),
        grammar.interchangeable(text),
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
            let of = Grammar::components(grammar, text).map_err(failed)?;
            let _ = grammar.canonical(&grammar.entry_id(&of.kind, &of.triple, &of.target));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::TINY;

    #[test]
    fn small_grammar_satisfies_laws() {
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
