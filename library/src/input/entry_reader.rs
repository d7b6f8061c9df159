//! A stream of the code object of an entry.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use offload_bundle_core::bytes::{Place, length};

use super::readable::Input;
use super::window::WINDOW;

/// A stream of the code object of an entry, made by [`crate::Entry::reader`].
#[derive(Debug)]
pub struct EntryReader {
    input: Arc<Input>,
    place: Place,
    position: u64,
    /// Bytes that have been read, and where they begin in the code object.
    piece: (u64, Vec<u8>),
}

impl EntryReader {
    /// Reads the bytes at `place` of `input`.
    #[doc(hidden)]
    pub fn new(input: Arc<Input>, place: Place) -> Self {
        Self { input, place, position: 0, piece: (0, Vec::new()) }
    }

    /// What has been read from the position on.
    fn at_hand(&self) -> &[u8] {
        let (start, bytes) = &self.piece;
        let skipped = self
            .position
            .checked_sub(*start)
            .and_then(|skipped| usize::try_from(skipped).ok());
        skipped.and_then(|skipped| bytes.get(skipped..)).unwrap_or_default()
    }
}

impl Read for EntryReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at_hand().is_empty() {
            let left = self.place.len.saturating_sub(self.position);
            let ofs = self.place.ofs.saturating_add(self.position);
            let piece = self
                .input
                .window(ofs, left.min(WINDOW))
                .map_err(io::Error::other)?
                .into_vec();
            self.piece = (self.position, piece);
        }
        let read = Read::read(&mut self.at_hand(), out)?;
        self.position = self
            .position
            .saturating_add(length(out.get(..read).unwrap_or_default()));
        Ok(read)
    }
}

impl Seek for EntryReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::End(back) => self.place.len.checked_add_signed(back),
            SeekFrom::Current(by) => self.position.checked_add_signed(by),
        };
        self.position = position.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.position)
    }
}
