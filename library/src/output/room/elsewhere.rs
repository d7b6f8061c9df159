//! Room on a disk, where systems have no calls to ask for it: whether there is enough turns out in writing.

use std::fs::File;
use std::io;

/// Nothing is asked for.
pub(in crate::output) fn reserve(_file: &File, _len: u64) -> io::Result<()> {
    Ok(())
}

/// Nothing is asked for.
pub(in crate::output) fn reserve_to_overwrite(_file: &File, _len: u64) -> io::Result<()> {
    Ok(())
}

/// Nothing is shared.
pub(in crate::output) fn clone(_from: &File, _to: &File) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
