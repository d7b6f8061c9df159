//! Renders failures by group, and totals for each implementation.

use std::collections::BTreeMap;

use crate::case::Level;
use crate::report::{Document, Results};
use crate::verdict::Verdict;

/// Returns a table of the groups with failures, with a column for each implementation, and then a line of totals for
/// each.
pub fn matrix(document: &Document) -> String {
    let testees = &document.testees;
    let mut groups: BTreeMap<&str, (usize, Vec<Count>)> = BTreeMap::new();
    for case in &document.cases {
        let (cases, counts) = groups
            .entry(case.group())
            .or_insert_with(|| (0, vec![Count::default(); testees.len()]));
        *cases += 1;
        for (count, testee) in counts.iter_mut().zip(testees) {
            if let Some(verdict) = testee.verdicts.get(&case.id) {
                count.add(verdict);
            }
        }
    }
    let all = groups.len();
    groups.retain(|_, (_, counts)| counts.iter().any(|count| count.failed > 0));
    let mut text = String::new();
    if !groups.is_empty() {
        text += &table(&groups, testees.len());
        text += &match all - groups.len() {
            0 => String::new(),
            1 => "1 more group without a failure\n".into(),
            others => format!("{others} more groups without a failure\n"),
        };
        text.push('\n');
    }
    let width = testees.iter().map(|testee| testee.name.len()).max().unwrap_or(0);
    for (number, testee) in (1_usize..).zip(testees) {
        if testees.len() > 1 {
            text += &format!("{number:>width$}  ", width = testees.len().to_string().len());
        }
        text += &format!("{:width$}  {}\n", testee.name, summary(document, testee));
    }
    text
}

fn table(groups: &BTreeMap<&str, (usize, Vec<Count>)>, testees: usize) -> String {
    // Several implementations have numbered columns and a key.
    let (mut text, heads, width) = match testees {
        1 => (String::new(), vec!["failed".to_owned()], 7),
        _ => (
            "Failed cases by group (. no failure, - not asked)\n\n".to_owned(),
            (1..=testees).map(|number| number.to_string()).collect(),
            4,
        ),
    };
    let first = groups.keys().map(|group| group.len()).max().unwrap_or(0);
    let mut row = |name: &str, cases: &str, cells: &mut dyn Iterator<Item = String>| {
        let cells: String = cells.map(|cell| format!("{cell:>width$}")).collect();
        text.push_str(format!("{name:first$}{cases:>6} {cells}").trim_end());
        text.push('\n');
    };
    row("", "cases", &mut heads.into_iter());
    for (group, (cases, counts)) in groups {
        row(group, &cases.to_string(), &mut counts.iter().map(Count::shown));
    }
    text
}

/// Passed, failed, inconclusive and skipped add up to all cases.
fn summary(document: &Document, testee: &Results) -> String {
    let mut all = Count::default();
    let mut by_level: BTreeMap<Level, Count> = BTreeMap::new();
    let mut rejections = 0_usize;
    for case in &document.cases {
        let Some(verdict) = testee.verdicts.get(&case.id) else {
            continue;
        };
        all.add(verdict);
        by_level.entry(case.level).or_default().add(verdict);
        rejections += usize::from(*verdict == Verdict::Pass && case.expect.is_no());
    }
    by_level.retain(|_, count| count.judged() > 0);
    let mut parts = vec![format!("{}/{} passed", all.passed, all.judged())];
    parts.extend(
        by_level
            .iter()
            .map(|(level, count)| format!("{} {}/{}", level.word(), count.passed, count.judged())),
    );
    let better = testee.surprises.iter().filter(|surprise| surprise.is_better()).count();
    let unexpected = testee.surprises.len() - better;
    for (number, words) in [
        (rejections, "by rejection"),
        (all.inconclusive, "inconclusive"),
        (all.skipped, "skipped"),
        (unexpected, "unexpected"),
        (better, "better than expected"),
    ] {
        parts.extend((number > 0).then(|| format!("{number} {words}")));
    }
    parts.extend(
        (all.failed > 0 && unexpected == 0).then(|| match testee.known.is_empty() {
            true => format!("{} failed", all.failed),
            false => "all failures expected".into(),
        }),
    );
    parts.join(" · ")
}

#[derive(Debug, Clone, Copy, Default)]
struct Count {
    passed: usize,
    failed: usize,
    inconclusive: usize,
    skipped: usize,
}

impl Count {
    fn add(&mut self, verdict: &Verdict) {
        let count = match verdict {
            Verdict::Pass => &mut self.passed,
            Verdict::Inconclusive(_) => &mut self.inconclusive,
            Verdict::Skipped(_) => &mut self.skipped,
            _ => &mut self.failed,
        };
        *count += 1;
    }

    fn judged(&self) -> usize {
        self.passed + self.failed
    }

    fn shown(&self) -> String {
        match self {
            Self { failed: 0, .. } if self.judged() == 0 => "-".into(),
            Self { failed: 0, .. } => ".".into(),
            Self { failed, .. } => failed.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::case::{Bytes, Case, Expectation, Level, Question};
    use crate::embedded::Suite;
    use crate::expectations::Surprise;

    #[test]
    fn columns_have_numbers_and_failures_are_counted() {
        let case = |id: &str| Case {
            id: id.into(),
            why: String::new(),
            level: Level::Observed,
            requires: Vec::new(),
            source: None,
            neighbour: None,
            edge: None,
            ask: Question::Decompress { input: Bytes::default() },
            expect: Expectation::Reject("it is cut".into()),
        };
        let ids = ["a/x/one", "a/x/two", "b/y/one"];
        let results = |name: &str, verdicts: [Verdict; 3], known: &[(&str, &str)], surprises: &[Surprise]| Results {
            name: name.into(),
            command: String::new(),
            verdicts: ids.map(String::from).into_iter().zip(verdicts).collect(),
            milliseconds: BTreeMap::new(),
            known: known.iter().map(|(id, why)| ((*id).into(), (*why).into())).collect(),
            surprises: surprises.iter().cloned().collect::<BTreeSet<_>>(),
        };
        let fail = || Verdict::Fail("f".into());
        let inconclusive = || Verdict::Inconclusive("v".into());
        let skipped = || Verdict::Skipped("s".into());
        let document = Document {
            suite: Suite::this(),
            shard: None,
            cases: ids.map(case).into(),
            testees: vec![
                results("ours", [Verdict::Pass, Verdict::Pass, Verdict::Pass], &[], &[]),
                results(
                    "theirs",
                    [fail(), fail(), skipped()],
                    &[(ids[0], "r"), (ids[1], "r")],
                    &[],
                ),
                results(
                    "new",
                    [Verdict::Pass, fail(), inconclusive()],
                    &[(ids[0], "r")],
                    &[
                        Surprise::Better { case: ids[0].into(), expected: "fail".into() },
                        Surprise::New { case: ids[1].into() },
                    ],
                ),
            ],
        };
        let expected = "Failed cases by group (. no failure, - not asked)

    cases    1   2   3
a/x     2    .   2   1
1 more group without a failure

1  ours    3/3 passed · observed 3/3 · 3 by rejection
2  theirs  0/2 passed · observed 0/2 · 1 skipped · all failures expected
3  new     1/2 passed · observed 1/2 · 1 by rejection · 1 inconclusive · 1 unexpected · 1 better than expected
";
        assert_eq!(matrix(&document), expected);
        let theirs = document.testees.iter().skip(1).take(1).cloned().collect();
        let expected = "    cases  failed
a/x     2       2
1 more group without a failure

theirs  0/2 passed · observed 0/2 · 1 skipped · all failures expected
";
        assert_eq!(matrix(&Document { testees: theirs, ..document.clone() }), expected);
        let ours = document.testees.iter().take(1).cloned().collect();
        assert_eq!(
            matrix(&Document { testees: ours, ..document }),
            "ours  3/3 passed · observed 3/3 · 3 by rejection\n"
        );
    }

    #[test]
    fn result_counts_add_up() {
        let verdicts = [
            Verdict::Pass,
            Verdict::Crash("".into()),
            Verdict::Inconclusive("".into()),
            Verdict::Skipped("".into()),
            Verdict::Pass,
        ];
        let mut count = Count::default();
        verdicts.iter().for_each(|verdict| count.add(verdict));
        let Count { passed, failed, inconclusive, skipped } = count;
        assert_eq!((passed, failed, inconclusive, skipped), (2, 1, 1, 1));
        assert_eq!(count.judged(), 3);
    }
}
