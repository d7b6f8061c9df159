//! The identity of a file, independent of its name.

use std::fs::{self, Metadata};
use std::path::Path;

use crate::file_name::STANDARD;

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

/// The identity of the regular file that is at `path`, if one does.
pub(crate) fn identity(path: &Path) -> Option<Identity> {
    if path.as_os_str() == STANDARD {
        return None;
    }
    fs::metadata(path).ok().as_ref().and_then(Identity::new)
}
