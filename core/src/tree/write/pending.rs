//! What is filled in later: numbers and checksums, and where they are.

use super::place::Place;
use crate::tree::tables::Summed;

/// A number that is filled in once what it measures has been written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pending {
    pub(super) place: Place,
    /// Where it is.
    pub(super) at: usize,
    pub(super) is_offset: bool,
}

/// A checksum whose bytes are still changing.
#[derive(Debug, Clone, Copy)]
pub(super) struct PendingSum {
    pub(super) place: Place,
    /// Where it is, and its length.
    pub(super) at: usize,
    pub(super) len: usize,
    pub(super) sum: &'static Summed<'static>,
}

impl PendingSum {
    /// From where to where it is itself.
    pub(super) fn range(&self) -> [u64; 2] {
        [self.at, self.at.saturating_add(self.len)].map(|place| u64::try_from(place).unwrap_or(u64::MAX))
    }
}
