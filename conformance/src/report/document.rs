//! A run as one JSON document: every case, and what each implementation made of it.

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
    /// The cases that were asked, in their order.
    pub cases: Vec<Case>,
    /// The implementations that were asked.
    pub testees: Vec<Results>,
}

/// What one implementation made of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// Its name.
    pub name: String,
    /// The verdicts, by the ids of the cases.
    pub verdicts: BTreeMap<String, Verdict>,
    /// The reasons for which cases are known to fail, by their ids.
    pub known: BTreeMap<String, String>,
    /// What is not as the expectations say, for people: a run without any ends with exit code 0.
    pub surprises: BTreeSet<String>,
}

impl Results {
    /// What `name` made of the cases that it was asked.
    pub fn new(name: &str, asked: &[(&Case, Verdict)], known: &Expectations, surprises: &[Surprise]) -> Self {
        let reasons = asked
            .iter()
            .filter_map(|(case, _)| Some((case.id.clone(), known.reason(&case.id)?.to_string())));
        Self {
            name: name.into(),
            verdicts: asked
                .iter()
                .map(|(case, verdict)| (case.id.clone(), verdict.clone()))
                .collect(),
            known: reasons.collect(),
            surprises: surprises.iter().map(ToString::to_string).collect(),
        }
    }
}

impl Document {
    /// Whether everything is as the expectations say.
    pub fn is_expected(&self) -> bool {
        self.testees.iter().all(|testee| testee.surprises.is_empty())
    }

    /// One document of several: of shards, or of several implementations. `all` are all cases in their order. Of a case that was asked
    /// twice, the last verdict counts.
    ///
    /// # Errors
    ///
    /// There is none, or one is of another suite than the first.
    pub fn merged(documents: Vec<Self>, all: &[&Case]) -> Result<Self, String> {
        let mut documents = documents.into_iter();
        let mut merged = documents.next().ok_or("there is nothing to merge")?;
        let mut asked: BTreeSet<String> = merged.cases.iter().map(|case| case.id.clone()).collect();
        for document in documents {
            if document.suite != merged.suite {
                let (one, other) = (merged.suite, document.suite);
                return Err(format!(
                    "a report is of version {other} of the suite, the first of {one}"
                ));
            }
            asked.extend(document.cases.into_iter().map(|case| case.id));
            for results in document.testees {
                match merged.testees.iter_mut().find(|known| known.name == results.name) {
                    Some(known) => {
                        known.verdicts.extend(results.verdicts);
                        known.known.extend(results.known);
                        known.surprises.extend(results.surprises);
                    }
                    None => merged.testees.push(results),
                }
            }
        }
        merged.cases = all
            .iter()
            .filter(|case| asked.contains(&case.id))
            .map(|case| (*case).clone())
            .collect();
        Ok(merged)
    }
}
