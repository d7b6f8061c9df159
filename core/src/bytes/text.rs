//! Text in a container.

use super::length::length;
use super::place::Place;
use super::window::Bytes;
use crate::error::{Problem, ReadError};

/// A character encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::bytes))]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// ASCII.
    Ascii,
}

impl<'a> Bytes<'a> {
    /// Returns the place of the text from `ofs` to the next NUL, excluding it. The text has at most `limit` bytes.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Bytes::until`] does, and [`Problem::OverLimit`] if the text is longer.
    pub fn terminated(self, ofs: u64, limit: u64) -> Result<Place, ReadError> {
        // Stop at the limit: otherwise many texts with a common end take quadratic time.
        let reach = ofs.saturating_add(limit).saturating_add(1);
        let visible = Bytes::windowed(self.window(), self.len().min(reach)).at_origin(self.origin());
        match visible.until(ofs, 0) {
            Ok(text) => Ok(Place { ofs, len: length(text) }),
            Err(error) if matches!(error.problem, Problem::Missing { .. }) && reach < self.len() => {
                let found = limit.saturating_add(1);
                Err(self.error(ofs, Problem::OverLimit { found, limit }))
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the text at `place` in this encoding.
    ///
    /// # Errors
    ///
    /// Returns [`Problem::BadText`] if the encoding differs, and an error if the window ends before the text.
    pub fn text(self, place: Place, encoding: Encoding) -> Result<&'a str, ReadError> {
        match encoding {
            Encoding::Utf8 => self.utf8(place),
            Encoding::Ascii => self.ascii(place),
        }
    }

    /// Returns the UTF-8 text at `place`.
    ///
    /// # Errors
    ///
    /// Returns [`Problem::BadText`] if it is not UTF-8, and an error where [`Bytes::take`] does.
    #[inline]
    pub fn utf8(self, place: Place) -> Result<&'a str, ReadError> {
        let why = "expected UTF-8, found bytes that are not";
        core::str::from_utf8(self.take(place.ofs, place.len)?)
            .map_err(|_| self.error(place.ofs, Problem::BadText { why }))
    }

    /// Returns the ASCII text at `place`.
    ///
    /// # Errors
    ///
    /// Returns [`Problem::BadText`] if it is not ASCII, and an error where [`Bytes::take`] does.
    pub fn ascii(self, place: Place) -> Result<&'a str, ReadError> {
        let text = self.utf8(place)?;
        if text.is_ascii() {
            return Ok(text);
        }
        let why = "expected ASCII, found other characters";
        Err(self.error(place.ofs, Problem::BadText { why }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Stop;

    #[test]
    fn terminated_text_ends_at_limit_or_end() {
        let bytes = Bytes::new(b"abc\0def");
        assert_eq!(bytes.terminated(0, 3), Ok(Place { ofs: 0, len: 3 }));
        let code = |found: Result<Place, ReadError>| found.unwrap_err().problem.code();
        assert_eq!(code(bytes.terminated(0, 2)), "over-limit");
        assert_eq!(code(bytes.terminated(4, 1)), "over-limit");
        assert_eq!(code(bytes.terminated(4, 3)), "missing");
        assert_eq!(code(bytes.terminated(8, 3)), "truncated");
        let stop = Stop::from(Bytes::windowed(b"abc", 9).terminated(0, 100).unwrap_err());
        assert!(stop.needs().is_some(), "{stop:?}");
    }

    #[test]
    fn text_must_be_of_its_encoding() {
        let bytes = Bytes::new("é\u{7f}".as_bytes());
        assert_eq!(bytes.utf8(Place { ofs: 0, len: 3 }), Ok("é\u{7f}"));
        assert!(bytes.utf8(Place { ofs: 1, len: 2 }).is_err());
        assert!(bytes.ascii(Place { ofs: 0, len: 2 }).is_err());
    }
}
