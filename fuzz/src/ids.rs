//! Laws of a grammar of IDs: a verdict agrees with its reasons, a canonical spelling is its own, and the types say what the tables say.

use offload_bundle_core::ids::tables::Grammar;
use offload_bundle_core::ids::{IdGrammar, ParseError, Serving};

/// How many texts are looked at: every pair of them is compared.
const MOST: usize = 6;

/// `read` gives what the type of IDs makes of a text, spelled, and whether that serves itself.
pub fn grammar(bytes: &[u8], grammar: &'static Grammar<'static>, read: fn(&str) -> Result<(String, bool), ParseError>) {
    let text = String::from_utf8_lossy(bytes);
    let texts: Vec<&str> = text.split('\n').take(MOST).collect();
    for text in &texts {
        spelled(grammar, text);
        let typed = read(text);
        assert_eq!(
            typed.clone().map(|(text, _)| text),
            grammar.canonical(text),
            "the type and the tables: {text}"
        );
        if let (Ok((_, serves_itself)), Ok(parts)) = (typed, grammar.read(text)) {
            assert_eq!(serves_itself, grammar.compare(&parts, &parts).compatible, "{text}");
        }
    }
    compared(grammar, &texts);
    for conflict in grammar.composition(&texts) {
        let _ = format!("{conflict:?}");
    }
    let _ = grammar.needs_host(&texts);
}

/// What holds of one text.
fn spelled(grammar: &'static Grammar<'static>, text: &str) {
    let operations: &dyn IdGrammar = grammar;
    for style in grammar.styles {
        let _ = grammar.restyle(text, style.name);
    }
    let _ = (
        grammar.validate(text),
        grammar.is_host(text),
        grammar.served(text),
        grammar.unknown_names(text),
    );
    let _ = operations.interchangeable(text);
    match grammar.canonical(text) {
        Ok(canonical) => {
            assert_eq!(
                grammar.canonical(&canonical),
                Ok(canonical.clone()),
                "{text}: canonical twice"
            );
            for part in grammar.parts(text).unwrap_or_default() {
                let letters = text.chars().skip(part.column.saturating_sub(1));
                let found: String = letters.take(part.value.chars().count()).collect();
                assert_eq!(found, part.value, "{text}: the column of {}", part.name);
            }
            let Ok(of) = operations.components(text) else {
                panic!("{text}: no components")
            };
            let again = operations.entry_id(&of.kind, &of.triple, &of.target);
            let _ = grammar.canonical(&again);
        }
        Err(error) => {
            assert!(
                (1..=text.chars().count().saturating_add(1)).contains(&error.column),
                "{error}"
            );
            assert!(!error.expected.is_empty(), "{error}");
        }
    }
}

/// What holds of every pair.
fn compared(grammar: &'static Grammar<'static>, texts: &[&str]) {
    for (asked, serving) in texts.iter().zip(grammar.serving(texts, texts)) {
        let mut expected = Vec::new();
        for (stored, text) in texts.iter().enumerate() {
            let verdict = grammar.verdict(text, asked);
            assert!(
                !verdict.reasons.is_empty(),
                "{text} for {asked}: a verdict without a reason"
            );
            // Two spellings of one ID are the same to every rule.
            let is_same = text == asked
                || matches!((grammar.canonical(text), grammar.canonical(asked)), (Ok(a), Ok(b)) if a == b);
            assert_eq!(
                is_same && verdict.compatible,
                verdict.rank == u32::MAX,
                "{text} for {asked}: {verdict:?}"
            );
            let known = |rule: &str| grammar.compatibility.iter().any(|known| known.id == rule);
            if text != asked && grammar.read(text).is_ok() && grammar.read(asked).is_ok() {
                assert!(
                    verdict.reasons.iter().all(|reason| known(reason.rule)),
                    "{text} for {asked}: {verdict:?}"
                );
            }
            if verdict.compatible {
                expected.push(Serving { stored, rank: verdict.rank });
            }
        }
        assert_eq!(serving, expected, "many are compared as pairs: {asked}");
    }
}
