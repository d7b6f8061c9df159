//! Describes unexpected results on a terminal.

use std::collections::BTreeMap;

use crate::case::{Case, Level};
use crate::expectations::Surprise;
use crate::report::{Document, Results};

/// Minimum number of cases with equal text that share a paragraph.
const ALIKE: usize = 4;
/// Per implementation.
const SHOWN: usize = 50;
const NAMED: usize = 3;

/// Describes the unexpected results of `testee`: the most binding level first, then in case order. The text may be
/// empty.
pub fn failures(document: &Document, testee: &Results) -> String {
    let (better, wrong): (Vec<&Surprise>, Vec<&Surprise>) =
        testee.surprises.iter().partition(|surprise| surprise.is_better());
    let mut text = String::new();
    if !wrong.is_empty() {
        text += &format!("{}: {}\n", testee.name, counted(wrong.len(), "unexpected result"));
        text += &paragraphs(document, testee);
        for stale in wrong
            .iter()
            .filter(|surprise| matches!(surprise, Surprise::Stale { .. }))
        {
            text += &format!("\n{stale}\n");
        }
        text += &format!("\nTo repeat a case: {}\n", testee.again("ID"));
    }
    if !better.is_empty() {
        let ids: Vec<&str> = better.iter().map(|surprise| surprise.case()).collect();
        text += &format!(
            "{}: {} better than expected: {}\n",
            testee.name,
            counted(better.len(), "case"),
            listed(&ids)
        );
    }
    text
}

/// Equal failures share one.
fn paragraphs(document: &Document, testee: &Results) -> String {
    let mut cases: Vec<&Case> = document.cases.iter().collect();
    cases.sort_by_key(|case| case.level);
    let wrong = testee.surprises.iter().filter(|surprise| !surprise.is_better());
    let wrong: BTreeMap<&str, &Surprise> = wrong.map(|surprise| (surprise.case(), surprise)).collect();
    let mut found: Vec<(String, String, Vec<&Case>)> = Vec::new();
    let mut places: BTreeMap<(String, String), usize> = BTreeMap::new();
    for case in cases {
        let Some((surprise, verdict)) = wrong.get(&*case.id).zip(testee.verdicts.get(&case.id)) else {
            continue;
        };
        let word = match surprise {
            Surprise::Other { expected, .. } | Surprise::Unjudged { expected, .. } => {
                format!("{}, expected {expected}", verdict.word())
            }
            _ => verdict.word().to_owned(),
        };
        let key = (word.clone(), verdict.to_string());
        let place = *places.entry(key).or_insert(found.len());
        match found.get_mut(place) {
            Some((_, _, cases)) => cases.push(case),
            None => found.push((word, verdict.to_string(), vec![case])),
        }
    }
    let mut shown: Vec<(Level, String)> = Vec::new();
    for (word, because, cases) in &found {
        let because: String = because.lines().map(|line| format!("    {line}\n")).collect();
        match cases.as_slice() {
            [first, ..] if cases.len() >= ALIKE => {
                let ids: Vec<&str> = cases.iter().map(|case| &*case.id).collect();
                let levels = levels(cases);
                let head = format!("{levels} · {word} · {}: {}", counted(cases.len(), "case"), listed(&ids));
                shown.push((first.level, format!("\n{head}\n{because}")));
            }
            cases => shown.extend(cases.iter().map(|case| {
                let head = format!("{} · {word} · {}", case.level.word(), case.id);
                (case.level, format!("\n{head}\n    why: {}\n{because}", case.why))
            })),
        }
    }
    shown.sort_by_key(|(level, _)| *level);
    let rest = shown.len().saturating_sub(SHOWN);
    let mut text: String = shown.into_iter().take(SHOWN).map(|(_, paragraph)| paragraph).collect();
    if rest > 0 {
        text += &format!("\n{rest} more: --verbose prints all, and --html, --junit and --json contain them\n");
    }
    text
}

fn levels(cases: &[&Case]) -> String {
    let mut counts: BTreeMap<Level, usize> = BTreeMap::new();
    for case in cases {
        let count = counts.entry(case.level).or_default();
        *count = count.saturating_add(1);
    }
    let shown: Vec<String> = counts
        .iter()
        .map(|(level, count)| match counts.len() {
            1 => level.word().to_owned(),
            _ => format!("{} {count}", level.word()),
        })
        .collect();
    shown.join(", ")
}

fn listed(ids: &[&str]) -> String {
    let named: Vec<&str> = ids.iter().copied().take(NAMED).collect();
    match ids.len().saturating_sub(named.len()) {
        0 => named.join(", "),
        rest => format!("{} and {rest} more", named.join(", ")),
    }
}

fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::case::{Bytes, Expectation, Question};
    use crate::embedded::Suite;
    use crate::verdict::Verdict;

    fn document(results: &[(&str, Level, Surprise, Verdict)]) -> Document {
        let case = |id: &str, level: Level| Case {
            id: id.into(),
            why: format!("Why {id}."),
            level,
            requires: Vec::new(),
            source: None,
            neighbour: None,
            edge: None,
            ask: Question::Decompress { input: Bytes::default() },
            expect: Expectation::Reject("it is cut".into()),
        };
        let verdicts = results
            .iter()
            .map(|(id, _, _, verdict)| ((*id).to_owned(), verdict.clone()));
        let results_of_one = Results {
            name: "mine".into(),
            command: "offload-bundle-conformance --pipe ./mine".into(),
            verdicts: verdicts.collect(),
            milliseconds: BTreeMap::new(),
            known: BTreeMap::new(),
            surprises: results
                .iter()
                .map(|(_, _, surprise, _)| surprise.clone())
                .collect::<BTreeSet<_>>(),
        };
        Document {
            suite: Suite::this(),
            shard: None,
            cases: results.iter().map(|(id, level, ..)| case(id, *level)).collect(),
            testees: vec![results_of_one],
        }
    }

    fn new(id: &str) -> Surprise {
        Surprise::New { case: id.into() }
    }

    #[test]
    fn failures_are_grouped_by_level() {
        let gone = || Verdict::Broken("not asked".into());
        let other = Surprise::Other { case: "g/x".into(), expected: "crash".into() };
        let results = [
            (
                "g/a",
                Level::Observed,
                new("g/a"),
                Verdict::Fail("expected 1, found 2\noffset 0".into()),
            ),
            ("g/b", Level::Observed, new("g/b"), gone()),
            ("g/c", Level::Recommended, new("g/c"), gone()),
            ("g/d", Level::Recommended, new("g/d"), gone()),
            ("g/e", Level::Recommended, new("g/e"), gone()),
            ("g/x", Level::Required, other, Verdict::Hang("late".into())),
            (
                "g/y",
                Level::Required,
                Surprise::Better { case: "g/y".into(), expected: "fail".into() },
                Verdict::Pass,
            ),
        ];
        let document = document(&results);
        let expected = "mine: 6 unexpected results

required · hang, expected crash · g/x
    why: Why g/x.
    late

recommended 3, observed 1 · broken · 4 cases: g/c, g/d, g/e and 1 more
    not asked

observed · fail · g/a
    why: Why g/a.
    expected 1, found 2
    offset 0

To repeat a case: offload-bundle-conformance --pipe ./mine --case ID --verbose
mine: 1 case better than expected: g/y
";
        assert_eq!(failures(&document, &document.testees[0]), expected);
    }

    #[test]
    fn very_many_failures_are_cut_after_fifty() {
        let ids: Vec<String> = (0..60).map(|number| format!("g/{number:02}")).collect();
        let results: Vec<(&str, Level, Surprise, Verdict)> = ids
            .iter()
            .map(|id| {
                (
                    id.as_str(),
                    Level::Required,
                    new(id),
                    Verdict::Fail(format!("found {id}").into()),
                )
            })
            .collect();
        let document = document(&results);
        let text = failures(&document, &document.testees[0]);
        assert!(text.contains("g/49\n") && !text.contains("g/50\n"), "{text}");
        assert!(text.contains("\n10 more: --verbose"), "{text}");
    }
}
