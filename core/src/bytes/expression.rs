//! Arithmetic on numbers of untrusted input: an overflow is a value, and then an error, never a wrong number.

/// The result of a sum, difference or product, or on which side it lies outside of what 64 bits hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checked(Result<u64, Outside>);

/// Where a number lies that 64 bits do not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    /// Below 0.
    Below,
    /// Above 2^64 - 1.
    Above,
}

impl From<u64> for Checked {
    fn from(number: u64) -> Self {
        Self(Ok(number))
    }
}

/// A number that is not known spoils the result as one that is too large.
impl From<Option<u64>> for Checked {
    fn from(number: Option<u64>) -> Self {
        Self(number.ok_or(Outside::Above))
    }
}

impl Checked {
    /// The sum.
    #[must_use]
    pub fn plus(self, other: impl Into<Self>) -> Self {
        self.with(other.into(), u64::checked_add, Outside::Above)
    }

    /// The difference.
    #[must_use]
    pub fn minus(self, other: impl Into<Self>) -> Self {
        self.with(other.into(), u64::checked_sub, Outside::Below)
    }

    /// The product.
    #[must_use]
    pub fn times(self, other: impl Into<Self>) -> Self {
        self.with(other.into(), u64::checked_mul, Outside::Above)
    }

    /// The number, if there is one.
    pub fn get(self) -> Option<u64> {
        self.0.ok()
    }

    /// The number.
    ///
    /// # Errors
    ///
    /// Where it lies that there is none.
    pub fn number(self) -> Result<u64, Outside> {
        self.0
    }

    fn with(self, other: Self, operation: fn(u64, u64) -> Option<u64>, outside: Outside) -> Self {
        match (self.0, other.0) {
            (Ok(a), Ok(b)) => Self(operation(a, b).ok_or(outside)),
            (Err(outside), _) | (_, Err(outside)) => Self(Err(outside)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overflow_anywhere_spoils_the_result() {
        assert_eq!(Checked::from(2).plus(3).times(4).minus(20).get(), Some(0));
        assert_eq!(Checked::from(2).minus(3).plus(4).get(), None);
        assert_eq!(Checked::from(u64::MAX).plus(Checked::from(1).times(1)).get(), None);
        assert_eq!(Checked::from(2).minus(3).plus(4).number(), Err(Outside::Below));
        assert_eq!(
            Checked::from(1).plus(Checked::from(2).times(u64::MAX)).number(),
            Err(Outside::Above)
        );
    }
}
