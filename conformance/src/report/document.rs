//! A run as a JSON document.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::embedded::Suite;
use crate::expectations::{Expectations, Surprise};
use crate::verdict::Verdict;

/// A run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The suite.
    pub suite: Suite,
    /// The shard of the chosen cases; absent for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The cases, in their order.
    pub cases: Vec<Case>,
    /// The implementations.
    pub testees: Vec<Results>,
}

/// A part of the cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Its number, from 1.
    pub number: usize,
    /// The number of parts.
    pub of: usize,
}

/// The results of an implementation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// Its name.
    pub name: String,
    /// Shell command that runs it. Append `--case ID --verbose` to repeat a case.
    #[serde(default)]
    pub command: String,
    /// The verdicts by case ID.
    pub verdicts: BTreeMap<String, Verdict>,
    /// The milliseconds of each answer by case ID; absent for answers from a journal.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub milliseconds: BTreeMap<String, u64>,
    /// The reasons of known failures by case ID.
    pub known: BTreeMap<String, String>,
    /// Every result that differs from the expectations.
    pub surprises: BTreeSet<Surprise>,
}

impl Results {
    /// Returns the shell command that repeats `case`.
    pub fn again(&self, case: &str) -> String {
        format!("{} --case {case} --verbose", self.command)
    }

    /// Collects the results of `name`.
    pub fn new(name: &str, asked: &[(&Case, Verdict)], known: &Expectations, surprises: &[Surprise]) -> Self {
        let reasons = asked
            .iter()
            .filter_map(|(case, _)| Some((case.id.clone(), known.reason(&case.id)?.to_string())));
        Self {
            name: name.into(),
            command: String::new(),
            verdicts: asked
                .iter()
                .map(|(case, verdict)| (case.id.clone(), verdict.clone()))
                .collect(),
            milliseconds: BTreeMap::new(),
            known: reasons.collect(),
            surprises: surprises.iter().cloned().collect(),
        }
    }
}

impl Document {
    /// Whether all results are at least as good as expected, or exactly as expected if `strict`.
    pub fn is_expected(&self, strict: bool) -> bool {
        let mut surprises = self.testees.iter().flat_map(|testee| &testee.surprises);
        surprises.all(|surprise| surprise.is_better() && !strict)
    }
}
