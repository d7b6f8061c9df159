//! Some bytes of an input, as long as they are looked at.

use std::ops::{Deref, Range};
use std::sync::Arc;

/// Bytes mapped at once: large enough that calls do not count, small enough to stay in the processor's cache (measured).
pub(crate) const WINDOW: u64 = 8 << 20;

/// Some bytes of an input.
#[derive(Debug)]
pub enum Window<'a> {
    /// They are in memory anyway.
    Borrowed(&'a [u8]),
    /// They have been read.
    Read(Vec<u8>),
    /// They are mapped.
    Mapped(memmap2::Mmap),
    /// They are part of bytes that others look at too.
    Shared(Arc<Vec<u8>>, Range<usize>),
}

impl Window<'_> {
    /// The bytes themselves, copied if they are only shown.
    pub(crate) fn into_vec(self) -> Vec<u8> {
        match self {
            Self::Read(bytes) => bytes,
            shown => shown.to_vec(),
        }
    }
}

impl Deref for Window<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Read(bytes) => bytes,
            Self::Mapped(bytes) => bytes,
            Self::Shared(bytes, range) => bytes.get(range.clone()).unwrap_or_default(),
        }
    }
}

impl AsRef<[u8]> for Window<'_> {
    fn as_ref(&self) -> &[u8] {
        self
    }
}
