//! Looks for bytes in what is written, also where they come in pieces.

use std::io::{self, Write};

use offload_bundle_core::bytes::length;

use crate::file_error::FileError;
use crate::input::Input;
use offload_bundle_core::bytes::Place;

/// Looks for bytes in pieces that are shown one after the other.
#[derive(Debug)]
pub(crate) struct Search<'n> {
    needle: &'n [u8],
    /// The last bytes that were seen, one less than are looked for.
    last: Vec<u8>,
    seen: u64,
    found: Option<u64>,
}

impl<'n> Search<'n> {
    /// A search for `needle`.
    pub(crate) fn new(needle: &'n [u8]) -> Self {
        Self { needle, last: Vec::new(), seen: 0, found: None }
    }

    /// Where they were found first, in bytes from the start of the first piece.
    pub(crate) fn found(&self) -> Option<u64> {
        self.found
    }

    /// Looks at the next piece.
    pub(crate) fn look(&mut self, piece: &[u8]) {
        if self.found.is_none() && !self.needle.is_empty() {
            let kept = self.needle.len().saturating_sub(1);
            let before = length(&self.last);
            self.last.extend(piece.iter().take(kept));
            let across = memchr::memmem::find(&self.last, self.needle);
            let across = across.map(|at| self.seen.saturating_sub(before).saturating_add(at as u64));
            let within = || memchr::memmem::find(piece, self.needle).map(|at| self.seen.saturating_add(at as u64));
            self.found = across.or_else(within);
            if piece.len() >= kept {
                self.last.clear();
                self.last
                    .extend_from_slice(piece.get(piece.len().saturating_sub(kept)..).unwrap_or_default());
            } else {
                let drop = self.last.len().saturating_sub(kept);
                self.last.drain(..drop);
            }
        }
        self.seen = self.seen.saturating_add(length(piece));
    }

    /// Where `needle` is first in `place` of `input`, in bytes from the start of the input.
    ///
    /// # Errors
    ///
    /// Those of reading it.
    pub(crate) fn within(input: &Input, place: Place, needle: &'n [u8]) -> Result<Option<u64>, FileError> {
        let mut search = Self::new(needle);
        input.pieces(place, &mut |piece| {
            search.look(piece);
            Ok(())
        })?;
        Ok(search.found.map(|at| place.ofs.saturating_add(at)))
    }
}

/// Passes on what is written, and looks at it.
pub(crate) struct Searched<'s, 'n, S: ?Sized> {
    sink: &'s mut S,
    search: Search<'n>,
}

impl<'s, 'n, S: Write + ?Sized> Searched<'s, 'n, S> {
    pub(crate) fn new(sink: &'s mut S, search: Search<'n>) -> Self {
        Self { sink, search }
    }

    pub(crate) fn found(&self) -> Option<u64> {
        self.search.found()
    }
}

impl<S: Write + ?Sized> Write for Searched<'_, '_, S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.sink.write(bytes)?;
        self.search.look(bytes.get(..written).unwrap_or(bytes));
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_whatever_the_pieces() {
        let bytes = b"..ABABC..ABC";
        for step in 1..=bytes.len() {
            let found = |needle: &[u8]| {
                let mut search = Search::new(needle);
                bytes.chunks(step).for_each(|piece| search.look(piece));
                search.found()
            };
            assert_eq!(
                (found(b"ABC"), found(b".."), found(b"ABAB"), found(b"CB")),
                (Some(4), Some(0), Some(2), None)
            );
            assert_eq!((found(b"."), found(b"C")), (Some(0), Some(6)));
        }
    }
}
