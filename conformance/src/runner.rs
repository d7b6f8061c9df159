//! Runs cases on implementations.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::case::{Case, Question};
use crate::difference::{self, Compared, difference};
use crate::judge::judge;
use crate::terms::in_the_same_terms;
use crate::testee::{Answer, Breakdown, Testee};
use crate::value_difference::value_difference;
use crate::verdict::Verdict;

/// Returns the content of a fixture.
pub type Fixture<'f> = &'f (dyn Fn(&str) -> Option<Vec<u8>> + Sync);

/// Selects cases.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    /// Each id contains at least one of the filters. Empty selects all cases.
    pub filters: Vec<String>,
    /// Shard `i` of `n`, from 1: every `n`th case, so that shards take similar time.
    pub shard: Option<(usize, usize)>,
}

impl Choice {
    /// Returns the chosen cases, in their order.
    pub fn choose<'c>(&self, cases: impl Iterator<Item = &'c Case>) -> Vec<&'c Case> {
        let fits = |case: &&Case| self.filters.is_empty() || self.filters.iter().any(|word| case.id.contains(word));
        let chosen = cases.filter(fits).enumerate();
        chosen
            .filter(|(number, _)| self.shard.is_none_or(|(shard, of)| number % of.max(1) + 1 == shard))
            .map(|(_, case)| case)
            .collect()
    }
}

/// Runs `cases` in parallel; `new` starts an implementation for each job. `told` receives each verdict with its time,
/// and returns the final verdict.
pub fn run<'c>(
    cases: &[&'c Case],
    fixture: Fixture<'_>,
    jobs: usize,
    new: &(dyn Fn() -> Box<dyn Testee> + Sync),
    told: &(dyn Fn(&Case, Verdict, Duration) -> Verdict + Sync),
) -> Vec<(&'c Case, Verdict)> {
    let next = AtomicUsize::new(0);
    let verdicts: Mutex<BTreeMap<usize, (&'c Case, Verdict)>> = Mutex::default();
    let work = || {
        let mut testee = new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(number) else { return };
            let start = Instant::now();
            let verdict = ask(testee.as_mut(), case, fixture);
            let verdict = told(case, verdict, start.elapsed());
            if let Ok(mut verdicts) = verdicts.lock() {
                verdicts.insert(number, (case, verdict));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, cases.len().max(1)) {
            scope.spawn(work);
        }
    });
    verdicts
        .into_inner()
        .map(|verdicts| verdicts.into_values().collect())
        .unwrap_or_default()
}

/// An implementation that failed to start. Every answer contains the reason.
#[derive(Debug)]
pub struct Unstarted(pub String);

impl Testee for Unstarted {
    fn name(&self) -> &str {
        "unstarted"
    }

    fn answer(&mut self, _question: &Question<Vec<u8>>) -> Answer {
        Answer::Broken(Breakdown::Protocol(self.0.clone()))
    }
}

/// Runs a case.
pub fn ask(testee: &mut dyn Testee, case: &Case, fixture: Fixture<'_>) -> Verdict {
    compare(testee, case, fixture, false).0
}

/// Runs a case. Also returns the expected and the answered bytes.
pub fn ask_and_compare(testee: &mut dyn Testee, case: &Case, fixture: Fixture<'_>) -> (Verdict, Vec<Compared>) {
    compare(testee, case, fixture, true)
}

/// `keeps` also compares the bytes of correct answers.
fn compare(testee: &mut dyn Testee, case: &Case, fixture: Fixture<'_>, keeps: bool) -> (Verdict, Vec<Compared>) {
    let unreadable = |error| Verdict::Broken(format!("invalid case: {error}").into());
    let question = match case.ask.try_map(|bytes| bytes.resolve(fixture)) {
        Ok(question) => question,
        Err(error) => return (unreadable(error), Vec::new()),
    };
    let answer = testee.answer(&question);
    let verdict = match judge(case, &question, &answer, fixture).unwrap_or_else(unreadable) {
        Verdict::Leak(why) | Verdict::ZeroFilled(why) if testee.answer_again(&question) != answer => {
            Verdict::Leak(format!("{}, and a second answer differs", why.because).into())
        }
        // Uninitialised memory would differ; equal bytes are invented.
        Verdict::Leak(why) => Verdict::wrong(format!("{}, and a second answer is equal", why.because)),
        verdict => verdict,
    };
    if verdict.is_sound() && !keeps {
        return (verdict, Vec::new());
    }
    let bytes = difference::compare(case, &question, &answer, fixture);
    let verdict = match verdict {
        Verdict::Fail(mut why) => {
            let difference = difference(&bytes).or_else(|| in_value(case, &question, &answer, fixture));
            why.because
                .extend(difference.map(|difference| format!("\n{difference}")));
            Verdict::Fail(why)
        }
        verdict => verdict,
    };
    (verdict, bytes)
}

const SHORT: usize = 40;

fn in_value(case: &Case, question: &Question<Vec<u8>>, answer: &Answer, fixture: Fixture<'_>) -> Option<String> {
    let expected = case.expect.value(fixture).ok()??;
    // Archive members may have any order and may lack names. Short values are visible completely.
    if expected.get("archives").is_some() || expected.to_string().len() < SHORT {
        return None;
    }
    match answer {
        Answer::Value { value, contents } => {
            let (expected, found) = in_the_same_terms(&expected, question, value, contents);
            value_difference(&expected, &found, true)
        }
        Answer::Part { value, .. } => value_difference(&expected, value, false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Expectation, Level, digest};

    struct Yes;

    impl Testee for Yes {
        fn name(&self) -> &str {
            "yes"
        }

        fn answer(&mut self, _question: &Question<Vec<u8>>) -> Answer {
            Answer::value(serde_json::json!({ "compatible": true }))
        }
    }

    fn case(id: &str, compatible: bool) -> Case {
        Case {
            id: id.into(),
            why: String::new(),
            level: Level::Required,
            requires: Vec::new(),
            source: None,
            neighbour: None,
            edge: None,
            ask: Question::Compatible { stored: "a".into(), asked: "b".into() },
            expect: Expectation::Accept(serde_json::json!({ "compatible": compatible })),
        }
    }

    #[test]
    fn verdicts_are_in_case_order() {
        let cases: Vec<Case> = (0..50)
            .map(|number| case(&format!("g/c{number:02}"), number % 3 != 0))
            .collect();
        let chosen: Vec<&Case> = cases.iter().collect();
        let verdicts = run(&chosen, &|_| None, 7, &|| Box::new(Yes), &|_, verdict, _| verdict);
        assert_eq!(verdicts.len(), 50);
        for (number, (case, verdict)) in verdicts.iter().enumerate() {
            assert_eq!(case.id, format!("g/c{number:02}"));
            assert_eq!(verdict.is_sound(), number % 3 != 0);
        }
    }

    struct Forgetful {
        before: Vec<u8>,
        always: &'static [u8],
    }

    impl Testee for Forgetful {
        fn name(&self) -> &str {
            "forgetful"
        }

        fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer {
            let Question::Read { input, .. } = question else {
                return Answer::Rejected(String::new());
            };
            let content = [&input[..], &self.before, self.always].concat();
            self.before.clone_from(input);
            Answer::Value { value: serde_json::json!({ "content": digest(&content) }), contents: vec![content] }
        }
    }

    #[test]
    fn leak_is_confirmed_by_changing_bytes() {
        let mut case = case("g/c", true);
        let input = serde_json::from_value(serde_json::json!([{ "text": "abc" }])).unwrap();
        case.ask = Question::Read { format: "f".into(), input };
        case.expect = Expectation::Reject("it is cut".into());
        let word =
            |before: &[u8], always| ask(&mut Forgetful { before: before.to_vec(), always }, &case, &|_| None).word();
        assert_eq!((word(b"x", b""), word(b"\0", b"")), ("leak", "leak"));
        assert_eq!(
            (word(b"\xa5\xa5\xa5", b""), word(b"\xa5\xa5\xa5", b"x")),
            ("fail", "fail")
        );
        assert_eq!(word(b"", b""), "fail");
    }

    #[test]
    fn shards_have_every_case_once() {
        let cases: Vec<Case> = (0..10).map(|number| case(&format!("g/c{number}"), true)).collect();
        let of = |shard| Choice { shard: Some((shard, 3)), ..Choice::default() }.choose(cases.iter());
        let mut all: Vec<&str> = (1..=3).flat_map(of).map(|case| &*case.id).collect();
        assert_eq!(all.len(), 10);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 10);
        let filtered = Choice { filters: vec!["c3".into(), "c7".into()], shard: None };
        assert_eq!(filtered.choose(cases.iter()).len(), 2);
    }
}
