//! The error of a writer.

use alloc::string::String;
use core::fmt;

use super::path::{Path, Step};

/// The error of a writer: the path of the field and the problem. It occurs before any byte is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteError {
    /// The field, such as `entries[1].id`.
    pub path: Path,
    /// The problem.
    pub problem: WriteProblem,
}

/// The violated bound of a 64-bit number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    /// Below 0.
    Below,
    /// Above 2^64 - 1, or unknown.
    Above,
}

/// The problem of a value to write.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteProblem {
    /// A computed number does not fit its field.
    #[error("{found} does not fit its field, which takes at most {max}")]
    TooLarge {
        /// The number.
        found: u64,
        /// The largest number that fits.
        max: u64,
    },
    /// A number is outside of the allowed range.
    #[error("expected {min} to {max}, found {found}")]
    OutOfRange {
        /// The number.
        found: u64,
        /// The smallest allowed number.
        min: u64,
        /// The largest allowed number.
        max: u64,
    },
    /// The value could not be read back.
    #[error("could not be read back: {why}")]
    Unreadable {
        /// The reason.
        why: String,
    },
    /// Files of the format can be read, but not written.
    #[error("a {title} can be read, but not written")]
    ReadOnly {
        /// The title of the format.
        title: &'static str,
    },
    /// The file would be longer than 2^64 - 1 bytes.
    #[error("the file would be longer than 2^64 - 1 bytes")]
    Overflow,
    /// A computed number would be below 0 or above 2^64 - 1.
    #[error("`{expression}` is {}", beyond(*outside))]
    NoResult {
        /// The expression.
        expression: &'static str,
        /// The violated bound.
        outside: Outside,
    },
}

impl WriteError {
    /// Creates an error in the field `path`.
    pub fn new(path: impl Into<Path>, problem: WriteProblem) -> Self {
        Self { path: path.into(), problem }
    }

    /// Creates the error that `found` at `path` is not in `known`.
    pub fn unknown(path: impl Into<Path>, found: u64, known: &str) -> Self {
        let why = alloc::format!("expected one of {known}, found {found}");
        Self::new(path, WriteProblem::Unreadable { why })
    }

    /// Creates the error that the format called `title` is read-only.
    pub fn read_only(title: &'static str) -> Self {
        Self::new(Path::default(), WriteProblem::ReadOnly { title })
    }

    /// Prepends `step` to the path.
    #[must_use]
    pub fn within(self, step: Step) -> Self {
        Self { path: self.path.within(step), ..self }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            write!(f, "{}", self.problem)
        } else {
            write!(f, "{}: {}", self.path, self.problem)
        }
    }
}

impl core::error::Error for WriteError {}

fn beyond(outside: Outside) -> &'static str {
    match outside {
        Outside::Below => "below 0: the content is too short",
        Outside::Above => "above 2^64 - 1",
    }
}
