//! Inputs made from ranges of others, or copied into a temporary file.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::Arc;

use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::plan::Piece;

use super::reader::WindowReader;
use super::source::{Input, LazySource, RandomAccess, WINDOW, Window, of_memory};
use super::stored_file::{became_shorter, read_at};
use crate::file_error::{FileError, Named};
use crate::file_name::FileName;
use crate::system::{unnamed_file, unnamed_folder};

/// A piece of an input.
#[derive(Debug, Clone)]
pub enum InputPiece {
    /// These bytes.
    Bytes(Vec<u8>),
    /// Zeros.
    Zeros(u64),
    /// A range inside another input.
    Range(Arc<Input>, Place),
}

impl InputPiece {
    /// Returns the length in bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => length(bytes),
            Self::Zeros(len) => *len,
            Self::Range(_, place) => place.len,
        }
    }

    /// Returns the total length of `pieces` in bytes.
    pub fn total(pieces: &[Self]) -> u64 {
        pieces.iter().map(Self::len).fold(0, u64::saturating_add)
    }
}

/// Converts the `pieces` of a plan. `content` returns the content of a slot; a slot without content becomes zeros.
pub fn plan_pieces<'p>(
    pieces: impl IntoIterator<Item = Piece<'p>>,
    content: impl Fn(usize) -> Option<(Arc<Input>, u64)>,
) -> Vec<InputPiece> {
    let pieces = pieces.into_iter().map(|piece| match piece {
        Piece::Bytes(bytes) => InputPiece::Bytes(bytes.into_owned()),
        Piece::Fill { fill: 0, len } => InputPiece::Zeros(len),
        Piece::Fill { fill, len } => InputPiece::Bytes(vec![fill; usize::try_from(len).unwrap_or(usize::MAX)]),
        Piece::Content { slot, len } => match content(slot) {
            Some((input, ofs)) => InputPiece::Range(input, Place { ofs, len }),
            None => InputPiece::Zeros(len),
        },
    });
    pieces.collect()
}

/// Joins pieces under a name for messages. If all ranges are from one file, the result counts as that file.
pub fn assemble(name: impl Into<FileName>, pieces: impl IntoIterator<Item = InputPiece>) -> Input {
    let mut made = Assembled::default();
    pieces.into_iter().for_each(|piece| made.push(piece));
    Input::lazy(name, made.len(), Box::new(made))
}

#[derive(Debug, Default)]
struct Assembled {
    /// Each with its end.
    pieces: Vec<(u64, InputPiece)>,
    inputs: Vec<Arc<Input>>,
    /// Addresses in memory.
    known: BTreeSet<usize>,
}

impl Assembled {
    /// Empty pieces are dropped, and adjacent ranges are merged.
    fn push(&mut self, piece: InputPiece) {
        let end = self.len().saturating_add(piece.len());
        if piece.len() == 0 {
            return;
        }
        match (self.pieces.last_mut(), &piece) {
            (Some((last_end, InputPiece::Range(last, before))), InputPiece::Range(input, place))
                if Arc::ptr_eq(last, input) && before.end() == place.ofs =>
            {
                before.len = before.len.saturating_add(place.len);
                *last_end = end;
            }
            (_, InputPiece::Range(input, _)) => {
                if self.known.insert(Arc::as_ptr(input).addr()) {
                    self.inputs.push(Arc::clone(input));
                }
                self.pieces.push((end, piece));
            }
            _ => self.pieces.push((end, piece)),
        }
    }

    fn len(&self) -> u64 {
        self.pieces.last().map_or(0, |(end, _)| *end)
    }

    /// The overlapping pieces, cut to `place`.
    fn within(&self, place: Place) -> impl Iterator<Item = (&InputPiece, Place)> {
        let first = self.pieces.partition_point(|(end, _)| *end <= place.ofs);
        let rest = self.pieces.get(first..).unwrap_or_default().iter();
        let rest = rest.map(|(end, piece)| (end.saturating_sub(piece.len()), piece));
        let met = rest.take_while(move |(start, _)| *start < place.end());
        met.map(move |(start, piece)| {
            let from = place.ofs.saturating_sub(start);
            let upto = place.end().saturating_sub(start).min(piece.len());
            (piece, Place { ofs: from, len: upto.saturating_sub(from) })
        })
    }
}

impl LazySource for Assembled {
    fn window(&self, ofs: u64, len: u64) -> Result<Window<'static>, FileError> {
        let mut bytes = Vec::new();
        let mut reader: Option<WindowReader<'_>> = None;
        for (piece, place) in self.within(Place { ofs, len }) {
            match piece {
                InputPiece::Bytes(known) => bytes.extend_from_slice(of_memory(known, place.ofs, place.len)),
                InputPiece::Zeros(_) => {
                    let len = usize::try_from(place.len).unwrap_or(usize::MAX);
                    bytes.resize(bytes.len().saturating_add(len), 0);
                }
                InputPiece::Range(input, range) => {
                    let ofs = range.ofs.saturating_add(place.ofs);
                    if place.len == len {
                        return Ok(Window::read(input.window(ofs, len)?.into_vec()));
                    }
                    // Nearby ranges share one window.
                    let known = reader.take().filter(|reader| std::ptr::eq(reader.input(), &**input));
                    let reader = reader.insert(known.unwrap_or_else(|| WindowReader::new(input)));
                    let view = reader.view(ofs, place.len)?;
                    bytes.extend(view.iter().take(usize::try_from(place.len).unwrap_or(usize::MAX)));
                }
            }
        }
        Ok(Window::read(bytes))
    }

    fn piece(&self, ofs: u64, len: u64) -> Result<Window<'static>, FileError> {
        self.window(ofs, len.min(WINDOW))
    }

    fn verify(&self) -> Result<(), FileError> {
        self.inputs.iter().try_for_each(|input| input.verify())
    }

    fn release(&self) {
        self.inputs.iter().for_each(|input| input.release());
    }

    fn is_decompressed(&self) -> bool {
        self.inputs.iter().any(|input| input.is_decompressed())
    }

    fn inputs(&self) -> &[Arc<Input>] {
        &self.inputs
    }
}

/// Copies in one unnamed file until they are written.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    file: Option<Arc<File>>,
    end: u64,
}

impl Kept {
    /// Keeps the output of `write`, under a name for messages.
    pub(crate) fn write<E: From<FileError>>(
        &mut self,
        name: &FileName,
        write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<Arc<Input>, E> {
        let folder = unnamed_folder();
        let fail = |error| FileError::new(&folder, error);
        let file = match &self.file {
            Some(file) => Arc::clone(file),
            None => Arc::clone(self.file.insert(Arc::new(unnamed_file().map_err(fail)?))),
        };
        let mut out = &*file;
        // A read may have moved the position.
        out.seek(SeekFrom::Start(self.end)).map_err(fail)?;
        write(&mut Named { file: &folder, out: &mut out })?;
        let end = out.stream_position().map_err(fail)?;
        let place = Place { ofs: self.end, len: end.saturating_sub(self.end) };
        self.end = end;
        Ok(Arc::new(Input::from_random_access(
            name.clone(),
            KeptFile { file, place },
        )))
    }
}

#[derive(Debug)]
struct KeptFile {
    file: Arc<File>,
    place: Place,
}

impl RandomAccess for KeptFile {
    fn size(&self) -> u64 {
        self.place.len
    }

    fn read_at(&self, ofs: u64, into: &mut [u8]) -> io::Result<()> {
        match read_at(&self.file, self.place.ofs.saturating_add(ofs), into)? {
            true => Ok(()),
            false => Err(became_shorter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_show_joined_pieces() {
        let bytes: Vec<u8> = (0..100_000_u32).map(|n| n.to_le_bytes()[0]).collect();
        let other = Arc::new(Input::from_bytes("other", bytes.clone()));
        let range = |ofs, len| InputPiece::Range(Arc::clone(&other), Place { ofs, len });
        let pieces = [
            InputPiece::Bytes(b"head".to_vec()),
            range(10, 20),
            range(30, 50_000),
            InputPiece::Zeros(5_000),
            range(5, 7),
            InputPiece::Bytes(Vec::new()),
            range(1, 3),
        ];
        let expected: Vec<u8> = [b"head", &bytes[10..50_030], &[0; 5_000], &bytes[5..12], &bytes[1..4]].concat();
        let made = assemble("made", pieces);
        assert_eq!(made.len(), 55_034);
        for (ofs, len) in [(0, 55_034), (1, 2), (3, 2), (100, 10), (50_020, 10), (50_000, 5_034), (55_030, 100)] {
            let end = (ofs + len).min(expected.len());
            let shown = made.window(ofs as u64, len as u64).unwrap();
            assert!(*shown == expected[ofs..end], "{ofs} {len}");
            let mut pieces = Vec::new();
            made.pieces(Place { ofs: ofs as u64, len: len as u64 }, &mut |piece| {
                pieces.extend_from_slice(piece);
                Ok(())
            })
            .unwrap();
            assert!(pieces == expected[ofs..end], "{ofs} {len}");
        }
    }

    #[test]
    fn copies_keep_their_bytes() {
        let mut kept = Kept::default();
        let mut copy = |bytes: &[u8]| {
            let write = |out: &mut dyn Write| out.write_all(bytes).map_err(|error| FileError::new("in", error));
            kept.write(&"in".into(), write).unwrap()
        };
        let (one, empty) = (copy(b"first"), copy(b""));
        assert_eq!(*one.window(0, 9).unwrap(), *b"first");
        let other = copy(b"another");
        assert_eq!((kept.end, empty.len()), (12, 0));
        assert_eq!(*one.window(1, 3).unwrap(), *b"irs");
        assert_eq!(*other.window(0, 9).unwrap(), *b"another");
    }
}
