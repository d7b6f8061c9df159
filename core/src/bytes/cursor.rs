//! A cursor that reads the fields of a record one after the other. Every error names its field.

use super::length::length;
use super::list::List;
use super::number::{Number, Width};
use super::place::Place;
use super::window::Bytes;
use crate::error::ReadError;

/// A position in a container that advances with every field read.
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'a> {
    bytes: Bytes<'a>,
    at: u64,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at `at` bytes from the start of the container.
    #[inline]
    pub fn new(bytes: Bytes<'a>, at: u64) -> Self {
        Self { bytes, at }
    }

    /// Returns the offset of the next field, in bytes from the start of the container.
    #[inline]
    pub fn at(self) -> u64 {
        self.at
    }

    /// Returns the range from `start` to the next field.
    #[inline]
    pub fn since(self, start: u64) -> Place {
        let len = self.at.saturating_sub(start);
        Place { ofs: start, len }
    }

    /// Reads fixed bytes.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Bytes::expect`] does, at `field`.
    #[inline]
    pub fn magic(&mut self, field: &'static str, expected: &'static [u8]) -> Result<Place, ReadError> {
        let found = self.bytes.expect(self.at, expected);
        self.advance(field, found, length(expected))
    }

    /// Reads a number.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Bytes::number`] does, at `field`.
    #[inline]
    pub fn number(&mut self, field: &'static str, width: Width) -> Result<Number, ReadError> {
        let at = self.at;
        let value = self.bytes.number(at, width).map_err(|error| error.in_field(field))?;
        // The number lies in memory, so that the sum does not overflow.
        self.at = at.wrapping_add(width.len());
        Ok(Number { value, at, field })
    }

    /// Limits everything that is read from now on to the first `end` bytes of the container, and returns those.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Bytes::ending_at`] does.
    #[inline]
    pub fn end_at(&mut self, end: Number) -> Result<Bytes<'a>, ReadError> {
        self.bytes = self.bytes.ending_at(end)?;
        Ok(self.bytes)
    }

    /// Reads `len` bytes.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Bytes::take`] does, at `field`.
    #[inline]
    pub fn bytes(&mut self, field: &'static str, len: u64) -> Result<Place, ReadError> {
        let found = self.bytes.take(self.at, len);
        self.advance(field, found, len)
    }

    /// Reads all remaining bytes.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Bytes::take`] does, at `field`.
    #[inline]
    pub fn rest(&mut self, field: &'static str) -> Result<Place, ReadError> {
        self.bytes(field, self.bytes.len().saturating_sub(self.at))
    }

    /// Reads text up to the next NUL, of at most `limit` bytes. The returned place does not include the NUL.
    ///
    /// # Errors
    ///
    /// Returns an error where [`Bytes::terminated`] does, at `field`.
    pub fn terminated(&mut self, field: &'static str, limit: u64) -> Result<Place, ReadError> {
        let found = self
            .bytes
            .terminated(self.at, limit)
            .map_err(|error| error.in_field(field))?;
        self.at = found.end().saturating_add(1);
        Ok(found)
    }

    /// Reads a record with `read`, which returns the record and the offset after it.
    ///
    /// # Errors
    ///
    /// Returns the error of `read`, within `field`.
    #[inline]
    pub fn record<T>(
        &mut self,
        field: &'static str,
        read: impl FnOnce(u64) -> Result<(T, u64), ReadError>,
    ) -> Result<T, ReadError> {
        let (record, end) = read(self.at).map_err(|error| error.in_field(field))?;
        self.at = end;
        Ok(record)
    }

    /// Reads a list of `count` records, each of them once, with `read`. All of them are known to be present afterwards. Nothing is kept or
    /// allocated: however large the count, the first record that is not in the file ends the list.
    ///
    /// # Errors
    ///
    /// Returns the first error of `read`, within `field` and the index of the record.
    #[inline]
    pub fn list<T>(
        &mut self,
        field: &'static str,
        count: u64,
        mut read: impl FnMut(u64) -> Result<(T, u64), ReadError>,
    ) -> Result<List, ReadError> {
        let at = self.at;
        for index in 0..count {
            let (_, end) = read(self.at).map_err(|error| error.at_index(index).in_field(field))?;
            self.at = end;
        }
        Ok(List { field, at, count })
    }

    #[inline]
    fn advance<T>(&mut self, field: &'static str, found: Result<T, ReadError>, len: u64) -> Result<Place, ReadError> {
        found.map_err(|error| error.in_field(field))?;
        let ofs = self.at;
        // The bytes lie in memory, so that the sum does not overflow.
        self.at = ofs.wrapping_add(len);
        Ok(Place { ofs, len })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_follow_each_other_and_errors_name_them() {
        let mut cursor = Cursor::new(Bytes::new(b"AB\x02\x00xyz"), 0);
        assert_eq!(cursor.magic("magic", b"AB"), Ok(Place { ofs: 0, len: 2 }));
        let len = cursor.number("len_name", Width::U16Le).unwrap();
        assert_eq!((len.value, len.at), (2, 2));
        assert_eq!(cursor.bytes("name", len.value), Ok(Place { ofs: 4, len: 2 }));
        let error = cursor.number("flags", Width::U32Le).unwrap_err();
        assert_eq!((error.offset, alloc::format!("{}", error.path).as_str()), (6, "flags"));
    }

    #[test]
    fn a_count_far_larger_than_the_file_ends_at_the_first_record_outside() {
        let bytes = Bytes::new(&[0; 10]);
        let mut cursor = Cursor::new(bytes, 0);
        let read = |at: u64| bytes.number(at, Width::U32Le).map(|value| (value, at + 4));
        let error = cursor.list("records", u64::MAX, read).unwrap_err();
        assert_eq!(
            (error.offset, alloc::format!("{}", error.path).as_str()),
            (8, "records[2]")
        );
    }
}
