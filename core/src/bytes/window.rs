//! Bounds-checked access to a container. Only this module turns offsets into slices.

use super::length::length;
use super::place::Place;
use crate::error::{Problem, ReadError};

/// The bytes of a container, or a window of its first bytes. If a reader needs bytes past the window, [`Stop`]
/// distinguishes that from damage, and the caller repeats with a larger window. The same reader thus works on memory,
/// windows of a mapped file, and the prefix of a decompressed stream.
///
/// [`Stop`]: crate::error::Stop
///
/// Offsets are in bytes from the start of the container. Errors add [`Bytes::origin`] to give offsets in the whole
/// input.
#[derive(Debug, Clone, Copy)]
pub struct Bytes<'a> {
    window: &'a [u8],
    len: u64,
    origin: u64,
}

impl<'a> Bytes<'a> {
    /// Creates a view of all bytes of a container.
    #[inline]
    pub fn new(whole: &'a [u8]) -> Self {
        Self { window: whole, len: length(whole), origin: 0 }
    }

    /// Creates a window onto a container of `len` bytes. A longer window is truncated.
    pub fn windowed(window: &'a [u8], len: u64) -> Self {
        let kept = usize::try_from(len)
            .ok()
            .and_then(|len| window.get(..len))
            .unwrap_or(window);
        Self { window: kept, len, origin: 0 }
    }

    /// Sets the offset of the container in the input, for errors and descriptions.
    #[must_use]
    pub fn at_origin(self, origin: u64) -> Self {
        Self { origin, ..self }
    }

    /// Returns the length of the container in bytes, which may exceed the window.
    #[allow(clippy::len_without_is_empty)]
    #[inline]
    pub fn len(self) -> u64 {
        self.len
    }

    /// Returns the offset of the container, in bytes from the start of the input.
    #[inline]
    pub fn origin(self) -> u64 {
        self.origin
    }

    /// Returns the available bytes, from the start of the container.
    #[inline]
    pub fn window(self) -> &'a [u8] {
        self.window
    }

    /// Returns `ofs` as an offset from the start of the input.
    pub fn absolute(self, ofs: u64) -> u64 {
        self.origin.saturating_add(ofs)
    }

    /// Returns `place` with an offset from the start of the input.
    pub fn absolute_place(self, place: Place) -> Place {
        Place { ofs: self.absolute(place.ofs), ..place }
    }

    /// Returns the error `problem` at `ofs`.
    pub fn error(self, ofs: u64, problem: Problem) -> ReadError {
        ReadError::new(self.absolute(ofs), problem)
    }

    pub(super) fn window_ends(self, ofs: u64, need: u64, upto: u64) -> ReadError {
        let have = length(self.window).saturating_sub(ofs);
        ReadError::window_ends(self.absolute(ofs), need, have, upto)
    }

    /// Returns the bytes `ofs .. ofs + len`.
    ///
    /// # Errors
    ///
    /// Returns [`Problem::Truncated`] if the container or the window is too short.
    #[inline]
    pub fn take(self, ofs: u64, len: u64) -> Result<&'a [u8], ReadError> {
        let shown = match (usize::try_from(ofs), usize::try_from(len)) {
            (Ok(from), Ok(len)) => self.window.get(from..).and_then(|rest| rest.get(..len)),
            _ => None,
        };
        match shown {
            // The window is within the container.
            Some(shown) => Ok(shown),
            None => Err(self.not_shown(ofs, len)),
        }
    }

    #[inline]
    pub(super) fn not_shown(self, ofs: u64, need: u64) -> ReadError {
        not_shown(self.origin, (length(self.window), self.len), ofs, need)
    }

    /// Returns the bytes from `ofs` to the next byte `end`, excluding it.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Bytes::take`] does, and [`Problem::Missing`] if there is no such byte.
    pub fn until(self, ofs: u64, end: u8) -> Result<&'a [u8], ReadError> {
        let missing = || {
            let expected = alloc::format!("a byte {end:#04x} at the end of the text");
            self.error(ofs, Problem::Missing { expected })
        };
        if ofs == self.len {
            // Past the end of the container, no window can help.
            return Err(missing());
        }
        let rest = match usize::try_from(ofs).ok().and_then(|from| self.window.get(from..)) {
            Some(rest) => rest,
            None => self.take(ofs, 1)?,
        };
        match memchr::memchr(end, rest) {
            Some(at) => Ok(rest.get(..at).unwrap_or(rest)),
            None if length(self.window) < self.len => {
                let upto = length(self.window).saturating_mul(2).clamp(1, self.len);
                Err(self.window_ends(ofs, upto.saturating_sub(ofs), upto))
            }
            None => Err(missing()),
        }
    }
}

/// Takes numbers: [`Bytes`] would be spilled to memory at every call site.
#[cold]
fn not_shown(origin: u64, (shown, len): (u64, u64), ofs: u64, need: u64) -> ReadError {
    let at = origin.saturating_add(ofs);
    match ofs.checked_add(need) {
        Some(end) if end <= len => ReadError::window_ends(at, need, shown.saturating_sub(ofs), end),
        _ => ReadError::new(at, Problem::Truncated { need, have: len.saturating_sub(ofs) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Stop;

    #[test]
    fn empty_range_outside_is_refused() {
        assert!(Bytes::new(b"abc").take(1 << 40, 0).is_err());
        assert!(Bytes::new(b"abc").take(u64::MAX, 1).is_err());
        assert_eq!(Bytes::new(b"abc").take(3, 0), Ok(&b""[..]));
    }

    #[test]
    fn short_window_requests_more_short_input_fails() {
        let error = Bytes::windowed(b"abc", 10).take(2, 4).unwrap_err();
        assert_eq!(Stop::from(error), Stop::NeedMore { upto: 6 });
        let error = Bytes::windowed(b"abc", 10).take(8, 4).unwrap_err();
        assert_eq!(error.problem, Problem::Truncated { need: 4, have: 2 });
        assert_eq!(Stop::from(error.clone()), Stop::Failed(error));
    }

    #[test]
    fn text_past_end_fails_in_every_window() {
        for ofs in [4, 5, 6, u64::MAX] {
            let whole = Bytes::new(b"ab\0cd").until(ofs, 0).unwrap_err();
            for shown in 0..5 {
                let error = Bytes::windowed(&b"ab\0cd"[..shown], 5).until(ofs, 0).unwrap_err();
                let asks =
                    matches!(Stop::from(error.clone()), Stop::NeedMore { upto } if (shown as u64) < upto && upto <= 5);
                assert!(error == whole || ofs < 5 && asks, "{ofs}, {shown} bytes shown: {error}");
            }
        }
    }
}
