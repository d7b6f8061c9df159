//! What tells whether a file is still the one that was opened, with the bytes that it had.

use std::fs::Metadata;
use std::time::SystemTime;

use super::identity::Identity;

/// What the system says of a file when it is opened. It is another one afterwards if the file was replaced, became longer or shorter, or
/// was written to. (A write within the same tick of the file system's clock as one before can not be told; Linux 6.13 and later have no
/// such ticks where files are asked for their times.)
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    identity: Option<Identity>,
    len: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    /// That of the file with this metadata.
    pub(super) fn new(metadata: &Metadata) -> Self {
        Self { identity: Identity::new(metadata), len: metadata.len(), modified: metadata.modified().ok() }
    }

    /// Length of the file in bytes.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Which file it is, if it is a regular one.
    pub(super) fn identity(&self) -> Option<Identity> {
        self.identity
    }
}
