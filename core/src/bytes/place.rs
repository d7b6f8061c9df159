//! A range of bytes.

/// A range that has been found to lie within a container: `ofs` counts from the start of the container, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// First byte.
    pub ofs: u64,
    /// Number of bytes.
    pub len: u64,
}

impl Place {
    /// The byte after the last.
    pub fn end(self) -> u64 {
        self.ofs.saturating_add(self.len)
    }
}
