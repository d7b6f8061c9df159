//! Writes a range of a file without moving anything that another thread could see.

use std::fs::File;
use std::io;

/// Writes `bytes` from byte `ofs` of the file on.
#[cfg(unix)]
pub(super) fn write_at(file: &File, bytes: &[u8], ofs: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, ofs)
}

/// Writes `bytes` from byte `ofs` of the file on. Moves the file's own position, which is not used.
#[cfg(windows)]
pub(super) fn write_at(file: &File, bytes: &[u8], ofs: u64) -> io::Result<()> {
    let (mut rest, mut at) = (bytes, ofs);
    while !rest.is_empty() {
        match std::os::windows::fs::FileExt::seek_write(file, rest, at) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => {
                rest = rest.get(count..).unwrap_or_default();
                at = at.saturating_add(u64::try_from(count).unwrap_or(u64::MAX));
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// There are no files to write to.
#[cfg(not(any(unix, windows)))]
pub(super) fn write_at(_file: &File, _bytes: &[u8], _ofs: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
