//! Streams: the file, a part of it, or unpacked bytes, with a position.

use super::value::Bits;

#[derive(Debug)]
pub(crate) struct Stream<'b> {
    pub(crate) of: Bits<'b>,
    pub(crate) at: u64,
    /// The remaining bits of a partly read byte, and their number.
    pub(crate) bits: u64,
    pub(crate) left: u32,
}

impl<'b> Stream<'b> {
    pub(crate) fn new(of: Bits<'b>) -> Self {
        Self { of, at: 0, bits: 0, left: 0 }
    }
}
