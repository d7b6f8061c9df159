//! A part of an input for code that reads files.

use std::io::{self, Read, Seek, SeekFrom};

use offload_bundle_core::bytes::{Place, length};

use super::Input;

/// A range of an input that is read from.
#[derive(Debug)]
pub struct PartReader<'i> {
    input: &'i Input,
    place: Place,
    at: u64,
}

impl<'i> PartReader<'i> {
    /// Reads the bytes at `place` of `input`.
    pub fn new(input: &'i Input, place: Place) -> Self {
        Self { input, place, at: 0 }
    }
}

impl Read for PartReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.place.len.saturating_sub(self.at);
        let ofs = self.place.ofs.saturating_add(self.at);
        let window = self
            .input
            .window(ofs, left.min(length(buffer)))
            .map_err(io::Error::other)?;
        let read = (&*window).read(buffer)?;
        self.at = self.at.saturating_add(length(buffer.get(..read).unwrap_or_default()));
        Ok(read)
    }
}

impl Seek for PartReader<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.place.len.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}
