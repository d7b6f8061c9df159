//! Content of a file.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::bytes::length;

/// Content that a builder places without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content<'a> {
    /// The bytes.
    Inline(Cow<'a, [u8]>),
    /// The number of bytes. The writer of the plan supplies them by slot ([`super::Piece::Content`]).
    External(u64),
}

impl Default for Content<'_> {
    fn default() -> Self {
        Self::Inline(Cow::Borrowed(&[]))
    }
}

impl Content<'_> {
    /// Returns the number of bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u64 {
        match self {
            Self::Inline(bytes) => length(bytes),
            Self::External(len) => *len,
        }
    }

    /// Returns the same content without copying its bytes.
    pub fn borrowed(&self) -> Content<'_> {
        match self {
            Self::Inline(bytes) => Content::Inline(Cow::Borrowed(bytes)),
            Self::External(len) => Content::External(*len),
        }
    }
}

impl<'a> From<&'a [u8]> for Content<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Inline(Cow::Borrowed(bytes))
    }
}

impl From<Vec<u8>> for Content<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Inline(Cow::Owned(bytes))
    }
}
