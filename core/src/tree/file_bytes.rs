//! The window onto a file that is being read.

use crate::bytes::{Bytes, length};
use crate::error::ReadError;

#[derive(Debug, Clone, Copy)]
pub(crate) struct FileBytes<'b>(pub(crate) Bytes<'b>);

impl<'b> FileBytes<'b> {
    pub(crate) fn len(self) -> u64 {
        self.0.len()
    }

    pub(crate) fn absolute(self, ofs: u64) -> u64 {
        self.0.absolute(ofs)
    }

    pub(crate) fn take(self, ofs: u64, len: u64) -> Result<&'b [u8], ReadError> {
        self.0.take(ofs, len)
    }

    #[inline]
    pub(crate) fn shown(self, ofs: u64, len: u64) -> Option<&'b [u8]> {
        let rest = self.0.window().get(usize::try_from(ofs).ok()?..)?;
        rest.get(..usize::try_from(len).ok()?)
    }

    /// From the start of the file instead of the input.
    pub(crate) fn relative(self, absolute: u64) -> u64 {
        absolute.saturating_sub(self.0.origin())
    }

    pub(crate) fn view(self, ofs: u64, len: u64) -> (&'b [u8], bool) {
        let window = self.0.window();
        let from = usize::try_from(ofs).unwrap_or(usize::MAX).min(window.len());
        let rest = window.get(from..).unwrap_or_default();
        let shown = rest.get(..usize::try_from(len).unwrap_or(usize::MAX)).unwrap_or(rest);
        (shown, length(shown) < len)
    }

    /// Requests a larger window.
    pub(crate) fn ask(self) -> Result<(), ReadError> {
        let upto = length(self.0.window()).saturating_mul(2).min(self.0.len()).max(1);
        self.0.take(0, upto).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_file_cannot_request_more() {
        assert!(FileBytes(Bytes::new(&[])).ask().is_err());
        assert!(FileBytes(Bytes::new(b"a")).ask().is_ok());
    }
}
