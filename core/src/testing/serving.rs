//! Properties of comparing many IDs at once.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Strategy};
use proptest::sample::{select, subsequence};

use super::id_texts::{Outcome, canonical_ids, check, near_ids, same};
use crate::ids::tables::{Grammar, Words};
use crate::ids::{Captures, Serving};

pub(super) fn many_are_compared_as_pairs(grammar: &'static Grammar<'static>) {
    let few = (related_ids(grammar), canonical_ids(grammar), near_ids(grammar));
    check(128, &few, |(mut ids, canonical, near)| {
        ids.extend([canonical, near]);
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        compare_as_pairs(grammar, &ids)
    });
}

pub(super) fn compare_as_pairs(grammar: &'static Grammar<'static>, texts: &[&str]) -> Outcome {
    for (asked, serving) in texts.iter().zip(grammar.serving(texts, texts)) {
        let mut expected = Vec::new();
        for (stored, text) in texts.iter().enumerate() {
            let verdict = grammar.verdict(text, asked);
            let what = format!("{text} for {asked}: {verdict:?}");
            same(&verdict.reasons.is_empty(), &false, &what)?;
            // Rules cannot distinguish two spellings of one ID.
            let spelled = (grammar.canonical(text), grammar.canonical(asked));
            let is_same = text == asked || matches!(spelled, (Ok(a), Ok(b)) if a == b);
            let is_first = verdict.rank == u32::MAX;
            same(&is_first, &(is_same && verdict.compatible), &what)?;
            let known = |rule: &str| grammar.compatibility.iter().any(|known| known.id == rule);
            if text != asked && grammar.read(text).is_ok() && grammar.read(asked).is_ok() {
                same(&verdict.reasons.iter().all(|reason| known(reason.rule)), &true, &what)?;
            }
            if verdict.compatible {
                expected.push(Serving { stored, rank: verdict.rank });
            }
        }
        same(&serving, &expected, asked)?;
    }
    Ok(())
}

fn related_ids(grammar: &'static Grammar<'static>) -> BoxedStrategy<Vec<String>> {
    let roles = &grammar.roles;
    let parts = [roles.kind]
        .into_iter()
        .chain(roles.triple.iter().copied())
        .chain([roles.processor]);
    let words = parts.map(|name| {
        let words = grammar.part(name).and_then(|part| part.words);
        let mut words = grammar.names(words.unwrap_or(Words::Features));
        words.extend(["", "other"]);
        let words = vec(select(words), 1..=2);
        words.prop_map(move |words| (name, words))
    });
    let words: Vec<_> = words.collect();
    let mut features = grammar.names(Words::Features);
    features.push("other");
    words
        .prop_flat_map(move |words| {
            let id = words
                .into_iter()
                .map(|(name, words)| select(words).prop_map(move |word| (name, word)));
            let id: Vec<_> = id.collect();
            let signs = vec(select([roles.signs.on, roles.signs.off].to_vec()), features.len());
            let id = (id, subsequence(features.clone(), 0..=features.len()), signs);
            vec(
                id.prop_map(|(parts, features, signs)| spell(grammar, &parts, features.into_iter().zip(signs))),
                2..12,
            )
        })
        .boxed()
}

fn spell<'w>(
    grammar: &Grammar<'_>,
    parts: &[(&'w str, &'w str)],
    features: impl Iterator<Item = (&'w str, &'w str)>,
) -> String {
    let roles = &grammar.roles;
    let mut id = Captures::new(Vec::new());
    for (part, word) in parts.iter().filter(|(_, word)| !word.is_empty()) {
        id.add(part, word);
    }
    for (feature, sign) in features {
        id.add(roles.feature, feature);
        id.add(roles.sign, sign);
    }
    grammar.canonical.write(grammar, &id)
}
