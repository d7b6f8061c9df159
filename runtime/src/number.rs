//! Whole numbers as files hold them: how wide, in which byte order, where they stand, and what may stand in them.

use crate::bytes::Bytes;
use crate::error::{Problem, ReadError};

/// Width and byte order of a number without sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// One byte.
    U8,
    /// Two bytes, the least significant first.
    U16Le,
    /// Two bytes, the most significant first.
    U16Be,
    /// Four bytes, the least significant first.
    U32Le,
    /// Four bytes, the most significant first.
    U32Be,
    /// Eight bytes, the least significant first.
    U64Le,
    /// Eight bytes, the most significant first.
    U64Be,
}

impl Width {
    /// Number of bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(self) -> u64 {
        match self {
            Self::U8 => 1,
            Self::U16Le | Self::U16Be => 2,
            Self::U32Le | Self::U32Be => 4,
            Self::U64Le | Self::U64Be => 8,
        }
    }

    /// The largest number that fits.
    pub fn max(self) -> u64 {
        match self {
            Self::U8 => u64::from(u8::MAX),
            Self::U16Le | Self::U16Be => u64::from(u16::MAX),
            Self::U32Le | Self::U32Be => u64::from(u32::MAX),
            Self::U64Le | Self::U64Be => u64::MAX,
        }
    }

    /// The bytes of `value`, handed to `put`. A number that does not fit loses its upper bytes: compare with [`Width::max`] first.
    pub fn encode(self, value: u64, put: impl FnOnce(&[u8])) {
        let (little, big) = (value.to_le_bytes(), value.to_be_bytes());
        match self {
            Self::U8 => put(&little[..1]),
            Self::U16Le => put(&little[..2]),
            Self::U16Be => put(&big[6..]),
            Self::U32Le => put(&little[..4]),
            Self::U32Be => put(&big[4..]),
            Self::U64Le => put(&little),
            Self::U64Be => put(&big),
        }
    }
}

/// A number field as it was read: its value, its place, and its name for errors.
#[derive(Debug, Clone, Copy)]
pub struct Number {
    /// What the field says.
    pub value: u64,
    /// Where the field stands, in bytes from the start of the container.
    pub at: u64,
    /// The field's name in the schema.
    pub field: &'static str,
}

impl Number {
    /// The value `value`, computed from this field: errors still point at the field.
    #[must_use]
    pub fn with(self, value: u64) -> Self {
        Self { value, ..self }
    }
}

impl Bytes<'_> {
    /// The number of this width at `ofs`.
    pub fn number(self, ofs: u64, width: Width) -> Result<u64, ReadError> {
        match width {
            Width::U8 => self.u8(ofs).map(u64::from),
            Width::U16Le => self.u16_le(ofs).map(u64::from),
            Width::U16Be => self.u16_be(ofs).map(u64::from),
            Width::U32Le => self.u32_le(ofs).map(u64::from),
            Width::U32Be => self.u32_be(ofs).map(u64::from),
            Width::U64Le => self.u64_le(ofs),
            Width::U64Be => self.u64_be(ofs),
        }
    }

    /// Checks that `number` is from `min` to `max`. Errors: [`Problem::OutOfRange`] at the field.
    pub fn in_range(self, number: Number, min: u64, max: u64) -> Result<(), ReadError> {
        let found = number.value;
        self.require(
            number,
            min <= found && found <= max,
            Problem::OutOfRange { found, min, max },
        )
    }

    /// Checks that `number` is one of `values`, which `known` names for people. Errors: [`Problem::UnknownValue`] at the field.
    pub fn one_of(self, number: Number, values: &[u64], known: &'static str) -> Result<(), ReadError> {
        let found = number.value;
        self.require(number, values.contains(&found), Problem::UnknownValue { found, known })
    }

    /// The name of `number`, if it has one. Errors: [`Problem::UnknownValue`] at the field; `known` names the known ones.
    pub fn known<T>(self, number: Number, name: Option<T>, known: &'static str) -> Result<T, ReadError> {
        name.ok_or_else(|| self.unknown(number, known))
    }

    /// The error that `number` is none of the `known` values.
    pub fn unknown(self, number: Number, known: &'static str) -> ReadError {
        let found = number.value;
        self.error(number.at, Problem::UnknownValue { found, known })
            .in_field(number.field)
    }

    /// Checks that `number` does not exceed the work limit `limit`. Errors: [`Problem::OverLimit`] at the field.
    pub fn at_most(self, number: Number, limit: u64) -> Result<(), ReadError> {
        let found = number.value;
        self.require(number, found <= limit, Problem::OverLimit { found, limit })
    }

    fn require(self, number: Number, holds: bool, problem: Problem) -> Result<(), ReadError> {
        if holds {
            return Ok(());
        }
        Err(self.error(number.at, problem).in_field(number.field))
    }
}

/// A number with names for some of its values, where the others are kept too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Open<T> {
    /// A value that the format names.
    Known(T),
    /// Any other.
    Unknown(u64),
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const ALL: [Width; 7] =
        [Width::U8, Width::U16Le, Width::U16Be, Width::U32Le, Width::U32Be, Width::U64Le, Width::U64Be];

    #[test]
    fn every_width_reads_what_it_wrote() {
        for width in ALL {
            for value in [0, 1, 0x0102_0304_0506_0708 & width.max(), width.max()] {
                let mut bytes = Vec::new();
                width.encode(value, |encoded| bytes.extend_from_slice(encoded));
                assert_eq!(bytes.len() as u64, width.len());
                assert_eq!(Bytes::new(&bytes).number(0, width), Ok(value), "{width:?}");
            }
        }
    }

    #[test]
    fn checks_blame_the_field() {
        let number = Number { value: 9, at: 4, field: "version" };
        let bytes = Bytes::new(&[0; 16]).at_origin(100);
        let error = bytes.one_of(number, &[1, 2], "1, 2").unwrap_err();
        assert_eq!((error.offset, error.path().as_str()), (104, "version"));
        assert_eq!(error.problem, Problem::UnknownValue { found: 9, known: "1, 2" });
        assert_eq!(bytes.in_range(number, 0, 9), Ok(()));
        assert!(bytes.at_most(number, 8).is_err());
    }
}
