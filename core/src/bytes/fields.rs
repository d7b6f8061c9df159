//! Number fields: reading, checking, and places.

use super::number::{Number, Width};
use super::place::Place;
use super::window::Bytes;
use crate::error::{Problem, ReadError};

impl Bytes<'_> {
    /// Returns the number of this width at `ofs`.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Bytes::take`] does.
    #[inline]
    pub fn number(self, ofs: u64, width: Width) -> Result<u64, ReadError> {
        let rest = usize::try_from(ofs).ok().and_then(|from| self.window().get(from..));
        match rest.and_then(|rest| width.decode(rest)) {
            Some(value) => Ok(value),
            None => Err(self.not_shown(ofs, width.len())),
        }
    }

    /// Checks that `number` is from `min` to `max`.
    ///
    /// # Errors
    ///
    /// Returns [`Problem::OutOfRange`] at the field otherwise.
    #[inline]
    pub fn in_range(self, number: Number, min: u64, max: u64) -> Result<(), ReadError> {
        let found = number.value;
        self.require(
            number,
            min <= found && found <= max,
            Problem::OutOfRange { found, min, max },
        )
    }

    /// Returns `name`, the result of a look-up of `number`.
    ///
    /// # Errors
    ///
    /// Returns [`Problem::UnknownValue`] at the field if `name` is `None`; `known` lists the known values.
    pub fn known<T>(self, number: Number, name: Option<T>, known: &'static str) -> Result<T, ReadError> {
        name.ok_or_else(|| self.unknown(number, known))
    }

    /// Returns the error that `number` is not in `known`.
    pub fn unknown(self, number: Number, known: &'static str) -> ReadError {
        let found = number.value;
        self.error(number.at, Problem::UnknownValue { found, known })
            .in_field(number.field)
    }

    #[inline]
    fn require(self, number: Number, holds: bool, problem: Problem) -> Result<(), ReadError> {
        if holds {
            return Ok(());
        }
        Err(self.error(number.at, problem).in_field(number.field))
    }

    /// Returns the place at the offset `ofs` with the length `len`.
    ///
    /// # Errors
    ///
    /// Returns [`Problem::OutOfBounds`] if the place is not within the container: at the field of the offset if that is
    /// past the end, otherwise at the field of the length.
    #[inline]
    pub fn place(self, ofs: Number, len: Number) -> Result<Place, ReadError> {
        match ofs.value.checked_add(len.value) {
            Some(end) if end <= self.len() => Ok(Place { ofs: ofs.value, len: len.value }),
            _ => Err(out_of_bounds((self.len(), self.origin()), ofs, len)),
        }
    }
}

#[cold]
fn out_of_bounds((have, origin): (u64, u64), ofs: Number, len: Number) -> ReadError {
    let blame = if ofs.value > have { ofs } else { len };
    let problem = Problem::OutOfBounds { ofs: ofs.value, len: len.value, have };
    ReadError::new(origin.saturating_add(blame.at), problem).in_field(blame.field)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn offset_is_blamed_if_past_end() {
        let bytes = Bytes::new(&[0; 16]).at_origin(100);
        let number = |value, at, field| Number { value, at, field };
        let error = bytes.place(number(17, 0, "ofs"), number(0, 8, "len")).unwrap_err();
        assert_eq!((error.offset, alloc::format!("{}", error.path).as_str()), (100, "ofs"));
        let error = bytes
            .place(number(8, 0, "ofs"), number(u64::MAX, 8, "len"))
            .unwrap_err();
        assert_eq!((error.offset, alloc::format!("{}", error.path).as_str()), (108, "len"));
    }

    const ALL: [Width; 7] =
        [Width::U8, Width::U16Le, Width::U16Be, Width::U32Le, Width::U32Be, Width::U64Le, Width::U64Be];

    #[test]
    fn widths_decode_encoded_numbers() {
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
        let error = bytes.in_range(number, 1, 2).unwrap_err();
        assert_eq!(
            (error.offset, alloc::format!("{}", error.path).as_str()),
            (104, "version")
        );
        assert_eq!(error.problem, Problem::OutOfRange { found: 9, min: 1, max: 2 });
        assert_eq!(bytes.in_range(number, 0, 9), Ok(()));
    }
}
