//! Content after a header. Its place is checked only on demand.

use super::number::Number;
use super::place::Place;
use super::window::Bytes;
use crate::error::ReadError;

/// The declared, unchecked place of content. It may continue past the end of the bytes.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    ofs: Number,
    len: Number,
}

impl Span {
    pub(crate) fn new(ofs: Number, len: Number) -> Self {
        Self { ofs, len }
    }

    /// Returns the place.
    ///
    /// # Errors
    ///
    /// Returns an error at the length field if the content continues past the end of `bytes`.
    pub fn place(self, bytes: Bytes<'_>) -> Result<Place, ReadError> {
        bytes.place(self.ofs, self.len)
    }

    /// Returns the declared offset after the last byte, in bytes from the start of the container.
    pub fn end(self) -> u64 {
        self.ofs.value.saturating_add(self.len.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_may_exceed_window_but_not_file() {
        let bytes = Bytes::windowed(b"\x05", 6).at_origin(100);
        let [at, len] = [("data", 1), ("len", 5)].map(|(field, value)| Number { value, at: 0, field });
        let span = Span::new(at, len);
        assert_eq!((span.place(bytes), span.end()), (Ok(Place { ofs: 1, len: 5 }), 6));
        let error = Span::new(at, len.with(6)).place(bytes).unwrap_err();
        assert_eq!((error.offset, alloc::format!("{}", error.path).as_str()), (100, "len"));
    }
}
