//! The matrix on a terminal: how many cases of each group each implementation passes.

use std::collections::BTreeMap;

use crate::report::Document;
use crate::verdict::Verdict;

/// The matrix as text, one line a group.
pub fn matrix(document: &Document) -> String {
    let testees = &document.testees;
    let mut groups: BTreeMap<&str, Vec<Count>> = BTreeMap::new();
    for case in &document.cases {
        let counts = groups
            .entry(case.group())
            .or_insert_with(|| vec![Count::default(); testees.len()]);
        for (count, testee) in counts.iter_mut().zip(testees) {
            if let Some(verdict) = testee.verdicts.get(&case.id) {
                count.add(verdict);
            }
        }
    }
    let mut all = vec![Count::default(); testees.len()];
    for counts in groups.values() {
        for (sum, count) in all.iter_mut().zip(counts) {
            *sum = Count { passed: sum.passed + count.passed, asked: sum.asked + count.asked };
        }
    }
    let first = groups.keys().map(|group| group.len()).max().unwrap_or(0).max(5);
    let widths: Vec<usize> = testees.iter().map(|testee| testee.name.len().max(9)).collect();
    let mut text = String::new();
    let mut row = |name: &str, cells: &[String]| {
        let cells = cells
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("  {cell:>width$}"));
        let line = format!("{name:first$}{}", cells.collect::<String>());
        text.push_str(line.trim_end());
        text.push('\n');
    };
    row(
        "",
        &testees.iter().map(|testee| testee.name.clone()).collect::<Vec<_>>(),
    );
    for (group, counts) in &groups {
        row(group, &counts.iter().map(Count::shown).collect::<Vec<_>>());
    }
    row("all", &all.iter().map(Count::shown).collect::<Vec<_>>());
    text
}

#[derive(Debug, Clone, Copy, Default)]
struct Count {
    passed: usize,
    asked: usize,
}

impl Count {
    fn add(&mut self, verdict: &Verdict) {
        if matches!(verdict, Verdict::Skipped(_)) {
            return;
        }
        self.asked += 1;
        self.passed += usize::from(verdict == &Verdict::Pass);
    }

    fn shown(&self) -> String {
        match self.asked {
            0 => "-".into(),
            asked => format!("{}/{asked}", self.passed),
        }
    }
}
