//! A moving window over an input, and a range as a file.

use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Deref;
use std::sync::Arc;

use offload_bundle_core::bytes::{Bytes, Place, length};
use offload_bundle_core::error::{Problem, ReadError, Stop};

use super::source::{Input, WINDOW, Window};
use super::stored_file::KEPT_HEAD;
use crate::file_error::FileError;

/// Given to a format reader first, in bytes.
const FIRST: u64 = 4 << 10;
/// Least bytes read at once, so that nearby small containers share a read.
const FETCH: u64 = 16 << 10;
/// Least growth of a window that is too short; the total of all stays proportional to the last.
const GROWTH: u64 = 4;

#[derive(Debug)]
pub(crate) struct WindowReader<'i> {
    input: &'i Input,
    /// The visible part.
    place: Place,
    ofs: u64,
    window: Window<'i>,
    /// The start of the input, if it is kept.
    head: Window<'i>,
}

impl<'i> WindowReader<'i> {
    pub(crate) fn new(input: &'i Input) -> Self {
        Self::over(input, input.full_range())
    }

    /// Ends at the end of `place`.
    pub(crate) fn over(input: &'i Input, place: Place) -> Self {
        Self { input, place, ofs: 0, window: Window::borrowed(&[]), head: Window::borrowed(&[]) }
    }

    pub(crate) fn input(&self) -> &'i Input {
        self.input
    }

    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// At least `len` bytes, or all to the visible end.
    pub(crate) fn view(&mut self, ofs: u64, len: u64) -> Result<&[u8], FileError> {
        let len = len.min(self.place.end().saturating_sub(ofs));
        let held = self.ofs.saturating_add(length(&self.window));
        if ofs < self.ofs || ofs.saturating_add(len) > held {
            // The window stays: archive readers alternate between the start and other places.
            if ofs.saturating_add(len) <= KEPT_HEAD && self.has_head()? {
                let skip = usize::try_from(ofs).unwrap_or(usize::MAX);
                return Ok(self.head.get(skip..).unwrap_or_default());
            }
            let len = len.max(FETCH).min(self.place.end().saturating_sub(ofs));
            let last = std::mem::replace(&mut self.window, Window::borrowed(&[]));
            self.window = self.input.window_after(last, ofs, len)?;
            self.ofs = ofs;
        }
        let skip = usize::try_from(ofs.saturating_sub(self.ofs)).unwrap_or(usize::MAX);
        Ok(self.window.get(skip..).unwrap_or_default())
    }

    /// Whether the start of the input is kept.
    fn has_head(&mut self) -> Result<bool, FileError> {
        if self.head.is_empty() {
            let end = KEPT_HEAD.min(self.place.end()).min(self.input.len());
            self.head = self.input.kept_head(end)?.unwrap_or(Window::borrowed(&[]));
        }
        Ok(!self.head.is_empty())
    }

    /// Calls `read` again with a larger window while it asks for more.
    pub(crate) fn read<T>(
        &mut self,
        ofs: u64,
        read: impl FnMut(Bytes<'_>) -> Result<T, Stop>,
    ) -> Result<Result<T, ReadError>, FileError> {
        self.read_at_most(ofs, u64::MAX, read)
    }

    /// Requests beyond `most` bytes fail.
    pub(crate) fn read_at_most<T>(
        &mut self,
        ofs: u64,
        most: u64,
        mut read: impl FnMut(Bytes<'_>) -> Result<T, Stop>,
    ) -> Result<Result<T, ReadError>, FileError> {
        let len = self.place.end().saturating_sub(ofs);
        let mut want = FIRST;
        loop {
            let view = self.view(ofs, want)?;
            let seen = length(view);
            let result = read(Bytes::windowed(view, len).at_origin(ofs));
            match result {
                Ok(found) => return Ok(Ok(found)),
                Err(Stop::Failed(error)) => return Ok(Err(error)),
                Err(Stop::NeedMore { upto }) if seen < len && upto <= most => {
                    want = upto.max(seen.saturating_mul(GROWTH)).max(FIRST).min(len)
                }
                Err(Stop::NeedMore { upto }) => {
                    let problem = Problem::Truncated { need: upto, have: seen };
                    return Ok(Err(ReadError::new(ofs, problem)));
                }
            }
        }
    }

    pub(crate) fn run(&mut self, ofs: u64, fill: u8) -> Result<u64, FileError> {
        let mut at = ofs;
        loop {
            let view = self.view(at, FIRST)?;
            let run = view.iter().take_while(|byte| **byte == fill).count();
            let whole = run == view.len();
            at = at.saturating_add(u64::try_from(run).unwrap_or(u64::MAX));
            if !whole || at >= self.place.end() {
                return Ok(at.saturating_sub(ofs));
            }
        }
    }
}

/// A reader of a range of a borrowed input.
pub type PartReader<'i> = PlaceReader<&'i Input>;

/// A reader of a range of a borrowed or shared input.
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

/// Bytes read at once.
const BUFFER: usize = 256 << 10;

/// A stream of the code object of an entry, made by [`crate::Entry::reader`].
#[derive(Debug)]
pub struct EntryReader(BufReader<PlaceReader<Arc<Input>>>);

impl EntryReader {
    /// Reads the bytes at `place` of `input`.
    #[doc(hidden)]
    pub fn new(input: Arc<Input>, place: Place) -> Self {
        let len = usize::try_from(place.len).unwrap_or(usize::MAX);
        Self(BufReader::with_capacity(
            len.min(BUFFER),
            PlaceReader::new(input, place),
        ))
    }
}

impl Read for EntryReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out)
    }
}

impl Seek for EntryReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match to {
            // Buffered bytes are kept, since archive readers skip in small steps.
            SeekFrom::Current(by) => {
                self.0.seek_relative(by)?;
                self.0.stream_position()
            }
            _ => self.0.seek(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn entry_reader_returns_its_bytes(len in 0..300_u64, steps in proptest::collection::vec((0..3_u8, -40..340_i64, 0..60_usize), 0..30)) {
            let bytes: Vec<u8> = (0..400_u32).map(|n| n.to_le_bytes()[0]).collect();
            let input = Arc::new(Input::from_bytes("in", bytes.clone()));
            let mut expected = io::Cursor::new(&bytes[7..][..usize::try_from(len).unwrap()]);
            let mut reader = EntryReader(BufReader::with_capacity(16, PlaceReader::new(input, Place { ofs: 7, len })));
            for (from, by, count) in steps {
                let to = match from {
                    0 => SeekFrom::Start(by.unsigned_abs()),
                    1 => SeekFrom::End(by),
                    _ => SeekFrom::Current(by),
                };
                prop_assert_eq!(reader.seek(to).ok(), expected.seek(to).ok());
                let read = |from: &mut dyn Read| {
                    let mut read = Vec::new();
                    from.take(count as u64).read_to_end(&mut read).unwrap();
                    read
                };
                prop_assert_eq!(read(&mut reader), read(&mut expected));
            }
        }
    }
}
