//! Answers of implementations.

use std::fmt;

use serde_json::Value;

/// An answer of an implementation.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// A value in canonical form, and the contents in it.
    Value {
        /// The value.
        value: Value,
        /// The contents.
        contents: Vec<Vec<u8>>,
    },
    /// The visible part of a value. Missing keys and `null` are not judged.
    Part {
        /// The part.
        value: Value,
        /// The contents.
        contents: Vec<Vec<u8>>,
    },
    /// It accepts the input without an answer.
    Taken,
    /// It refuses with these words.
    Rejected(String),
    /// It lacks the operation or this form, for this reason.
    Skipped(String),
    /// It does not answer as the protocol demands.
    Broken(Breakdown),
}

/// The reason of a missing answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Breakdown {
    /// It crashes: a signal, an exit code or a report of a sanitizer.
    Crash(String),
    /// It misses the time limit.
    Hang,
    /// It exceeds the limit for memory.
    OutOfMemory,
    /// It exceeds the limit for output.
    TooMuchOutput,
    /// It writes these files outside of its outputs.
    WroteElsewhere(Vec<String>),
    /// It reports success without a result.
    Silent,
    /// It breaks the protocol.
    Protocol(String),
}

impl fmt::Display for Breakdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crash(how) => write!(f, "it ended: {how}"),
            Self::Hang => f.write_str("it did not answer in time"),
            Self::OutOfMemory => f.write_str("it used more memory than the limit"),
            Self::TooMuchOutput => f.write_str("it wrote more than the limit"),
            Self::WroteElsewhere(files) => write!(f, "it wrote {}", files.join(", ")),
            Self::Silent => f.write_str("it ended without an answer"),
            Self::Protocol(why) => f.write_str(why),
        }
    }
}

impl Answer {
    /// A value without bytes of contents.
    pub fn value(value: Value) -> Self {
        Self::Value { value, contents: Vec::new() }
    }
}
