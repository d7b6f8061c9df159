//! Opens files where what is named may be anything: opening does not wait for what a pipe or device may give, or never gives.

use std::fs::File;
use std::io;
use std::path::Path;

/// Opens the file at `path`. Opening what is no regular file does not wait either.
#[cfg(unix)]
pub(super) fn open_at_once(path: &Path) -> io::Result<File> {
    use rustix::fs::{CWD, Mode, OFlags, openat};

    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(openat(CWD, path, flags, Mode::empty())?.into())
}

/// The same, where opening waits for nothing.
#[cfg(not(unix))]
pub(super) fn open_at_once(path: &Path) -> io::Result<File> {
    File::open(path)
}
