//! Groups known failures of tools by cause, worst first, each with its smallest case.

use std::collections::{BTreeMap, BTreeSet};

use super::making::making;
use crate::case::{Case, Collection};
use crate::embedded;
use crate::expectations::Expectations;
use crate::protocol::question_line;
use crate::testee::{Adapter, CommandTestee};

/// From worst to best, including the machine-dependent one.
pub(super) const VERDICTS: [&str; 10] =
    ["leak", "escape", "crash", "undefined", "exhausted", "hang", "silent", "broken", "zero-filled", "fail"];

/// A cause of failures, with its cases.
#[derive(Debug)]
pub struct Finding<'c> {
    /// The reason in the expectations.
    pub reason: String,
    /// Source location and upstream reports, as text lines, if researched.
    pub source: Option<String>,
    /// Affected cases in order, with the verdict of each tool.
    pub cases: Vec<(&'c Case, BTreeMap<String, String>)>,
    /// The case with the smallest input, and the tool that shows it best.
    pub smallest: Shown<'c>,
}

/// A case that demonstrates a finding.
#[derive(Debug)]
pub struct Shown<'c> {
    /// The case.
    pub case: &'c Case,
    /// Name of the tool.
    pub testee: String,
    /// Name of the verdict.
    pub verdict: String,
    /// Shell lines that create the input files.
    pub making: Vec<String>,
    /// The command line. For script testees, the program and its input lines.
    pub command: String,
}

impl Finding<'_> {
    /// Counts cases by tool and verdict.
    pub fn counts(&self) -> BTreeMap<&str, BTreeMap<&str, usize>> {
        let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
        for (testee, verdict) in self.cases.iter().flat_map(|(_, verdicts)| verdicts) {
            let count = counts.entry(testee).or_default().entry(verdict).or_default();
            *count = count.saturating_add(1);
        }
        counts
    }
}

/// Returns the findings in the embedded expectations, worst first.
///
/// # Errors
///
/// Returns an error if embedded data is invalid.
pub fn findings(collection: &Collection) -> Result<Vec<Finding<'_>>, String> {
    let adapters: Vec<Adapter> = embedded::adapters()?
        .into_iter()
        .filter(Adapter::is_of_others)
        .collect();
    let known = adapters
        .iter()
        .map(|adapter| Ok((adapter.name.as_str(), embedded::expectations(&adapter.name)?)))
        .collect::<Result<Vec<_>, String>>()?;
    let mut by_reason: BTreeMap<&str, BTreeMap<&str, BTreeMap<String, String>>> = BTreeMap::new();
    for (testee, case, verdict, reason) in lines(&known) {
        let cases = by_reason.entry(reason).or_default();
        cases.entry(case).or_default().insert(testee.into(), verdict.into());
    }
    let mechanisms = embedded::mechanisms()?;
    let mut found = Vec::new();
    for (reason, mut verdicts) in by_reason {
        let cases: Vec<(&Case, BTreeMap<String, String>)> = collection
            .cases()
            .filter_map(|case| Some((case, verdicts.remove(&*case.id)?)))
            .collect();
        if let Some(smallest) = smallest(&cases, &adapters) {
            let source = mechanisms.describe(reason);
            found.push(Finding { reason: reason.into(), source, cases, smallest });
        }
    }
    found.sort_by_key(|finding| {
        let verdicts = finding.cases.iter().flat_map(|(_, verdicts)| verdicts.values());
        let worst = verdicts.map(|verdict| rank(verdict)).min();
        (worst, std::cmp::Reverse(finding.cases.len()))
    });
    Ok(found)
}

fn lines<'k>(known: &'k [(&'k str, Expectations)]) -> impl Iterator<Item = (&'k str, &'k str, &'k str, &'k str)> {
    known.iter().flat_map(|(testee, lines)| {
        lines
            .lines()
            .map(|(case, verdict, reason)| (*testee, case, verdict, reason))
    })
}

fn rank(verdict: &str) -> usize {
    VERDICTS
        .iter()
        .position(|known| *known == verdict)
        .unwrap_or(VERDICTS.len())
}

/// With the worst verdict, and the newest tool that has it.
fn smallest<'c>(cases: &[(&'c Case, BTreeMap<String, String>)], adapters: &[Adapter]) -> Option<Shown<'c>> {
    let each = cases.iter().flat_map(|(case, verdicts)| {
        verdicts
            .iter()
            .map(move |(testee, verdict)| (*case, testee.clone(), verdict.clone()))
    });
    let size = |case: &Case| {
        let question = case.ask.try_map(|bytes| bytes.resolve(&embedded::fixture)).ok();
        question.map_or(usize::MAX, |question| question_line("", &question).len())
    };
    let sizes: BTreeMap<&str, usize> = cases.iter().map(|(case, _)| (&*case.id, size(case))).collect();
    let (case, testee, verdict) = each.min_by_key(|(case, testee, verdict)| {
        (
            rank(verdict),
            sizes.get(&*case.id).copied(),
            case.id.clone(),
            std::cmp::Reverse(testee.clone()),
        )
    })?;
    let adapter = adapters.iter().find(|adapter| adapter.name == testee)?;
    let question = case.ask.try_map(|bytes| bytes.resolve(&embedded::fixture)).ok()?;
    let (making, command) = match &adapter.script {
        Some(script) => {
            let lines = question_line(&case.id, &question) + "\n";
            let program = format!("{} conformance/testees/{script} < questions.jsonl", adapter.program);
            (vec![making("questions.jsonl", lines.as_bytes())], program)
        }
        None => {
            let called = CommandTestee::would_call(adapter.clone(), &question)
                .into_iter()
                .next()?;
            let files = called.inputs.iter().map(|(name, bytes)| making(name, bytes));
            (files.collect(), called.line())
        }
    };
    Some(Shown { case, testee, verdict, making, command })
}

pub(super) fn testees<'f>(findings: &'f [Finding<'_>]) -> BTreeSet<&'f str> {
    let verdicts = findings
        .iter()
        .flat_map(|finding| &finding.cases)
        .flat_map(|(_, verdicts)| verdicts.keys());
    verdicts.map(String::as_str).collect()
}
