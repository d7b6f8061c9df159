//! A single case.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::expectation::Expectation;
use super::question::Question;

/// One question, its answer, and why it is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its name: the path of its file without the ending, `/`, and a few words.
    pub id: String,
    /// What goes wrong in an implementation that fails it, or what it shows: one or two sentences.
    pub why: String,
    /// How binding it is.
    pub level: Level,
    /// The requirements of `requirements.yaml` that it is a case of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<String>,
    /// Where the expectation comes from, where that is no requirement: measured releases, or the source of an implementation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// For a case that is refused: the accepted case that it differs from in one way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neighbour: Option<Neighbour>,
    /// For a case that differs from another in one number only: why this number matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<String>,
    /// The question.
    pub ask: Question,
    /// What the answer must be.
    pub expect: Expectation,
}

/// How binding a case is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// A source document says so.
    Required,
    /// No source document says so; safety or the users' data demand it.
    Recommended,
    /// All or some measured releases do so; others need not.
    Observed,
}

impl Level {
    /// All levels, most binding first.
    pub const ALL: [Self; 3] = [Self::Required, Self::Recommended, Self::Observed];

    /// The name of the level.
    pub fn word(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Recommended => "recommended",
            Self::Observed => "observed",
        }
    }
}

/// An accepted case, and what is different.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Neighbour {
    /// The id of the accepted case.
    pub case: String,
    /// What is different in the case that is refused.
    pub differs: String,
}

impl Case {
    /// The group in reports: the id without its last part.
    pub fn group(&self) -> &str {
        self.id.rsplit_once('/').map_or("", |(group, _)| group)
    }

    /// The format: the first part of the id.
    pub fn format(&self) -> &str {
        self.id.split_once('/').map_or(&*self.id, |(format, _)| format)
    }
}
