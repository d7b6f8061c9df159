//! Why reading stopped, and where: offset, path of the field, problem.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::problem::Problem;

/// Why reading stopped: the place in the input, the path of the field, and the problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// Start of the field at fault, in bytes from the start of the input.
    pub offset: u64,
    /// The steps to the field, innermost first: they are pushed while the error returns.
    steps: Vec<Step>,
    /// What is wrong.
    pub problem: Problem,
}

/// One step of the path of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Field(Cow<'static, str>),
    Index(u64),
}

impl ReadError {
    /// An error at `offset` bytes from the start of the input, with an empty path.
    pub fn new(offset: u64, problem: Problem) -> Self {
        Self { offset, steps: Vec::new(), problem }
    }

    /// The same error, seen from outside the field `name`, which may be a whole path.
    #[must_use]
    pub fn in_field(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.steps.push(Step::Field(name.into()));
        self
    }

    /// The same error, seen from outside item `index` of a list.
    #[must_use]
    pub fn at_index(mut self, index: u64) -> Self {
        self.steps.push(Step::Index(index));
        self
    }

    /// The path of the field, such as `entries[1].len_image`; empty for the input as a whole.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for step in self.steps.iter().rev() {
            match step {
                Step::Field(name) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(name);
                }
                Step::Index(index) => path.push_str(&alloc::format!("[{index}]")),
            }
        }
        path
    }

    /// How many bytes of the container the reader must see, if that is all that is wrong.
    pub fn needs(&self) -> Option<u64> {
        match self.problem {
            Problem::NeedMore { upto } => Some(upto),
            _ => None,
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {:#x}", self.offset)?;
        if !self.steps.is_empty() {
            write!(f, " ({})", self.path())?;
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
            .in_field("len_image")
            .at_index(1)
            .in_field("entries");
        assert_eq!(
            alloc::string::ToString::to_string(&error),
            "at byte 0x38 (entries[1].len_image): runs past the end of the file: expected at most 128 bytes, found 300"
        );
    }
}
