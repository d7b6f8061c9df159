//! Why reading stopped, and where: offset, path of the field, problem.

use core::fmt;

use super::path::{Path, Step};
use super::problem::Problem;

/// Why reading stopped: the place in the input, the path of the field, and the problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// Start of the field at fault, in bytes from the start of the input.
    pub offset: u64,
    /// Which field it is.
    pub path: Path,
    /// What is wrong.
    pub problem: Problem,
    /// Where it is a window that ends, and not the input: how many bytes from the start of the container the reader wants to see.
    wanted: Option<u64>,
}

impl ReadError {
    /// An error at `offset` bytes from the start of the input, with an empty path.
    pub fn new(offset: u64, problem: Problem) -> Self {
        Self { offset, path: Path::default(), problem, wanted: None }
    }

    /// The window ends at `offset`, with `have` bytes left, before the field does, of `need` bytes; the input goes on. The reader wants
    /// to see `upto` bytes from the start of the container.
    pub(crate) fn window_ends(offset: u64, need: u64, have: u64, upto: u64) -> Self {
        Self { wanted: Some(upto), ..Self::new(offset, Problem::Truncated { need, have }) }
    }

    /// How many bytes the reader wants to see, if only the window has ended.
    pub(crate) fn wanted(&self) -> Option<u64> {
        self.wanted
    }

    /// The same error, seen from outside the field `name`.
    #[must_use]
    pub fn in_field(self, name: &'static str) -> Self {
        Self { path: self.path.within(Step::Field(name)), ..self }
    }

    /// The same error, seen from outside a field of a field, which these lead to from the outside in.
    #[must_use]
    pub fn in_fields(self, names: &[&'static str]) -> Self {
        names.iter().rev().fold(self, |error, name| error.in_field(name))
    }

    /// The same error, seen from outside item `index` of a list.
    #[must_use]
    pub fn at_index(self, index: u64) -> Self {
        Self { path: self.path.within(Step::Index(index)), ..self }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {:#x}", self.offset)?;
        if !self.path.is_empty() {
            write!(f, " ({})", self.path)?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl core::error::Error for ReadError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_reads_from_the_outside_in() {
        let error = ReadError::new(0x38, Problem::OutOfBounds { ofs: 10, len: 300, have: 138 })
            .in_field("len_note")
            .at_index(1)
            .in_field("entries");
        assert_eq!(
            alloc::string::ToString::to_string(&error),
            "at byte 0x38 (entries[1].len_note): runs past the end of the file: expected at most 128 bytes, found 300"
        );
    }
}
