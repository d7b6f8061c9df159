//! Checked arithmetic on untrusted numbers.

use crate::error::Outside;

/// A sum or difference. Intermediate results may exceed 64 bits; the final result becomes an error if it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checked(Option<i128>);

impl From<u64> for Checked {
    fn from(number: u64) -> Self {
        Self(Some(i128::from(number)))
    }
}

impl From<Option<u64>> for Checked {
    fn from(number: Option<u64>) -> Self {
        Self(number.map(i128::from))
    }
}

impl Checked {
    /// Returns the sum.
    #[must_use]
    pub fn plus(self, other: impl Into<Self>) -> Self {
        self.with(other.into(), i128::checked_add)
    }

    /// Returns the difference.
    #[must_use]
    pub fn minus(self, other: impl Into<Self>) -> Self {
        self.with(other.into(), i128::checked_sub)
    }

    /// Returns the number, or `None` if it does not fit 64 bits.
    pub fn get(self) -> Option<u64> {
        self.number().ok()
    }

    /// Returns the number.
    ///
    /// # Errors
    ///
    /// Returns the violated bound if the number does not fit 64 bits.
    pub fn number(self) -> Result<u64, Outside> {
        match self.0 {
            Some(number) if number < 0 => Err(Outside::Below),
            Some(number) => u64::try_from(number).map_err(|_| Outside::Above),
            None => Err(Outside::Above),
        }
    }

    fn with(self, other: Self, operation: fn(i128, i128) -> Option<i128>) -> Self {
        Self(self.0.zip(other.0).and_then(|(a, b)| operation(a, b)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intermediate_results_may_exceed_64_bits() {
        assert_eq!(Checked::from(2).plus(3).minus(5).get(), Some(0));
        assert_eq!(Checked::from(2).minus(3).plus(4).get(), Some(3));
        assert_eq!(
            Checked::from(u64::MAX).plus(Checked::from(1)).minus(1).get(),
            Some(u64::MAX)
        );
        assert_eq!(Checked::from(2).minus(3).number(), Err(Outside::Below));
        assert_eq!(Checked::from(u64::MAX).plus(1).number(), Err(Outside::Above));
        assert_eq!(Checked::from(None).plus(1).get(), None);
    }
}
