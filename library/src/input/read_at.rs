//! Reads a range of a file without moving anything that another thread could see.

use std::fs::File;
use std::io;

/// The `len` bytes from `ofs` on; none if the file ends before.
pub(super) fn read_at(file: &File, ofs: u64, len: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    bytes
        .try_reserve_exact(len)
        .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    bytes.resize(len, 0);
    let mut at = ofs;
    let mut rest = bytes.as_mut_slice();
    while !rest.is_empty() {
        match read_some(file, rest, at) {
            Ok(0) => return Ok(None),
            Ok(count) => {
                rest = rest.get_mut(count..).unwrap_or_default();
                at = at.saturating_add(u64::try_from(count).unwrap_or(u64::MAX));
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Some(bytes))
}

#[cfg(unix)]
fn read_some(file: &File, into: &mut [u8], ofs: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, into, ofs)
}

#[cfg(windows)]
fn read_some(file: &File, into: &mut [u8], ofs: u64) -> io::Result<usize> {
    // Moves the file's own position, which nobody uses.
    std::os::windows::fs::FileExt::seek_read(file, into, ofs)
}
