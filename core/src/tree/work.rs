//! The work limit of a file. Work is counted in advance, so that a small file cannot cause much.

use crate::budget::Budget;
use crate::error::Problem;

/// Per field, operand, or line of output.
const STEP: u64 = 16;
/// Nesting of records, instances and operands.
const DEPTH: u64 = 96;

#[derive(Debug)]
pub(super) struct Work {
    budget: Budget,
    depth: u64,
}

impl Work {
    pub(super) fn new(len: u64) -> Self {
        Self { budget: Budget::tree(len), depth: 0 }
    }

    pub(super) fn take(&mut self, len: u64) -> Result<(), Problem> {
        self.budget
            .take("the fields and computed values", len.saturating_add(STEP))
    }

    /// A line includes the path of its field.
    pub(super) fn take_line(&mut self, len: u64) -> Result<(), Problem> {
        self.take(self.depth.saturating_mul(STEP).saturating_add(len))
    }

    pub(super) fn enter(&mut self) -> Result<(), Problem> {
        if self.depth >= DEPTH {
            return Err(Problem::TooDeep { limit: DEPTH });
        }
        self.take(0)?;
        self.depth = self.depth.saturating_add(1);
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// In bytes.
    pub(super) fn room(&self) -> u64 {
        self.budget.remaining().saturating_sub(STEP)
    }
}

pub(super) fn size<T>(count: usize) -> u64 {
    u64::try_from(size_of::<T>().saturating_mul(count)).unwrap_or(u64::MAX)
}
