//! Known failures of an implementation: a line for each case, with the verdict and a reason.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::verdict::Verdict;

/// Known failures of an implementation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expectations {
    lines: BTreeMap<String, Known>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Known {
    verdict: String,
    /// Empty until a person adds it.
    reason: String,
}

const NO_REASON: &str = "no reason is given";

/// A result that differs from the expectations.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Surprise {
    /// A failing case without a line.
    New {
        /// The case.
        case: String,
    },
    /// A case with a different failure than its line.
    Other {
        /// The case.
        case: String,
        /// Name of the expected verdict.
        expected: String,
    },
    /// A case without a conclusive verdict, although its line expects a failure.
    Unjudged {
        /// The case.
        case: String,
        /// Name of the expected verdict.
        expected: String,
    },
    /// A passing case, although its line expects a failure.
    Better {
        /// The case.
        case: String,
        /// Name of the expected verdict.
        expected: String,
    },
    /// A line for an unknown case.
    Stale {
        /// The ID in the line.
        case: String,
    },
}

impl Surprise {
    /// The case id.
    pub fn case(&self) -> &str {
        match self {
            Self::New { case }
            | Self::Other { case, .. }
            | Self::Unjudged { case, .. }
            | Self::Better { case, .. }
            | Self::Stale { case } => case,
        }
    }

    /// Whether the implementation is better than expected.
    pub fn is_better(&self) -> bool {
        matches!(self, Self::Better { .. })
    }
}

impl Expectations {
    /// Parses lines `ID VERDICT # REASON`. Empty lines and lines that begin with `#` are comments.
    ///
    /// # Errors
    ///
    /// Returns every invalid line and every duplicate.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = BTreeMap::new();
        let mut wrong = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let Some(read) = parts(line) else { continue };
            let added = read.and_then(|(case, verdict, reason)| {
                let known = Known { verdict: verdict.into(), reason: reason.into() };
                match lines.insert(case.to_string(), known) {
                    None => Ok(()),
                    Some(_) => Err("the case already has a line".into()),
                }
            });
            if let Err(why) = added {
                wrong.push(format!("line {number}: {why}: {line:?}"));
            }
        }
        match wrong.is_empty() {
            true => Ok(Self { lines }),
            false => Err(wrong.join("\n")),
        }
    }

    /// Iterates over case, verdict and reason.
    pub fn lines(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.lines
            .iter()
            .map(|(case, known)| (&**case, &*known.verdict, &*known.reason))
    }

    /// Returns the reason for the known failure of `case`.
    pub fn reason(&self, case: &str) -> Option<&str> {
        let reason = self.lines.get(case).map(|known| known.reason.as_str());
        reason.map(|reason| if reason.is_empty() { NO_REASON } else { reason })
    }

    /// Cases with a missing reason, or a reason for another verdict.
    pub fn without_reason(&self) -> Vec<&str> {
        let lines = self.lines();
        lines
            .filter(|(_, _, reason)| waits(reason))
            .map(|(case, ..)| case)
            .collect()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the unexpected results of `asked`. `all` returns whether a case exists.
    pub fn surprises(&self, asked: &[(&Case, Verdict)], all: &dyn Fn(&str) -> bool) -> Vec<Surprise> {
        let mut surprises = Vec::new();
        for (case, verdict) in asked {
            let id = case.id.clone();
            let known = self.lines.get(&case.id).map(|known| known.verdict.clone());
            match (known, verdict) {
                (None, verdict) if verdict.is_sound() => {}
                (None, _) => surprises.push(Surprise::New { case: id }),
                (Some(known), verdict) if known == UNDEFINED && verdict.is_judged() => {}
                (Some(expected), Verdict::Pass) => surprises.push(Surprise::Better { case: id, expected }),
                (Some(expected), verdict) if !verdict.is_judged() => {
                    surprises.push(Surprise::Unjudged { case: id, expected });
                }
                (Some(expected), verdict) if !is_met(&expected, verdict) => {
                    surprises.push(Surprise::Other { case: id, expected });
                }
                (Some(_), _) => {}
            }
        }
        let stale = self.lines.keys().filter(|case| !all(case));
        surprises.extend(stale.map(|case| Surprise::Stale { case: case.clone() }));
        surprises
    }
}

/// The result depends on the machine: a crash, a wrong answer or a correct answer.
pub(crate) const UNDEFINED: &str = "undefined";

/// The first exceeded limit depends on the machine.
const ENDLESS: [&str; 2] = ["exhausted", "hang"];

pub(crate) fn is_met(expected: &str, verdict: &Verdict) -> bool {
    let word = verdict.word();
    expected == word || ENDLESS.contains(&expected) && ENDLESS.contains(&word)
}

/// Marks a reason for another verdict.
pub(crate) const CONFIRM: &str = "CONFIRM:";

/// Whether a person must write or confirm the reason.
pub(crate) fn waits(reason: &str) -> bool {
    reason.is_empty() || reason.starts_with(CONFIRM)
}

/// `reason` may be empty. `None` for a comment.
pub(crate) fn parts(line: &str) -> Option<Result<(&str, &str, &str), String>> {
    if line.trim().is_empty() || line.starts_with('#') {
        return None;
    }
    let (known, reason) = line.split_once('#').unwrap_or((line, ""));
    let mut words = known.split_whitespace();
    Some(match (words.next(), words.next(), words.next()) {
        (Some(case), Some(verdict), None) => Ok((case, verdict, reason.trim())),
        _ => Err("expected a case and a verdict before the reason".into()),
    })
}

impl fmt::Display for Surprise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New { case } => write!(f, "{case}: fails without a line"),
            Self::Other { case, expected } => write!(f, "{case}: fails, but not with the expected {expected}"),
            Self::Unjudged { case, expected } => write!(f, "{case}: not judged, but {expected} is expected"),
            Self::Better { case, expected } => write!(f, "{case}: passes, but {expected} is expected"),
            Self::Stale { case } => write!(f, "{case}: no such case; delete its line"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Collection;

    fn cases() -> Collection {
        let case = |id: &str| {
            format!(
                r#"{{"id": "{id}", "why": "w", "level": "observed", "ask": {{"op": "parse_id", "text": "x"}}, "expect": {{"reject": "r"}}}}"#
            )
        };
        let mut collection = Collection::default();
        let all = [case("g/a"), case("g/b"), case("g/c")].join(",");
        collection
            .add("g".into(), &format!(r#"{{"about": "a", "cases": [{all}]}}"#))
            .unwrap();
        collection
    }

    #[test]
    fn differing_results_are_unexpected() {
        let collection = cases();
        let fail = || Verdict::Fail("f".into());
        let known = Expectations::parse("# comment\n\ng/a fail # it does\ng/c crash # too\ng/z fail # gone\n").unwrap();
        let verdicts = [Verdict::Pass, fail(), fail()];
        let asked: Vec<(&Case, Verdict)> = collection.cases().zip(verdicts).collect();
        let surprises = known.surprises(&asked, &|id| collection.cases().any(|case| case.id == id));
        let expected = [
            Surprise::Better { case: "g/a".into(), expected: "fail".into() },
            Surprise::New { case: "g/b".into() },
            Surprise::Other { case: "g/c".into(), expected: "crash".into() },
            Surprise::Stale { case: "g/z".into() },
        ];
        assert_eq!(surprises, expected);
    }

    #[test]
    fn undefined_results_are_free() {
        let collection = cases();
        let lines = ["a", "b", "c"].map(|case| format!("g/{case} undefined # it looks at what is not there\n"));
        let known = Expectations::parse(&lines.concat()).unwrap();
        let verdicts = [Verdict::Pass, Verdict::Crash("c".into()), Verdict::Skipped("s".into())];
        let asked: Vec<(&Case, Verdict)> = collection.cases().zip(verdicts).collect();
        let surprises = known.surprises(&asked, &|_| true);
        let unjudged = Surprise::Unjudged { case: "g/c".into(), expected: "undefined".into() };
        assert_eq!(surprises, [unjudged]);
    }

    #[test]
    fn endless_programs_meet_limits() {
        let known = ["exhausted", "hang", "crash"];
        let met = |verdict: &Verdict| known.map(|expected| is_met(expected, verdict));
        assert_eq!(met(&Verdict::Hang("h".into())), [true, true, false]);
        assert_eq!(met(&Verdict::Exhausted("e".into())), [true, true, false]);
        assert_eq!(met(&Verdict::Crash("c".into())), [false, false, true]);
    }

    #[test]
    fn lines_need_a_case_and_a_verdict() {
        for wrong in ["g/a", "g/a # reason", "g/a fail now # reason", "g/a fail # r\ng/a fail # r"] {
            assert!(Expectations::parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn lines_without_a_reason_are_listed() {
        let known = Expectations::parse("g/a fail\ng/b fail #\ng/c fail # CONFIRM: c\ng/d fail # d\n").unwrap();
        assert_eq!(known.without_reason(), ["g/a", "g/b", "g/c"]);
        assert_eq!((known.reason("g/a"), known.reason("g/d")), (Some(NO_REASON), Some("d")));
    }
}
