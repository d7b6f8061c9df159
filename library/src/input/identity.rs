//! What the system says of a file: which it is, whether it is still the same, and who may use it.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::SystemTime;

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

/// That of the file with this metadata.
#[cfg(unix)]
pub(crate) fn mode_of(there: &Metadata) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    Some(there.mode())
}

/// Files have no mode.
#[cfg(not(unix))]
pub(crate) fn mode_of(_there: &Metadata) -> Option<u32> {
    None
}
