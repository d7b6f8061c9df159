//! The header of a member: text of fixed width.

use std::mem::offset_of;

use object::archive::{Header, TERMINATOR};
use object::pod::from_bytes;
use offload_bundle_core::bytes::length;
use offload_bundle_core::error::{Problem, ReadError};

/// Length of a header, in bytes.
pub(super) const HEADER_LEN: u64 = 60;

/// What counts of a header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MemberHeader {
    /// The name, or where it is, without the spaces that fill the field.
    pub(super) name: Vec<u8>,
    /// Length of the content, in bytes.
    pub(super) size: u64,
}

impl MemberHeader {
    /// The header that `bytes` begin with, which are at `offset`.
    ///
    /// # Errors
    ///
    /// It is cut off, or does not end as every header does, or the size is no number.
    pub(super) fn read(bytes: &[u8], offset: u64) -> Result<Self, ReadError> {
        let Ok((header, _)) = from_bytes::<Header>(bytes) else {
            let problem = Problem::Truncated { need: HEADER_LEN, have: length(bytes) };
            return Err(ReadError::new(offset, problem));
        };
        let field = |skip: usize| offset.saturating_add(u64::try_from(skip).unwrap_or(u64::MAX));
        if header.terminator != TERMINATOR {
            let problem = Problem::BadMagic { expected: &TERMINATOR, found: header.terminator.to_vec() };
            let at = field(offset_of!(Header, terminator));
            return Err(ReadError::new(at, problem).in_field("terminator"));
        }
        let at = field(offset_of!(Header, size));
        let size = decimal(&header.size).ok_or_else(|| ReadError::new(at, no_number(&header.size)).in_field("size"))?;
        Ok(Self { name: header.name.trim_ascii_end().to_vec(), size })
    }

    /// Where the size of the header at `offset` is.
    pub(super) fn size_at(offset: u64) -> u64 {
        offset.saturating_add(u64::try_from(offset_of!(Header, size)).unwrap_or(u64::MAX))
    }
}

/// The number that `text` is, in decimal digits, perhaps with spaces behind.
pub(super) fn decimal(text: &[u8]) -> Option<u64> {
    let digits = std::str::from_utf8(text.trim_ascii_end()).ok()?;
    let number = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| number)
}

/// That `text` should be a number.
pub(super) fn no_number(text: &[u8]) -> Problem {
    Problem::Unexpected { found: format!("\"{}\"", text.escape_ascii()), expected: "a number in decimal digits".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_of_a_header_is_that_of_its_fields() {
        assert_eq!(HEADER_LEN, size_of::<Header>() as u64);
    }

    #[test]
    fn numbers_are_digits_with_spaces_behind() {
        for (text, number) in [
            ("12", Some(12)),
            ("0         ", Some(0)),
            ("9999999999", Some(9_999_999_999)),
            ("", None),
            ("   ", None),
            ("+1", None),
            ("-1", None),
            ("1 2", None),
            (" 1", None),
            ("0x10", None),
        ] {
            assert_eq!(decimal(text.as_bytes()), number, "{text:?}");
        }
    }
}
