//! The layout of a file, computed before writing.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::content::Content;
use crate::bytes::{Place, length};
use crate::error::{WriteError, WriteProblem};

/// A piece of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// These bytes.
    Bytes(Cow<'a, [u8]>),
    /// The byte `fill`, `len` times.
    Fill {
        /// The byte.
        fill: u8,
        /// The number of bytes.
        len: u64,
    },
    /// `len` bytes of external content, by slot: the position among all content, from 0.
    Content {
        /// The slot of the content.
        slot: usize,
        /// The length in bytes.
        len: u64,
    },
}

/// The layout of a file: its pieces and the place of each content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan<'a> {
    /// The pieces, in file order, without gaps.
    pub pieces: Vec<Piece<'a>>,
    /// The place of each content, by slot, in bytes from the start of the container.
    pub places: Vec<Place>,
    len: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reserved {
    piece: usize,
    at: usize,
}

impl<'a> Plan<'a> {
    /// Creates the plan of an empty file.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the length of the file in bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Appends bytes.
    pub fn bytes(&mut self, bytes: impl Into<Cow<'a, [u8]>>) {
        let bytes = bytes.into();
        self.len = self.len.saturating_add(length(&bytes));
        // Join short pieces, except with borrowed ones, which may be large and would be copied.
        if let (Some(Piece::Bytes(Cow::Owned(last))), false) = (self.pieces.last_mut(), bytes.len() > 64) {
            last.extend_from_slice(&bytes);
        } else if !bytes.is_empty() {
            self.pieces.push(Piece::Bytes(bytes));
        }
    }

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

    pub(crate) fn fill_in(&mut self, reserved: Reserved, bytes: &[u8]) {
        if let Some(Piece::Bytes(Cow::Owned(piece))) = self.pieces.get_mut(reserved.piece) {
            for (to, from) in piece.iter_mut().skip(reserved.at).zip(bytes) {
                *to = *from;
            }
        }
    }

    pub(crate) fn each_byte(&self, from: u64, to: u64, show: &mut dyn FnMut(&[u8])) {
        let mut start = 0_u64;
        for piece in &self.pieces {
            let len = match piece {
                Piece::Bytes(bytes) => length(bytes),
                Piece::Fill { len, .. } | Piece::Content { len, .. } => *len,
            };
            let within = |at: u64| usize::try_from(at.saturating_sub(start).min(len)).unwrap_or(usize::MAX);
            match piece {
                Piece::Bytes(bytes) => show(bytes.get(within(from)..within(to)).unwrap_or_default()),
                Piece::Fill { fill, .. } => (within(from)..within(to)).for_each(|_| show(&[*fill])),
                Piece::Content { .. } => {}
            }
            start = start.saturating_add(len);
        }
    }

    /// Appends fill bytes up to the offset `ofs`, if the plan is shorter.
    pub fn fill_to(&mut self, ofs: u64, fill: u8) {
        let len = ofs.saturating_sub(self.len);
        if len > 0 {
            self.pieces.push(Piece::Fill { fill, len });
            self.len = ofs;
        }
    }

    /// Appends content in the next slot.
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

    /// Returns a plan without borrows, by copying its bytes.
    pub fn into_owned(self) -> Plan<'static> {
        let pieces = self.pieces.into_iter().map(|piece| match piece {
            Piece::Bytes(bytes) => Piece::Bytes(Cow::Owned(bytes.into_owned())),
            Piece::Fill { fill, len } => Piece::Fill { fill, len },
            Piece::Content { slot, len } => Piece::Content { slot, len },
        });
        Plan { pieces: pieces.collect(), places: self.places, len: self.len }
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if content is external, or if the length exceeds memory.
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
    fn plan_with_inline_content_gives_bytes() {
        let content = Content::from(&b"xy"[..]);
        let mut plan = Plan::new();
        plan.bytes(&b"ab"[..]);
        plan.fill_to(4, 0);
        plan.content(content);
        assert_eq!(plan.to_bytes().unwrap(), b"ab\0\0xy");
        assert_eq!(plan.places, [Place { ofs: 4, len: 2 }]);
    }
}
