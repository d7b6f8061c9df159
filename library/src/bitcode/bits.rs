//! Bits of a file, the least significant first. The file is looked at through a window.

use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::{Problem, ReadError};

use super::numbers::CHAR6;
use crate::file_error::FileError;
use crate::input::{Input, WindowReader};

/// The longest number that is read at once, in bits.
const WIDEST: u32 = 64;
/// What a number of this many bits touches at most, in bytes.
const TOUCHED: u64 = 9;

/// Bits, one after the other.
pub(super) struct Bits<'i> {
    input: &'i Input,
    reader: WindowReader<'i>,
    /// Where they are, in bytes. Words are aligned from its start on.
    place: Place,
    /// How many have been taken.
    at: u64,
}

impl<'i> Bits<'i> {
    pub(super) fn new(input: &'i Input, place: Place) -> Self {
        Self { input, reader: WindowReader::over(input, place), place, at: 0 }
    }

    /// How many bits have been taken.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    /// How many bits are left.
    pub(super) fn remaining(&self) -> u64 {
        self.place.len.saturating_mul(8).saturating_sub(self.at)
    }

    /// The byte that the next bit is in, from the start of the file.
    pub(super) fn offset(&self) -> u64 {
        self.place.ofs.saturating_add(self.at / 8)
    }

    /// Goes on at the bit `at`, which may be no further than the end.
    pub(super) fn seek(&mut self, at: u64) -> Result<(), FileError> {
        let have = self.remaining();
        let skip = at.saturating_sub(self.at);
        if skip > have {
            return Err(self.too_short(skip));
        }
        self.at = at;
        Ok(())
    }

    /// Goes on to a multiple of 32 bits.
    pub(super) fn align(&mut self) -> Result<(), FileError> {
        self.seek(self.at.next_multiple_of(32))
    }

    /// A number of `width` bits, 64 at most.
    pub(super) fn fixed(&mut self, width: u32) -> Result<u64, FileError> {
        if width > WIDEST {
            return Err(self.unexpected(format!("a number of {width} bits"), "one of 64 bits at most"));
        }
        if u64::from(width) > self.remaining() {
            return Err(self.too_short(width.into()));
        }
        let bytes = self.reader.view(self.place.ofs.saturating_add(self.at / 8), TOUCHED)?;
        let mut touched = [0; 16];
        for (to, from) in touched.iter_mut().zip(bytes.iter().take(9)) {
            *to = *from;
        }
        let number = u128::from_le_bytes(touched) >> (self.at % 8);
        let mask = 1_u128.checked_shl(width).unwrap_or(0).wrapping_sub(1);
        self.at = self.at.saturating_add(width.into());
        u64::try_from(number & mask).map_err(|_| self.too_short(width.into()))
    }

    /// A number in groups of `width` bits, of which the highest says whether another follows.
    pub(super) fn variable(&mut self, width: u32) -> Result<u64, FileError> {
        let Some(low) = width.checked_sub(1).filter(|low| (1..32).contains(low)) else {
            return Err(self.unexpected(format!("a number in groups of {width} bits"), "groups of 2 to 32 bits"));
        };
        let (mut number, mut shift): (u64, u32) = (0, 0);
        loop {
            let group = self.fixed(width)?;
            let value = group & !(u64::MAX << low);
            let shifted = value.checked_shl(shift).filter(|shifted| shifted >> shift == value);
            let Some(shifted) = shifted else {
                return Err(self.unexpected("a number of more than 64 bits".into(), "one of 64 bits at most"));
            };
            number |= shifted;
            if group >> low == 0 {
                return Ok(number);
            }
            shift = shift.saturating_add(low);
        }
    }

    /// A character of the encoding Char6.
    pub(super) fn char6(&mut self) -> Result<u64, FileError> {
        let number = usize::try_from(self.fixed(6)?).unwrap_or(usize::MAX);
        Ok(CHAR6.get(number).copied().unwrap_or_default().into())
    }

    /// Something else is here than what must.
    pub(super) fn unexpected(&self, found: String, expected: &str) -> FileError {
        self.damaged(self.offset(), Problem::Unexpected { found, expected: expected.into() })
    }

    /// The file is damaged at `offset`.
    pub(super) fn damaged(&self, offset: u64, problem: Problem) -> FileError {
        FileError::damaged(self.input.name(), ReadError::new(offset, problem))
    }

    fn too_short(&self, bits: u64) -> FileError {
        let problem = Problem::Truncated { need: bits.div_ceil(8), have: self.remaining() / 8 };
        self.damaged(self.offset(), problem)
    }
}
