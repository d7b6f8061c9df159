//! What comes back from an implementation.

use std::fmt;

use serde_json::Value;

/// What comes back from an implementation.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// A value in canonical form, and the contents that it speaks of where the implementation gave their bytes.
    Value {
        /// The value.
        value: Value,
        /// The contents.
        contents: Vec<Vec<u8>>,
    },
    /// What can be seen of a value from outside, as of a tool that writes contents without saying which is which. What is missing, and
    /// `null`, is not judged.
    Part {
        /// The part.
        value: Value,
        /// The contents.
        contents: Vec<Vec<u8>>,
    },
    /// It took what it was given, and says no more.
    Taken,
    /// It refused, with these words.
    Rejected(String),
    /// It does not have the operation, or not this form of it, for this reason.
    Skipped(String),
    /// It did not answer as an implementation should.
    Broken(Breakdown),
}

/// What an implementation did instead of answering.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Breakdown {
    /// It crashed: how it ended.
    Crash(String),
    /// It did not end within the time that it had.
    Hang,
    /// It ran out of the memory that it may use.
    OutOfMemory,
    /// It wrote more than it may.
    TooMuchOutput,
    /// It wrote these files outside of its outputs.
    WroteElsewhere(Vec<String>),
    /// It said that it had done it, and had done nothing.
    Silent,
    /// It broke the protocol.
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
    /// A value, without bytes of its contents.
    pub fn value(value: Value) -> Self {
        Self::Value { value, contents: Vec::new() }
    }
}
