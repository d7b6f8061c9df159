//! The source of a file that is read: a window on its start, or pages anywhere in it.

use core::fmt::Debug;

use crate::bytes::{Bytes, length};
use crate::error::{Problem, ReadError};

/// A file whose bytes are provided on demand, wherever they are.
pub trait Pages: Debug {
    /// Returns the bytes at a place within the file, or `None` if the limit is reached or they cannot be obtained.
    fn bytes(&self, ofs: u64, len: u64) -> Option<&[u8]>;

    /// Returns the length of the file in bytes.
    fn file_len(&self) -> u64;

    /// Returns the offset of the file, in bytes from the start of the input.
    fn origin(&self) -> u64;

    /// Returns the maximum number of bytes that are provided.
    fn limit(&self) -> u64;
}

/// The source of a file that is read.
#[derive(Debug, Clone, Copy)]
pub(super) enum Source<'b> {
    Window(Bytes<'b>),
    Pages(&'b dyn Pages),
}

impl<'b> Source<'b> {
    /// Returns the length of the file in bytes.
    pub(super) fn len(self) -> u64 {
        match self {
            Self::Window(bytes) => bytes.len(),
            Self::Pages(pages) => pages.file_len(),
        }
    }

    /// Returns `ofs` as an offset from the start of the input.
    pub(super) fn absolute(self, ofs: u64) -> u64 {
        match self {
            Self::Window(bytes) => bytes.absolute(ofs),
            Self::Pages(pages) => pages.origin().saturating_add(ofs),
        }
    }

    /// Returns the bytes at a place.
    pub(super) fn take(self, ofs: u64, len: u64) -> Result<&'b [u8], ReadError> {
        let pages = match self {
            Self::Window(bytes) => return bytes.take(ofs, len),
            Self::Pages(pages) => pages,
        };
        let have = pages.file_len().saturating_sub(ofs);
        if len > have {
            return Err(ReadError::new(
                self.absolute(ofs),
                Problem::Truncated { need: len, have },
            ));
        }
        pages.bytes(ofs, len).ok_or_else(|| {
            let problem = Problem::OverBudget { what: "the bytes that are looked at", limit: pages.limit() };
            ReadError::new(self.absolute(ofs), problem)
        })
    }

    /// Returns the available bytes at a place, of pages the first `want`, and whether there are more.
    pub(super) fn view(self, ofs: u64, len: u64, want: u64) -> Result<(&'b [u8], bool), ReadError> {
        let shown = match self {
            Self::Window(bytes) => {
                let window = bytes.window();
                let from = usize::try_from(ofs).unwrap_or(usize::MAX).min(window.len());
                let rest = window.get(from..).unwrap_or_default();
                rest.get(..usize::try_from(len).unwrap_or(usize::MAX)).unwrap_or(rest)
            }
            Self::Pages(_) => self.take(ofs, len.min(want))?,
        };
        Ok((shown, length(shown) < len))
    }

    /// Requests a window that shows more; pages provide it.
    pub(super) fn ask(self) -> Result<(), ReadError> {
        match self {
            Self::Window(bytes) => {
                let upto = length(bytes.window()).saturating_mul(2).min(bytes.len()).max(1);
                bytes.take(0, upto).map(|_| ())
            }
            Self::Pages(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_more_of_an_empty_file_is_an_error() {
        assert!(Source::Window(Bytes::new(&[])).ask().is_err());
        assert!(Source::Window(Bytes::new(b"a")).ask().is_ok());
    }
}
