//! Why a value cannot be written: the path of its field and the problem.

use alloc::string::String;
use core::fmt;

use super::path::{Path, Step};

/// Why a value cannot be written: the path of the field and the problem. Nothing has been written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteError {
    /// The field at fault, such as `entries[1].id`.
    pub path: Path,
    /// What is wrong.
    pub problem: WriteProblem,
}

/// Where a number is that does not fit 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    /// Below 0.
    Below,
    /// Above 2^64 - 1, or unknown.
    Above,
}

/// What is wrong with a value to write.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteProblem {
    /// A computed number does not fit its field.
    #[error("expected at most {max} (the width of its field), found {found}")]
    TooLarge {
        /// The number.
        found: u64,
        /// The largest number that fits.
        max: u64,
    },
    /// A number is outside the range that the format allows.
    #[error("expected {min} to {max}, found {found}")]
    OutOfRange {
        /// The number.
        found: u64,
        /// The smallest number allowed.
        min: u64,
        /// The largest number allowed.
        max: u64,
    },
    /// The value could not be read back.
    #[error("could not be read back: {why}")]
    Unreadable {
        /// The reason.
        why: String,
    },
    /// Files of the format can be read, but not written.
    #[error("a {title} is read, and not written")]
    ReadOnly {
        /// The title of the format, for people.
        title: &'static str,
    },
    /// The file would be longer than 2^64 - 1 bytes.
    #[error("the file would be longer than 2^64 - 1 bytes")]
    Overflow,
    /// A computed number would be below 0 or above 2^64 - 1.
    #[error("expected `{expression}` {}", beyond(*outside))]
    NoResult {
        /// The expression.
        expression: &'static str,
        /// Whether the result is below or above the range.
        outside: Outside,
    },
}

impl WriteError {
    /// Creates an error in the field `path`.
    pub fn new(path: impl Into<Path>, problem: WriteProblem) -> Self {
        Self { path: path.into(), problem }
    }

    /// Creates the error that `found` at `path` is none of the `known` values.
    pub fn unknown(path: impl Into<Path>, found: u64, known: &str) -> Self {
        let why = alloc::format!("expected one of {known}, found {found}");
        Self::new(path, WriteProblem::Unreadable { why })
    }

    /// Creates the error that the format called `title` can be read, but not written.
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

/// Returns the bound that a number violates, in words.
fn beyond(outside: Outside) -> &'static str {
    match outside {
        Outside::Below => "of at least 0, found less: what is measured is too short",
        Outside::Above => "of at most 2^64 - 1, found more",
    }
}
