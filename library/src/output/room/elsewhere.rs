//! Room on a disk, where systems have no calls to ask for it: whether there is enough turns out in writing.

use std::fs::File;
use std::io;

/// Nothing is asked for.
pub(in crate::output) fn reserve(_file: &File, _ofs: u64, _len: u64) -> io::Result<()> {
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

/// Nothing is shared.
pub(in crate::output) fn shares(_file: &File) -> bool {
    false
}

/// Nothing is shared.
pub(in crate::output) fn share(_from: &File, _ofs: u64, _to: &File, _at: u64, _len: u64) -> io::Result<u64> {
    Err(io::ErrorKind::Unsupported.into())
}
