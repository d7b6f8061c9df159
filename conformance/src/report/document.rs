//! A run as one JSON document: every case, and what each implementation made of it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::case::Case;
use crate::expectations::Expectations;
use crate::runner::Outcome;
use crate::verdict::Verdict;

/// A run.
#[derive(Debug, Serialize)]
pub struct Document<'r> {
    /// The version of the suite.
    pub version: &'static str,
    /// The cases that were asked, in their order.
    pub cases: Vec<&'r Case>,
    /// The implementations that were asked.
    pub testees: Vec<Results<'r>>,
}

/// What one implementation made of it.
#[derive(Debug, Serialize)]
pub struct Results<'r> {
    /// Its name.
    pub name: &'r str,
    /// The verdicts, by the ids of the cases.
    pub verdicts: BTreeMap<&'r str, &'r Verdict>,
    /// The reasons for which cases are known to fail, by their ids.
    pub known: BTreeMap<&'r str, &'r str>,
}

impl<'r> Document<'r> {
    /// The document of a run: each implementation's outcome with what is known of it.
    pub fn new(outcomes: &'r [(Outcome<'r>, Expectations)]) -> Self {
        let results = |(outcome, known): &'r (Outcome<'r>, Expectations)| Results {
            name: &outcome.testee,
            verdicts: outcome
                .verdicts
                .iter()
                .map(|(case, verdict)| (case.id.as_str(), verdict))
                .collect(),
            known: outcome
                .verdicts
                .iter()
                .filter_map(|(case, _)| Some((case.id.as_str(), known.reason(&case.id)?)))
                .collect(),
        };
        Self {
            version: env!("CARGO_PKG_VERSION"),
            cases: outcomes
                .first()
                .map(|(outcome, _)| outcome.verdicts.iter().map(|(case, _)| *case).collect())
                .unwrap_or_default(),
            testees: outcomes.iter().map(results).collect(),
        }
    }
}
