//! The error of a reader.

use alloc::boxed::Box;
use core::fmt;
use core::ops::{Deref, DerefMut};

use super::path::{Path, Step};
use super::problem::Problem;

/// The error of a reader: the offset in the input, the path of the field, and the problem.
///
/// It is the size of a pointer, because many parts store a value or an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError(Box<Fault>);

/// The content of a [`ReadError`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The start of the field, in bytes from the start of the input.
    pub offset: u64,
    /// The path of the field.
    pub path: Path,
    /// The problem.
    pub problem: Problem,
    /// Bytes from the start of the container, if the window was too short.
    wanted: Option<u64>,
}

impl ReadError {
    /// Creates an error at `offset` bytes from the start of the input, with an empty path.
    pub fn new(offset: u64, problem: Problem) -> Self {
        Self(Box::new(Fault { offset, path: Path::default(), problem, wanted: None }))
    }

    /// `have` of the `need` bytes at `offset` remain; the reader needs the first `upto` bytes of the container.
    pub(crate) fn window_ends(offset: u64, need: u64, have: u64, upto: u64) -> Self {
        let mut error = Self::new(offset, Problem::Truncated { need, have });
        error.0.wanted = Some(upto);
        error
    }

    pub(crate) fn wanted_len(&self) -> Option<u64> {
        self.wanted
    }

    /// Prepends the field `name` to the path.
    #[must_use]
    #[cold]
    pub fn in_field(self, name: &'static str) -> Self {
        self.within(Step::Field(name))
    }

    /// Prepends nested fields, from the outside in.
    #[must_use]
    pub fn in_fields(self, names: &[&'static str]) -> Self {
        names.iter().rev().fold(self, |error, name| error.in_field(name))
    }

    /// Prepends item `index` of a list to the path.
    #[must_use]
    #[cold]
    pub fn at_index(self, index: u64) -> Self {
        self.within(Step::Index(index))
    }

    #[must_use]
    pub(crate) fn under(self, path: &Path) -> Self {
        path.steps().iter().rev().fold(self, |error, step| error.within(*step))
    }

    fn within(mut self, step: Step) -> Self {
        self.0.path = core::mem::take(&mut self.0.path).within(step);
        self
    }
}

impl Deref for ReadError {
    type Target = Fault;

    fn deref(&self) -> &Fault {
        &self.0
    }
}

impl DerefMut for ReadError {
    fn deref_mut(&mut self) -> &mut Fault {
        &mut self.0
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
    fn error_path_displays_outermost_step_first() {
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
