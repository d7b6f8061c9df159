//! What systems have that a browser has not: files without names, and a clock. Everything else that there is not fails when it is called.

use std::fs::File;
use std::io;
use std::time::{Duration, Instant};

use tempfile::SpooledTempFile;

use crate::file_error::FileError;
use crate::file_name::FileName;

/// Whether there is a system. WebAssembly in a browser has none: there the standard library panics where these ask it.
pub(crate) const THERE_IS_ONE: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// The folder in which files without names are, to be told of what is wrong with these.
pub(crate) fn unnamed_folder() -> FileName {
    match THERE_IS_ONE {
        true => std::env::temp_dir().into(),
        false => "memory".into(),
    }
}

/// A file that has no name, and goes with the process.
///
/// # Errors
///
/// What the system says of the folder that it would be in, and that there is none.
pub fn unnamed_file() -> io::Result<File> {
    match THERE_IS_ONE {
        true => tempfile::tempfile().map_err(|error| FileError::new(unnamed_folder(), error).into()),
        false => Err(no_disk()),
    }
}

/// The error that there is no place for so many bytes, where there is no system.
pub(crate) fn no_disk() -> io::Error {
    let text = "it takes more memory than there is for it here, and there is no disk";
    io::Error::new(io::ErrorKind::Unsupported, text)
}

/// What waits to be read or written as a whole stays in memory up to this many bytes.
const IN_MEMORY: usize = 1 << 20;

/// The same, which is in memory while it is short; always where there is no system.
pub fn spool() -> SpooledTempFile {
    spool_up_to(IN_MEMORY)
}

/// The same, which is in memory while it takes `in_memory` bytes at most.
pub(crate) fn spool_up_to(in_memory: usize) -> SpooledTempFile {
    tempfile::spooled_tempfile(if THERE_IS_ONE { in_memory } else { usize::MAX })
}

/// When something began, where there is a clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Started(Option<Instant>);

impl Started {
    /// It begins.
    pub(crate) fn now() -> Self {
        Self(THERE_IS_ONE.then(Instant::now))
    }

    /// How long it has taken.
    pub(crate) fn elapsed(self) -> Option<Duration> {
        self.0.map(|start| start.elapsed())
    }
}
