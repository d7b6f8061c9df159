//! How much work a file may cause: every step is counted, so that a small file cannot cause much.

use crate::error::Problem;

/// How many steps each byte of the file allows, on an average.
const STEPS: u64 = 64;
/// How many steps are allowed whatever the length of the file.
const LEAST: u64 = 1 << 16;
/// How many records, instances and operands may be inside of each other.
const DEPTH: usize = 96;

/// What is left of the work that a file may cause: fields, operands, and bytes that are made or looked for.
#[derive(Debug)]
pub(super) struct Work {
    most: u64,
    left: u64,
    depth: usize,
}

impl Work {
    /// What a file of `len` bytes may cause.
    pub(super) fn of(len: u64) -> Self {
        Self::at_most(len, u64::MAX)
    }

    /// The same, and at most so many steps.
    pub(super) fn at_most(len: u64, limit: u64) -> Self {
        let most = len.saturating_mul(STEPS).saturating_add(LEAST).min(limit);
        Self { most, left: most, depth: 0 }
    }

    /// Takes so many steps.
    pub(super) fn take(&mut self, steps: u64) -> Result<(), Problem> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                let what = "the fields and computed values";
                Err(Problem::OverBudget { what, limit: self.most })
            }
        }
    }

    /// Takes what looking at `len` bytes costs.
    pub(super) fn take_look(&mut self, len: u64) -> Result<(), Problem> {
        self.take((len >> 3).saturating_add(1))
    }

    /// Goes into a record, an instance or an operand.
    pub(super) fn enter(&mut self) -> Result<(), Problem> {
        if self.depth >= DEPTH {
            let expected = alloc::format!("at most {DEPTH} records and computed values inside of each other");
            return Err(Problem::Unexpected { found: "more".into(), expected });
        }
        self.depth = self.depth.saturating_add(1);
        self.take(1)
    }

    /// Comes out of it.
    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// How deep it is in.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Comes out of all that was gone into since it was so deep in.
    pub(super) fn restore(&mut self, depth: usize) {
        self.depth = depth;
    }

    /// How many bytes may be made.
    pub(super) fn room(&self) -> u64 {
        self.left
    }
}
