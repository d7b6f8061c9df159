//! Verdicts.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Start of an unexpected refusal.
const REFUSAL: &str = "expected an answer, found a refusal: ";

const TAKING: &str = "it accepts the file without an answer";

/// The result of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "verdict", content = "because")]
pub enum Verdict {
    /// The answer is right.
    Pass,
    /// The answer is wrong: the expected and the found value.
    Fail(String),
    /// The answer contains bytes that are not in the input and that change when the question is repeated: uninitialised
    /// memory.
    Leak(String),
    /// The answer contains zeros instead of missing bytes.
    ZeroFilled(String),
    /// The tool correctly refuses the file but also refuses the accepted neighbour, or it accepts a file without an
    /// answer.
    Inconclusive(String),
    /// The tool reports success without a result, or silently accepts a file that it must refuse.
    Silent(String),
    /// The tool crashes.
    Crash(String),
    /// The tool misses the time limit.
    Hang(String),
    /// The tool exceeds the limit for memory or output.
    Exhausted(String),
    /// The tool writes outside of its outputs.
    Escape(String),
    /// The answer does not follow the protocol.
    Broken(String),
    /// The tool lacks the operation.
    Skipped(String),
}

impl Verdict {
    /// Name in reports and expectations.
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

    /// Whether the case found no fault.
    pub fn is_sound(&self) -> bool {
        matches!(self, Self::Pass) || !self.is_judged()
    }

    /// Whether the result is conclusive.
    pub fn is_judged(&self) -> bool {
        !matches!(self, Self::Skipped(_) | Self::Inconclusive(_))
    }

    /// The tool accepts a good file without an answer.
    pub fn taking() -> Self {
        Self::Inconclusive(TAKING.into())
    }

    /// Whether the verdict is [`taking`](Self::taking).
    pub fn is_taking(&self) -> bool {
        matches!(self, Self::Inconclusive(why) if why == TAKING)
    }

    /// The tool refuses a good file with this message.
    pub fn refusal(why: &str) -> Self {
        Self::Fail(format!("{REFUSAL}{why}"))
    }

    /// Whether the verdict is [`refusal`](Self::refusal).
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
