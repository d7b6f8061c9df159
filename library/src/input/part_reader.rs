//! A part of an input for code that reads files.

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Deref;

use offload_bundle_core::bytes::{Place, length};

use super::Input;
use super::window::WINDOW;

/// A range of an input that is read from.
pub type PartReader<'i> = PlaceReader<&'i Input>;

/// The same of an input that is borrowed or shared.
#[derive(Debug)]
pub struct PlaceReader<I> {
    input: I,
    place: Place,
    at: u64,
}

impl<I: Deref<Target = Input>> PlaceReader<I> {
    /// Reads the bytes at `place` of `input`.
    pub fn new(input: I, place: Place) -> Self {
        Self { input, place, at: 0 }
    }
}

impl<I: Deref<Target = Input>> Read for PlaceReader<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.place.len.saturating_sub(self.at);
        let ofs = self.place.ofs.saturating_add(self.at);
        let len = left.min(length(buffer)).min(WINDOW);
        let window = self.input.window(ofs, len).map_err(io::Error::other)?;
        let read = (&*window).read(buffer)?;
        self.at = self.at.saturating_add(length(buffer.get(..read).unwrap_or_default()));
        Ok(read)
    }
}

impl<I: Deref<Target = Input>> Seek for PlaceReader<I> {
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
