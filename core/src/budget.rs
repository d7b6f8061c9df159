//! A cost limit for the parts that a file declares.

use crate::error::Problem;

/// For parts that share bytes, as a multiple of the file length. Names with common tails are a few times as long as the string table.
const SHARED: u64 = 16;
/// Per part, for memory and output.
const PART: u64 = 256;
/// Per byte of a record: each field is stored and shown.
const RECORD: u64 = 8;
/// For a file that is read whole, as a multiple of its length.
const TREE: u64 = 1 << 10;
/// The minimum for such a file.
const TREE_LEAST: u64 = 1 << 20;
/// Copies of a part's name: in the part, in its contents, and in messages.
const NAMED: u64 = 4;

/// A cost limit for the parts that a file declares, in bytes read, stored or written.
///
/// A small file can declare very many parts over the same bytes. Code that visits declared parts takes the cost of each
/// from a budget in proportion to the file, so that time, memory and output stay linear.
///
/// ```
/// use offload_bundle_core::budget::Budget;
///
/// let mut budget = Budget::shared(10);
/// assert!(budget.take("the names", 160).is_ok());
/// let problem = budget.take("the names", 1).unwrap_err();
/// assert!(problem.to_string().starts_with("the names overlap so much that they take more than 160 bytes together"), "{problem}");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    most: u64,
    taken: u64,
}

impl Budget {
    /// Creates the budget for a file of `len` bytes with parts that may share bytes.
    pub const fn shared(len: u64) -> Self {
        Self { most: len.saturating_mul(SHARED), taken: 0 }
    }

    /// Creates the budget for a file of `len` bytes with parts that do not share bytes.
    pub const fn own(len: u64) -> Self {
        Self { most: len, taken: 0 }
    }

    /// Creates the budget for a file of `len` bytes that is read whole.
    pub const fn tree(len: u64) -> Self {
        Self { most: len.saturating_mul(TREE).saturating_add(TREE_LEAST), taken: 0 }
    }

    /// Returns the remaining bytes.
    pub const fn remaining(&self) -> u64 {
        self.most.saturating_sub(self.taken)
    }

    /// Takes `cost` bytes; errors call the parts `what`.
    ///
    /// # Errors
    ///
    /// Returns [`Problem::OverBudget`] if too few bytes remain, and takes no bytes then.
    pub fn take(&mut self, what: &'static str, cost: u64) -> Result<(), Problem> {
        let taken = self.taken.saturating_add(cost);
        if taken > self.most {
            return Err(Problem::OverBudget { what, limit: self.most });
        }
        self.taken = taken;
        Ok(())
    }

    /// Returns the cost of a record of `len` bytes with all its fields.
    pub const fn of_record(len: u64) -> u64 {
        len.saturating_mul(RECORD)
    }

    /// Takes the cost of a part with a name of `len` bytes.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Budget::take`] does.
    pub fn take_part(&mut self, what: &'static str, len: u64) -> Result<(), Problem> {
        self.take(what, len.saturating_mul(NAMED).saturating_add(PART))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_parts_over_budget_are_refused() {
        let mut budget = Budget::shared(10);
        assert_eq!(budget.take("the texts", 150), Ok(()));
        let over = Err(Problem::OverBudget { what: "the names", limit: 160 });
        assert_eq!(budget.take("the names", 11), over);
        assert_eq!(budget.take("the names", u64::MAX), over);
        assert_eq!(budget.take("the texts", 10), Ok(()));
    }

    #[test]
    fn own_parts_over_file_length_are_refused() {
        let mut budget = Budget::own(10);
        assert_eq!(budget.take("the groups", 10), Ok(()));
        assert!(budget.take("the groups", 1).is_err());
    }

    #[test]
    fn unnamed_parts_have_a_cost() {
        let mut budget = Budget::shared(1 << 10);
        let parts = (0..1000).take_while(|_| budget.take_part("the sections", 0).is_ok());
        assert_eq!(parts.count(), 64);
        let mut budget = Budget::shared(1 << 10);
        let parts = (0..1000).take_while(|_| budget.take_part("the sections", 64).is_ok());
        assert_eq!(parts.count(), 32);
        let mut budget = Budget::shared(24);
        let records = (0..1000).take_while(|_| budget.take("the records", Budget::of_record(24)).is_ok());
        assert_eq!(records.count(), 2);
    }
}
