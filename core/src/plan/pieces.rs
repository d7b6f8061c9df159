//! Where each part of a file will be, worked out before a byte is written: the one way in which every format is written.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::content::Content;
use crate::bytes::{Place, length};
use crate::error::{WriteError, WriteProblem};

/// One part of the file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// These bytes.
    Bytes(Cow<'a, [u8]>),
    /// `len` times the byte `fill`.
    Fill {
        /// The byte.
        fill: u8,
        /// How many.
        len: u64,
    },
    /// The content number `slot` (from 0, in the builder's order), `len` bytes that are elsewhere.
    Content {
        /// Which content.
        slot: usize,
        /// Its length in bytes.
        len: u64,
    },
}

/// A file that could be written: its parts in order, and the place of each content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan<'a> {
    /// The parts, in file order, without gaps.
    pub pieces: Vec<Piece<'a>>,
    /// Where each content is, by slot; offsets from the start of the container.
    pub places: Vec<Place>,
    len: u64,
}

/// Where reserved bytes are in a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reserved {
    piece: usize,
    at: usize,
}

impl<'a> Plan<'a> {
    /// An empty file.
    pub fn new() -> Self {
        Self::default()
    }

    /// Length of the file in bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Adds bytes.
    pub fn bytes(&mut self, bytes: impl Into<Cow<'a, [u8]>>) {
        let bytes = bytes.into();
        self.len = self.len.saturating_add(length(&bytes));
        // Short pieces are joined, but never to borrowed ones: those may be large, and would be copied.
        if let (Some(Piece::Bytes(Cow::Owned(last))), false) = (self.pieces.last_mut(), bytes.len() > 64) {
            last.extend_from_slice(&bytes);
        } else if !bytes.is_empty() {
            self.pieces.push(Piece::Bytes(bytes));
        }
    }

    /// Adds `len` zero bytes whose values become known later; see [`Plan::fill_in`].
    pub(crate) fn reserve(&mut self, len: u64) -> Reserved {
        let zeros = alloc::vec![0; usize::try_from(len).unwrap_or(0)];
        let joined = match self.pieces.last() {
            Some(Piece::Bytes(Cow::Owned(last))) => last.len(),
            _ => 0,
        };
        self.len = self.len.saturating_add(len);
        if let (Some(Piece::Bytes(Cow::Owned(last))), true) = (self.pieces.last_mut(), joined > 0) {
            last.extend_from_slice(&zeros);
        } else {
            self.pieces.push(Piece::Bytes(Cow::Owned(zeros)));
        }
        Reserved { piece: self.pieces.len().saturating_sub(1), at: joined }
    }

    /// Puts `bytes` in the reserved bytes.
    pub(crate) fn fill_in(&mut self, reserved: Reserved, bytes: &[u8]) {
        if let Some(Piece::Bytes(Cow::Owned(piece))) = self.pieces.get_mut(reserved.piece) {
            for (to, from) in piece.iter_mut().skip(reserved.at).zip(bytes) {
                *to = *from;
            }
        }
    }

    /// Adds fill bytes up to the offset `ofs`; does nothing when the plan has passed it.
    pub fn fill_to(&mut self, ofs: u64, fill: u8) {
        let len = ofs.saturating_sub(self.len);
        if len > 0 {
            self.pieces.push(Piece::Fill { fill, len });
            self.len = ofs;
        }
    }

    /// Adds content and gives it the next slot.
    pub fn content(&mut self, content: Content<'a>) {
        let (slot, len) = (self.places.len(), content.len());
        self.places.push(Place { ofs: self.len, len });
        match content {
            Content::Inline(bytes) if bytes.is_empty() => {}
            Content::Inline(bytes) => self.pieces.push(Piece::Bytes(bytes)),
            Content::External(len) => self.pieces.push(Piece::Content { slot, len }),
        }
        self.len = self.len.saturating_add(len);
    }

    /// The same plan, independent of the builder that made it. Copies the bytes that are at hand.
    pub fn into_owned(self) -> Plan<'static> {
        let pieces = self.pieces.into_iter().map(|piece| match piece {
            Piece::Bytes(bytes) => Piece::Bytes(Cow::Owned(bytes.into_owned())),
            Piece::Fill { fill, len } => Piece::Fill { fill, len },
            Piece::Content { slot, len } => Piece::Content { slot, len },
        });
        Plan { pieces: pieces.collect(), places: self.places, len: self.len }
    }

    /// The file's bytes, if all content is at hand.
    ///
    /// # Errors
    ///
    /// Content that is not at hand; a length that memory cannot have.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WriteError> {
        let mut out = Vec::new();
        for piece in &self.pieces {
            match piece {
                Piece::Bytes(bytes) => out.extend_from_slice(bytes),
                Piece::Fill { fill, len } => {
                    let len = usize::try_from(*len).map_err(|_| WriteError::new("", WriteProblem::Overflow))?;
                    out.resize(out.len().saturating_add(len), *fill);
                }
                Piece::Content { .. } => {
                    let why = String::from("some content is not at hand: write the plan to a sink instead");
                    return Err(WriteError::new("", WriteProblem::Unreadable { why }));
                }
            }
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_without_foreign_content_gives_its_bytes() {
        let content = Content::from(&b"xy"[..]);
        let mut plan = Plan::new();
        plan.bytes(&b"ab"[..]);
        plan.fill_to(4, 0);
        plan.content(content);
        assert_eq!(plan.to_bytes().unwrap(), b"ab\0\0xy");
        assert_eq!(plan.places, [Place { ofs: 4, len: 2 }]);
    }
}
