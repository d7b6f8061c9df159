//! Reading of streams.

use super::reading::Reading;
use super::stream::Stream;
use super::value::Bits;
use super::work::size;
use crate::error::{Problem, ReadError};

impl<'b> Reading<'b> {
    pub(crate) fn stream(&mut self, id: usize) -> Result<&mut Stream<'b>, ReadError> {
        match self.streams.get_mut(id) {
            Some(stream) => Ok(stream),
            None => Err(ReadError::new(0, Problem::Missing { expected: "a stream".into() })),
        }
    }

    pub(crate) fn new_stream(&mut self, of: Bits<'b>) -> Result<usize, ReadError> {
        self.pay(size::<Stream<'_>>(1))?;
        self.streams.push(Stream::new(of));
        Ok(self.streams.len().saturating_sub(1))
    }

    pub(crate) fn place(&self, bits: &Bits<'b>) -> u64 {
        self.file.absolute(bits.place(0))
    }

    pub(crate) fn here(&mut self, id: usize) -> u64 {
        let at = self.streams.get(id).map_or(0, |stream| stream.of.place(stream.at));
        self.file.absolute(at)
    }

    pub(crate) fn rest(&mut self, id: usize) -> Result<u64, ReadError> {
        let stream = self.stream(id)?;
        Ok(stream.of.len().saturating_sub(stream.at))
    }

    /// Does not access them.
    pub(crate) fn take(&mut self, id: usize, len: u64) -> Result<Bits<'b>, ReadError> {
        let have = self.rest(id)?;
        if len > have {
            return Err(ReadError::new(self.here(id), Problem::Truncated { need: len, have }));
        }
        let stream = self.stream(id)?;
        let taken = stream.of.part(stream.at, len);
        (stream.at, stream.left) = (stream.at.saturating_add(len), 0);
        Ok(taken)
    }

    pub(crate) fn look<'l>(&self, bits: &'l Bits<'b>) -> Result<&'l [u8], ReadError>
    where
        'b: 'l,
    {
        match bits {
            Bits::File(at, len) => self.file.take(*at, *len),
            other => Ok(other.made_bytes().unwrap_or_default()),
        }
    }

    /// `at` may be past the end.
    pub(crate) fn seek(&mut self, id: usize, at: u64) -> Result<(), ReadError> {
        let stream = self.stream(id)?;
        (stream.at, stream.left) = (at, 0);
        Ok(())
    }

    pub(crate) fn is_at_end(&mut self, id: usize) -> Result<bool, ReadError> {
        let stream = self.stream(id)?;
        Ok(stream.left == 0 && stream.at >= stream.of.len())
    }

    pub(crate) fn view<'l>(&self, bits: &'l Bits<'b>) -> (&'l [u8], bool)
    where
        'b: 'l,
    {
        match bits {
            Bits::File(at, len) => self.file.view(*at, *len),
            other => (other.made_bytes().unwrap_or_default(), false),
        }
    }
}
