//! A range of bytes.

/// A range of bytes in a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The offset of the first byte, in bytes from the start of the container.
    pub ofs: u64,
    /// The number of bytes.
    pub len: u64,
}

impl Place {
    /// Returns the offset after the last byte.
    pub fn end(self) -> u64 {
        self.ofs.saturating_add(self.len)
    }
}
