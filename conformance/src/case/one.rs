//! A single case.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::expectation::Expectation;
use super::question::Question;

/// A question, the expected answer, and the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Id: the path of the file without its extension, `/`, and a few words.
    pub id: String,
    /// The fault of a failing implementation, or the purpose of the case, in one or two sentences.
    pub why: String,
    /// Level of obligation.
    pub level: Level,
    /// Tested requirements of `requirements.yaml`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<String>,
    /// Source of an expectation without a requirement: measured releases, or the source code of an implementation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// For a refused case, the accepted case with one difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neighbour: Option<Neighbour>,
    /// For a case that differs from another case only in a number, the importance of this number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<String>,
    /// The question.
    pub ask: Question,
    /// The expected answer.
    pub expect: Expectation,
}

/// Level of obligation of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// A source document requires it.
    Required,
    /// Safety or the users' data require it, without a source document.
    Recommended,
    /// Some or all measured releases behave so. Others may differ.
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

/// An accepted case and the difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Neighbour {
    /// The id of the accepted case.
    pub case: String,
    /// The difference in the refused case.
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
