//! Reads a range of a file without moving anything that another thread could see.

use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

static READ: AtomicU64 = AtomicU64::new(0);

/// Returns the number of bytes that all threads of the process have read from files so far, for showing progress.
pub fn bytes_read() -> u64 {
    READ.load(Ordering::Relaxed)
}

/// Fills `into` with the bytes from `ofs` on. False if the file ends before.
pub(super) fn read_at(file: &File, ofs: u64, into: &mut [u8]) -> io::Result<bool> {
    let mut at = ofs;
    let mut rest = into;
    while !rest.is_empty() {
        match read_some(file, rest, at) {
            Ok(0) => return Ok(false),
            Ok(count) => {
                rest = rest.get_mut(count..).unwrap_or_default();
                let count = u64::try_from(count).unwrap_or(u64::MAX);
                READ.fetch_add(count, Ordering::Relaxed);
                at = at.saturating_add(count);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}

#[cfg(unix)]
fn read_some(file: &File, into: &mut [u8], ofs: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, into, ofs)
}

#[cfg(windows)]
fn read_some(file: &File, into: &mut [u8], ofs: u64) -> io::Result<usize> {
    // Moves the file's own position, which is not used.
    std::os::windows::fs::FileExt::seek_read(file, into, ofs)
}

#[cfg(not(any(unix, windows)))]
fn read_some(_file: &File, _into: &mut [u8], _ofs: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}
