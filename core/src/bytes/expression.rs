//! Arithmetic on numbers of untrusted input: an overflow is a value, and then an error, never a wrong number.

/// The result of a sum, difference or product; nothing where it is below 0 or above 2^64 - 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checked(Option<u64>);

impl From<u64> for Checked {
    fn from(number: u64) -> Self {
        Self(Some(number))
    }
}

impl From<Option<u64>> for Checked {
    fn from(number: Option<u64>) -> Self {
        Self(number)
    }
}

impl Checked {
    /// The sum.
    #[must_use]
    pub fn plus(self, other: impl Into<Self>) -> Self {
        self.with(other.into(), u64::checked_add)
    }

    /// The difference.
    #[must_use]
    pub fn minus(self, other: impl Into<Self>) -> Self {
        self.with(other.into(), u64::checked_sub)
    }

    /// The product.
    #[must_use]
    pub fn times(self, other: impl Into<Self>) -> Self {
        self.with(other.into(), u64::checked_mul)
    }

    /// The number, if there is one.
    pub fn get(self) -> Option<u64> {
        self.0
    }

    /// The number; the largest where there is none.
    pub fn saturated(self) -> u64 {
        self.0.unwrap_or(u64::MAX)
    }

    fn with(self, other: Self, operation: fn(u64, u64) -> Option<u64>) -> Self {
        match (self.0, other.0) {
            (Some(a), Some(b)) => Self(operation(a, b)),
            _ => Self(None),
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
    }
}
