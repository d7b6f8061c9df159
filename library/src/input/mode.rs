//! The mode of a file: who may read, write and run it.

use std::fs::Metadata;

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
