//! The identity of a file, independent of its name.

use std::fs::Metadata;

/// The identity of a file, independent of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    device: u64,
    inode: u64,
}

impl Identity {
    /// The identity of a regular file; others (a terminal, the null device) have none, because writing to them
    /// does not take anything away from reading them.
    #[cfg(unix)]
    pub(crate) fn new(metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        metadata
            .is_file()
            .then(|| Self { device: metadata.dev(), inode: metadata.ino() })
    }

    /// Files have no identity here.
    #[cfg(not(unix))]
    pub(crate) fn new(_metadata: &Metadata) -> Option<Self> {
        None
    }
}
