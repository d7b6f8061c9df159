//! Known deviations of an implementation: one line a case, with the verdict and a reason. What is not as the file says fails the run.

use std::collections::BTreeMap;
use std::fmt;

use crate::case::Case;
use crate::verdict::Verdict;

/// The known deviations of one implementation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expectations {
    lines: BTreeMap<String, Known>,
}

/// A known deviation.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Known {
    /// The word of the verdict, or [`UNDEFINED`].
    verdict: String,
    /// Why it is so: what the implementation does, with a link where there is one.
    reason: String,
}

/// Something that is not as the expectations say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Surprise {
    /// A case fails that is not among them.
    New {
        /// The case.
        case: String,
        /// How it fails.
        verdict: Verdict,
    },
    /// A case fails in another way.
    Other {
        /// The case.
        case: String,
        /// The word of the verdict that is expected.
        expected: String,
        /// How it fails.
        verdict: Verdict,
    },
    /// A case passes that is among them.
    Pass {
        /// The case.
        case: String,
    },
    /// A case is not asked that is among them.
    Skipped {
        /// The case.
        case: String,
    },
    /// A line that names no case.
    Stale {
        /// What it names.
        case: String,
    },
}

impl Expectations {
    /// Reads lines `ID VERDICT # REASON`; empty lines and those that begin with `#` say nothing.
    ///
    /// # Errors
    ///
    /// Every line of another form, without a reason, or with a reason that somebody must confirm; a case that comes twice.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = BTreeMap::new();
        let mut wrong = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let Some(read) = parts(line) else { continue };
            let known = read.and_then(|(case, verdict, reason)| match reason {
                "" => Err(format!("write behind the # why {case} does so")),
                reason if reason.starts_with(CONFIRM) => Err(format!(
                    "the reason is of another verdict: see whether {case} does so for it, and take `{CONFIRM}` out"
                )),
                reason => Ok((case, Known { verdict: verdict.into(), reason: reason.into() })),
            });
            let added = known.and_then(|(case, known)| match lines.insert(case.to_string(), known) {
                None => Ok(()),
                Some(_) => Err("the case has a line already".into()),
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

    /// Every line: case, word of the verdict, reason.
    pub fn lines(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.lines
            .iter()
            .map(|(case, known)| (&**case, &*known.verdict, &*known.reason))
    }

    /// The reason for which `case` is known to fail.
    pub fn reason(&self, case: &str) -> Option<&str> {
        self.lines.get(case).map(|known| known.reason.as_str())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// What is not as they say: `asked` are the cases with their verdicts, `all` says whether there is such a case at all.
    pub fn surprises(&self, asked: &[(&Case, Verdict)], all: &dyn Fn(&str) -> bool) -> Vec<Surprise> {
        let mut surprises = Vec::new();
        for (case, verdict) in asked {
            let id = case.id.clone();
            match (self.lines.get(&case.id), verdict) {
                (None, verdict) if verdict.is_sound() => {}
                (None, verdict) => surprises.push(Surprise::New { case: id, verdict: verdict.clone() }),
                (Some(known), verdict) if known.verdict == UNDEFINED && verdict.is_judged() => {}
                (Some(_), Verdict::Pass) => surprises.push(Surprise::Pass { case: id }),
                (Some(_), Verdict::Skipped(_) | Verdict::Vacuous(_)) => surprises.push(Surprise::Skipped { case: id }),
                (Some(known), verdict) if !is_met(&known.verdict, verdict) => {
                    surprises.push(Surprise::Other {
                        case: id,
                        expected: known.verdict.clone(),
                        verdict: verdict.clone(),
                    });
                }
                (Some(_), _) => {}
            }
        }
        let stale = self.lines.keys().filter(|case| !all(case));
        surprises.extend(stale.map(|case| Surprise::Stale { case: case.clone() }));
        surprises
    }
}

/// Stands for the verdict where the tool works with memory that it never wrote. It crashes on one machine, is wrong on another, and right on
/// a third: any verdict is expected.
pub(crate) const UNDEFINED: &str = "undefined";

/// What an endless loop ends in: the limit that it meets first, which is the one of memory on one machine and that of time on another.
const ENDLESS: [&str; 2] = ["exhausted", "hang"];

/// Whether `verdict` is the one that is expected.
pub(crate) fn is_met(expected: &str, verdict: &Verdict) -> bool {
    let word = verdict.word();
    expected == word || ENDLESS.contains(&expected) && ENDLESS.contains(&word)
}

/// Stands before a reason that was given for another verdict.
pub(crate) const CONFIRM: &str = "CONFIRM:";

/// Case, verdict and reason of a line, the reason empty where it is missing; nothing for a line that says nothing.
pub(crate) fn parts(line: &str) -> Option<Result<(&str, &str, &str), String>> {
    if line.trim().is_empty() || line.starts_with('#') {
        return None;
    }
    let Some((said, reason)) = line.split_once('#') else {
        return Some(Err("no `#` with a reason behind it".into()));
    };
    let mut words = said.split_whitespace();
    Some(match (words.next(), words.next(), words.next()) {
        (Some(case), Some(verdict), None) => Ok((case, verdict, reason.trim())),
        _ => Err("expected a case and a verdict before the reason".into()),
    })
}

impl fmt::Display for Surprise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New { case, verdict } => write!(f, "{case}: {}: {verdict}", verdict.word()),
            Self::Other { case, expected, verdict } => {
                write!(f, "{case}: {}, and {expected} is expected: {verdict}", verdict.word())
            }
            Self::Pass { case } => write!(f, "{case}: passes, and a line expects it to fail: take the line out"),
            Self::Skipped { case } => {
                write!(
                    f,
                    "{case}: the tool has no such operation, and a line expects it to fail: take the line out"
                )
            }
            Self::Stale { case } => write!(f, "{case}: there is no such case: take the line out"),
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
    fn everything_that_is_not_as_expected_is_a_surprise() {
        let collection = cases();
        let fail = || Verdict::Fail("f".into());
        let known = Expectations::parse("# comment\n\ng/a fail # it does\ng/c crash # too\ng/z fail # gone\n").unwrap();
        let verdicts = [Verdict::Pass, fail(), fail()];
        let asked: Vec<(&Case, Verdict)> = collection.cases().zip(verdicts).collect();
        let surprises = known.surprises(&asked, &|id| collection.cases().any(|case| case.id == id));
        let expected = [
            Surprise::Pass { case: "g/a".into() },
            Surprise::New { case: "g/b".into(), verdict: fail() },
            Surprise::Other { case: "g/c".into(), expected: "crash".into(), verdict: fail() },
            Surprise::Stale { case: "g/z".into() },
        ];
        assert_eq!(surprises, expected);
    }

    #[test]
    fn what_is_undefined_may_come_out_in_any_way() {
        let collection = cases();
        let lines = ["a", "b", "c"].map(|case| format!("g/{case} undefined # it looks at what is not there\n"));
        let known = Expectations::parse(&lines.concat()).unwrap();
        let verdicts = [Verdict::Pass, Verdict::Crash("c".into()), Verdict::Skipped("s".into())];
        let asked: Vec<(&Case, Verdict)> = collection.cases().zip(verdicts).collect();
        let surprises = known.surprises(&asked, &|_| true);
        assert_eq!(surprises, [Surprise::Skipped { case: "g/c".into() }]);
    }

    #[test]
    fn what_never_ends_meets_one_limit_or_the_other() {
        let known = ["exhausted", "hang", "crash"];
        let met = |verdict: &Verdict| known.map(|expected| is_met(expected, verdict));
        assert_eq!(met(&Verdict::Hang("h".into())), [true, true, false]);
        assert_eq!(met(&Verdict::Exhausted("e".into())), [true, true, false]);
        assert_eq!(met(&Verdict::Crash("c".into())), [false, false, true]);
    }

    #[test]
    fn a_line_needs_a_case_a_verdict_and_a_reason() {
        for wrong in ["g/a fail", "g/a fail #", "g/a # reason", "g/a fail now # reason", "g/a fail # r\ng/a fail # r"] {
            assert!(Expectations::parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
