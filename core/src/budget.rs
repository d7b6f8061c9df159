//! What the parts that a file declares may cost together.

use crate::error::Problem;

/// How many times its own length the parts of a file may cost together, where they share bytes. What tools write stays far below: names
/// that share their ends are a few times as long as the table that holds them.
const SHARED: u64 = 16;
/// What a part costs beside the bytes that it names: what is held of it, and what is shown.
const PART: u64 = 256;
/// What a byte of a record costs: its fields are held and shown one by one.
const RECORD: u64 = 8;
/// How many times its own length a file may cost that is read whole, down to records of a single byte, of which each is held with all its
/// fields.
const TREE: u64 = 1 << 10;
/// What such a file may cost however short it is.
const TREE_LEAST: u64 = 1 << 20;
/// In how many places the name of a part is held or shown: in the part, in what lies in it, and in what is said of it.
const NAMED: u64 = 4;

/// What the parts that a file declares may cost together: bytes that are looked at, held or written for them.
///
/// A small file can declare very many parts over the same bytes. Everything that walks over declared parts takes what each of them costs
/// from a budget that is in proportion to the file, so that work, memory and output are too.
///
/// ```
/// use offload_bundle_core::budget::Budget;
///
/// let mut budget = Budget::shared(10);
/// assert!(budget.take("the names", 160).is_ok());
/// let problem = budget.take("the names", 1).unwrap_err();
/// assert!(problem.to_string().starts_with("the names take more than 160 bytes together"), "{problem}");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    most: u64,
    taken: u64,
}

impl Budget {
    /// For parts that may share bytes, of a file of `len` bytes.
    pub const fn shared(len: u64) -> Self {
        Self { most: len.saturating_mul(SHARED), taken: 0 }
    }

    /// For parts each of which has bytes of its own, of a file of `len` bytes.
    pub const fn own(len: u64) -> Self {
        Self { most: len, taken: 0 }
    }

    /// For a file of `len` bytes that is read whole, whatever its schema makes of it.
    pub const fn tree(len: u64) -> Self {
        Self { most: len.saturating_mul(TREE).saturating_add(TREE_LEAST), taken: 0 }
    }

    /// The same, or `most` bytes where it is more.
    #[must_use]
    pub const fn at_most(self, most: u64) -> Self {
        Self { most: if self.most < most { self.most } else { most }, ..self }
    }

    /// How many bytes can be taken yet.
    pub const fn remaining(&self) -> u64 {
        self.most.saturating_sub(self.taken)
    }

    /// Takes `cost` bytes for one of `what`.
    ///
    /// # Errors
    ///
    /// [`Problem::OverBudget`] where there are too few left. Nothing is taken then.
    pub fn take(&mut self, what: &'static str, cost: u64) -> Result<(), Problem> {
        let taken = self.taken.saturating_add(cost);
        if taken > self.most {
            return Err(Problem::OverBudget { what, limit: self.most });
        }
        self.taken = taken;
        Ok(())
    }

    /// Takes what a record of `len` bytes costs, of which each field is shown.
    ///
    /// # Errors
    ///
    /// Those of [`Budget::take`].
    pub fn take_record(&mut self, what: &'static str, len: u64) -> Result<(), Problem> {
        self.take(what, len.saturating_mul(RECORD))
    }

    /// Takes what a part costs that is held and shown under a name of `len` bytes.
    ///
    /// # Errors
    ///
    /// Those of [`Budget::take`].
    pub fn take_part(&mut self, what: &'static str, len: u64) -> Result<(), Problem> {
        self.take(what, len.saturating_mul(NAMED).saturating_add(PART))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cost_a_few_times_the_file_at_most() {
        let mut budget = Budget::shared(10);
        assert_eq!(budget.take("the texts", 150), Ok(()));
        let over = Err(Problem::OverBudget { what: "the names", limit: 160 });
        assert_eq!(budget.take("the names", 11), over);
        assert_eq!(budget.take("the names", u64::MAX), over);
        assert_eq!(budget.take("the texts", 10), Ok(()));
    }

    #[test]
    fn parts_with_bytes_of_their_own_are_no_longer_than_the_file() {
        let mut budget = Budget::own(10);
        assert_eq!(budget.take("the groups", 10), Ok(()));
        assert!(budget.take("the groups", 1).is_err());
    }

    #[test]
    fn many_parts_cost_something_even_without_names() {
        let mut budget = Budget::shared(1 << 10);
        let parts = (0..1000).take_while(|_| budget.take_part("the sections", 0).is_ok());
        assert_eq!(parts.count(), 64);
        let mut budget = Budget::shared(1 << 10);
        let parts = (0..1000).take_while(|_| budget.take_part("the sections", 64).is_ok());
        assert_eq!(parts.count(), 32);
        let mut budget = Budget::shared(24);
        let records = (0..1000).take_while(|_| budget.take_record("the records", 24).is_ok());
        assert_eq!(records.count(), 2);
    }
}
