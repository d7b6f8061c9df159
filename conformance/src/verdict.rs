//! How an implementation did on one case: right, wrong in one of some ways, or not judged.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How it is said that something was refused that must be taken.
const REFUSAL: &str = "expected an answer, found a refusal: ";

/// How it is said that something was taken, as it must be.
const TAKING: &str = "it takes it, as it must, and says no more";

/// How an implementation did on one case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "verdict", content = "because")]
pub enum Verdict {
    /// The answer is right.
    Pass,
    /// The answer is wrong: what was expected, and what was found.
    Fail(String),
    /// It gave out bytes that are not in its input, and others when it was asked again: memory that it had not written.
    Leak(String),
    /// It gave out zeros that are not in its input, in the place of bytes that are not there.
    ZeroFilled(String),
    /// It refused, which is right here, and does not take the like that is sound either: that shows nothing. Or it took something, which is
    /// right, and says no more.
    Inconclusive(String),
    /// It said that it had done it, and had done nothing; or took in silence what it must refuse.
    Silent(String),
    /// It crashed.
    Crash(String),
    /// It did not end in time.
    Hang(String),
    /// It used more memory, or wrote more, than it may.
    Exhausted(String),
    /// It wrote outside of its outputs.
    Escape(String),
    /// It could not be asked as it should be.
    Broken(String),
    /// It does not have the operation.
    Skipped(String),
}

impl Verdict {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail(_) => "fail",
            Self::Leak(_) => "leak",
            Self::ZeroFilled(_) => "zero-filled",
            Self::Inconclusive(_) => "inconclusive",
            Self::Silent(_) => "silent",
            Self::Crash(_) => "crash",
            Self::Hang(_) => "hang",
            Self::Exhausted(_) => "exhausted",
            Self::Escape(_) => "escape",
            Self::Broken(_) => "broken",
            Self::Skipped(_) => "skipped",
        }
    }

    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        matches!(self, Self::Pass) || !self.is_judged()
    }

    /// Whether the answer tells something of the implementation.
    pub fn is_judged(&self) -> bool {
        !matches!(self, Self::Skipped(_) | Self::Inconclusive(_))
    }

    /// It took what is sound, and says no more.
    pub fn taking() -> Self {
        Self::Inconclusive(TAKING.into())
    }

    /// Whether it is [`taking`](Self::taking).
    pub fn is_taking(&self) -> bool {
        matches!(self, Self::Inconclusive(why) if why == TAKING)
    }

    /// It refused with these words what it must take.
    pub fn refusal(why: &str) -> Self {
        Self::Fail(format!("{REFUSAL}{why}"))
    }

    /// Whether it is [`refusal`](Self::refusal).
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Fail(why) if why.starts_with(REFUSAL))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("it is right"),
            Self::Fail(why)
            | Self::Leak(why)
            | Self::ZeroFilled(why)
            | Self::Inconclusive(why)
            | Self::Silent(why)
            | Self::Crash(why)
            | Self::Hang(why)
            | Self::Exhausted(why)
            | Self::Escape(why)
            | Self::Broken(why)
            | Self::Skipped(why) => f.write_str(why),
        }
    }
}
