//! Verdicts.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The reason of a verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Because {
    /// The reason, as a text.
    pub because: String,
    /// Whether the program accepted the file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub accepted: bool,
}

impl<T: Into<String>> From<T> for Because {
    fn from(text: T) -> Self {
        Self { because: text.into(), accepted: false }
    }
}

/// The result of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "verdict")]
pub enum Verdict {
    /// The answer is right.
    Pass,
    /// The answer is wrong: the expected and the found value.
    Fail(Because),
    /// The answer contains bytes that are not in the input and that change when the question is repeated: uninitialised
    /// memory.
    Leak(Because),
    /// The answer contains zeros instead of missing bytes.
    ZeroFilled(Because),
    /// The tool correctly refuses the file but also refuses the accepted neighbour, or it accepts a file without an
    /// answer.
    Inconclusive(Because),
    /// The tool reports success without a result, or silently accepts a file that it must refuse.
    Silent(Because),
    /// The tool crashes.
    Crash(Because),
    /// The tool misses the time limit.
    Hang(Because),
    /// The tool exceeds the limit for memory or output.
    Exhausted(Because),
    /// The tool writes outside of its outputs.
    Escape(Because),
    /// The answer does not follow the protocol.
    Broken(Because),
    /// The tool lacks the operation.
    Skipped(Because),
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
        Self::Inconclusive(Because { accepted: true, ..Because::from("it accepts the file without an answer") })
    }

    /// A wrong answer, for this reason: the tool accepts the file.
    pub fn wrong(why: String) -> Self {
        Self::Fail(Because { because: why, accepted: true })
    }

    /// Whether the tool accepts the file although the answer is not right.
    pub fn is_accepting(&self) -> bool {
        match self {
            Self::Leak(_) => true,
            Self::Fail(why) | Self::Inconclusive(why) => why.accepted,
            _ => false,
        }
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
            | Self::Skipped(why) => f.write_str(&why.because),
        }
    }
}
