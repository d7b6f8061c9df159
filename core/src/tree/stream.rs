//! Streams: the file, parts of it, and what was unpacked; and how far each has been read.

use super::value::Bits;

/// A stream, and how far it has been read.
#[derive(Debug)]
pub(crate) struct Stream<'b> {
    /// All of it.
    pub(crate) of: Bits<'b>,
    /// What is read next, from its start.
    pub(crate) at: u64,
    /// Bits of a byte that has been read in part, and how many.
    pub(crate) bits: u64,
    pub(crate) left: u32,
}

impl<'b> Stream<'b> {
    pub(crate) fn new(of: Bits<'b>) -> Self {
        Self { of, at: 0, bits: 0, left: 0 }
    }
}
