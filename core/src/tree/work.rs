//! How much work a file may cause, and how much may be kept of it: all is counted before it is done, so that a small file cannot cause much.

use crate::budget::Budget;
use crate::error::Problem;

/// What a step costs: a field, an operand, a line that is shown.
const STEP: u64 = 16;
/// How many records, instances and operands may be inside of each other.
const DEPTH: u64 = 96;

/// What is left of the work that a file may cause, in bytes that are looked at, made, kept or shown.
#[derive(Debug)]
pub(super) struct Work {
    budget: Budget,
    depth: u64,
}

impl Work {
    /// What a file of `len` bytes may cause.
    pub(super) fn new(len: u64) -> Self {
        Self { budget: Budget::tree(len), depth: 0 }
    }

    /// Takes what looking at `len` bytes costs, or making so many.
    pub(super) fn take(&mut self, len: u64) -> Result<(), Problem> {
        self.budget
            .take("the fields and computed values", len.saturating_add(STEP))
    }

    /// Takes what a line costs that shows `len` bytes behind the path of the field.
    pub(super) fn take_line(&mut self, len: u64) -> Result<(), Problem> {
        self.take(self.depth.saturating_mul(STEP).saturating_add(len))
    }

    /// Goes into a record, an instance or an operand.
    pub(super) fn enter(&mut self) -> Result<(), Problem> {
        if self.depth >= DEPTH {
            return Err(Problem::TooDeep { limit: DEPTH });
        }
        self.take(0)?;
        self.depth = self.depth.saturating_add(1);
        Ok(())
    }

    /// Comes out of it.
    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// How many bytes may be made.
    pub(super) fn room(&self) -> u64 {
        self.budget.remaining().saturating_sub(STEP)
    }
}

/// How many bytes `count` of these take.
pub(super) fn size<T>(count: usize) -> u64 {
    u64::try_from(size_of::<T>().saturating_mul(count)).unwrap_or(u64::MAX)
}
