//! The matrix on a terminal: what each implementation passes in all, how many cases of each group it fails, and all of it in a sentence.

use std::collections::BTreeMap;

use crate::case::Level;
use crate::report::{Document, Results};
use crate::verdict::Verdict;

/// The matrix as text: one line an implementation, then one line a group, in which each implementation has a column with its number.
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
    let mut text = String::new();
    let name_width = testees.iter().map(|testee| testee.name.len()).max().unwrap_or(0);
    for (number, testee) in (1..).zip(testees) {
        text += &format!(
            "{number:>4}  {:name_width$}  {}\n",
            testee.name,
            summary(document, testee)
        );
    }
    text += "\nCases of each group, and how many of them each fails: . none, - not asked\n\n";
    let first = groups.keys().map(|group| group.len()).max().unwrap_or(0);
    let mut row = |name: &str, cases: &str, cells: &mut dyn Iterator<Item = String>| {
        let cells: String = cells.map(|cell| format!("{cell:>4}")).collect();
        text.push_str(format!("{name:first$}{cases:>6} {cells}").trim_end());
        text.push('\n');
    };
    row(
        "",
        "cases",
        &mut (1..).zip(testees).map(|(number, _): (usize, _)| number.to_string()),
    );
    let (asked, others): (Vec<_>, Vec<_>) = groups
        .iter()
        .partition(|(_, (_, counts))| counts.iter().any(|count| count.asked > 0));
    for (group, (cases, counts)) in &asked {
        row(group, &cases.to_string(), &mut counts.iter().map(Count::shown));
    }
    text += &match others.len() {
        0 => String::new(),
        1 => "1 more group has no answer that could be judged.\n".into(),
        others => format!("{others} more groups have no answer that could be judged.\n"),
    };
    text += &format!("\n{}\n", sentence(document));
    text
}

/// What was asked, of whom, and how it went.
fn sentence(document: &Document) -> String {
    let names: Vec<&str> = document.testees.iter().map(|testee| testee.name.as_str()).collect();
    let whom = match names.as_slice() {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        [first, second] => format!("{first} and {second}"),
        [first, others @ ..] => format!("{first} and {} other implementations", others.len()),
    };
    let unexpected: usize = document.testees.iter().map(|testee| testee.surprises.len()).sum();
    let failed = document.testees.iter().map(|testee| Count::new(testee).failed).sum();
    let judged: usize = document.testees.iter().map(|testee| Count::new(testee).asked).sum();
    let answers: usize = document.testees.iter().map(answers).sum();
    let has_expectations = document.testees.iter().any(|testee| !testee.known.is_empty());
    let went = match (unexpected, failed) {
        (0, 0) if judged == 0 => "no answer could be judged".to_owned(),
        (0, 0) if judged < answers => format!("all {judged} that could be judged are right"),
        (0, 0) => "all are right".to_owned(),
        (0, 1) => "1 is wrong, as expected".to_owned(),
        (0, failed) => format!("{failed} are wrong, as expected"),
        (1, _) if !has_expectations => "1 is wrong, see above".to_owned(),
        (unexpected, _) if !has_expectations => format!("{unexpected} are wrong, see above"),
        (1, _) => "1 result is not as expected, see above".to_owned(),
        (unexpected, _) => format!("{unexpected} results are not as expected, see above"),
    };
    let cases = match document.cases.len() {
        1 => "1 case".to_owned(),
        cases => format!("{cases} cases"),
    };
    let answers = match answers {
        1 => "1 answer".to_owned(),
        answers => format!("{answers} answers"),
    };
    format!("{cases}, {answers} of {whom}: {went}.")
}

/// How many cases it has answered: all but those whose operation it does not have.
fn answers(testee: &Results) -> usize {
    let verdicts = testee.verdicts.values();
    verdicts
        .filter(|verdict| !matches!(verdict, Verdict::Skipped(_)))
        .count()
}

/// What it passes by level, how many of what passes are refusals, and how many refusals show nothing.
fn levels(document: &Document, testee: &Results) -> String {
    let mut by_level: BTreeMap<Level, Count> = BTreeMap::new();
    let (mut refusals, mut vacuous) = (0_usize, 0_usize);
    for case in &document.cases {
        let Some(verdict) = testee.verdicts.get(&case.id) else {
            continue;
        };
        by_level.entry(case.level).or_default().add(verdict);
        refusals += usize::from(*verdict == Verdict::Pass && case.expect.is_no());
        vacuous += usize::from(matches!(verdict, Verdict::Vacuous(_)));
    }
    by_level.retain(|_, count| count.asked > 0);
    let mut parts: Vec<String> = by_level
        .iter()
        .map(|(level, Count { asked, failed })| format!("{} {} of {asked}", level.word(), asked - failed))
        .collect();
    parts.extend((refusals > 0).then(|| format!("{refusals} of all by saying no")));
    parts.extend((vacuous > 0).then(|| format!("{vacuous} beside show nothing")));
    if parts.is_empty() {
        String::new()
    } else {
        format!(" ({})", parts.join(", "))
    }
}

/// What an implementation passes of what it was asked, and how much of that is unexpected.
fn summary(document: &Document, testee: &Results) -> String {
    let Count { asked, failed } = Count::new(testee);
    let mut passed = format!("passes {:>4} of {asked:>4}", asked - failed);
    passed += &levels(document, testee);
    match testee.surprises.len() {
        0 if failed == 0 => passed,
        0 => format!("{passed}, as expected"),
        surprises => format!("{passed}; {surprises} not as expected"),
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Count {
    asked: usize,
    failed: usize,
}

impl Count {
    fn new(testee: &Results) -> Self {
        let mut count = Self::default();
        testee.verdicts.values().for_each(|verdict| count.add(verdict));
        count
    }

    fn add(&mut self, verdict: &Verdict) {
        if !verdict.is_judged() {
            return;
        }
        self.asked += 1;
        self.failed += usize::from(verdict != &Verdict::Pass);
    }

    fn shown(&self) -> String {
        match self {
            Self { asked: 0, .. } => "-".into(),
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
        let results = |name: &str, verdicts: [Verdict; 3], surprises: &[&str]| Results {
            name: name.into(),
            command: String::new(),
            verdicts: ids.map(String::from).into_iter().zip(verdicts).collect(),
            milliseconds: BTreeMap::new(),
            known: BTreeMap::new(),
            surprises: surprises.iter().map(|one| (*one).to_owned()).collect::<BTreeSet<_>>(),
        };
        let fail = || Verdict::Fail("f".into());
        let skipped = || Verdict::Skipped("s".into());
        let document = Document {
            suite: Suite::this(),
            shard: None,
            cases: ids.map(case).into(),
            testees: vec![
                results("ours", [Verdict::Pass, Verdict::Pass, Verdict::Pass], &[]),
                results("theirs", [fail(), fail(), skipped()], &[]),
                results("new", [Verdict::Pass, fail(), Verdict::Pass], &["b/y/one: …"]),
            ],
        };
        let expected = "   1  ours    passes    3 of    3 (observed 3 of 3, 3 of all by saying no)
   2  theirs  passes    0 of    2 (observed 0 of 2), as expected
   3  new     passes    2 of    3 (observed 2 of 3, 2 of all by saying no); 1 not as expected

Cases of each group, and how many of them each fails: . none, - not asked

    cases    1   2   3
a/x     2    .   2   1
b/y     1    .   -   .

3 cases, 8 answers of ours and 2 other implementations: 1 is wrong, see above.
";
        assert_eq!(matrix(&document), expected);
        let theirs = document.testees.iter().skip(1).take(1).cloned().collect();
        let shown = matrix(&Document { testees: theirs, ..document.clone() });
        assert!(
            !shown.contains("b/y") && shown.contains("\n1 more group has no answer"),
            "{shown}"
        );
        let only = |numbers: &[usize]| Document {
            suite: Suite::this(),
            shard: None,
            cases: document.cases.clone(),
            testees: numbers
                .iter()
                .filter_map(|number| document.testees.get(*number).cloned())
                .collect(),
        };
        assert_eq!(sentence(&only(&[0])), "3 cases, 3 answers of ours: all are right.");
        assert_eq!(
            sentence(&only(&[0, 1])),
            "3 cases, 5 answers of ours and theirs: 2 are wrong, as expected."
        );
    }
}
