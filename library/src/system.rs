//! Unnamed files and a clock, which a browser lacks. Other missing parts of a system fail when called.

use std::fs::File;
use std::io;
use std::time::{Duration, Instant};

use tempfile::SpooledTempFile;

use crate::file_error::FileError;
use crate::file_name::FileName;

/// False in a browser, where the standard library panics on these calls.
pub(crate) const THERE_IS_ONE: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// For error messages.
pub(crate) fn unnamed_folder() -> FileName {
    match THERE_IS_ONE {
        true => std::env::temp_dir().into(),
        false => "memory".into(),
    }
}

/// Creates an unnamed file that disappears with the process.
///
/// # Errors
///
/// Returns the error of the system for the temporary folder, or an error if there is no file system.
pub fn unnamed_file() -> io::Result<File> {
    match THERE_IS_ONE {
        true => tempfile::tempfile().map_err(|error| FileError::new(unnamed_folder(), error).into()),
        false => Err(no_disk()),
    }
}

pub(crate) fn no_disk() -> io::Error {
    let text = "not enough memory, and there is no disk";
    io::Error::new(io::ErrorKind::Unsupported, text)
}

/// In bytes, for spooled data.
const IN_MEMORY: usize = 1 << 20;

/// Creates an unnamed file that stays in memory while it is short, or always without a file system.
pub fn spool() -> SpooledTempFile {
    spool_up_to(IN_MEMORY)
}

pub(crate) fn spool_up_to(in_memory: usize) -> SpooledTempFile {
    tempfile::spooled_tempfile(if THERE_IS_ONE { in_memory } else { usize::MAX })
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Started(Option<Instant>);

impl Started {
    pub(crate) fn now() -> Self {
        Self(THERE_IS_ONE.then(Instant::now))
    }

    pub(crate) fn elapsed(self) -> Option<Duration> {
        self.0.map(|start| start.elapsed())
    }
}
