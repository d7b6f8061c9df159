//! Standard output and standard error as the system has them: a failure to write is an error, whatever the failure.

use std::fs::File;
use std::io::{self, LineWriter, Write};

/// Standard output.
pub(crate) fn stdout() -> Box<dyn Write> {
    match file(&io::stdout()) {
        Some(file) => Box::new(LineWriter::new(file)),
        None => Box::new(io::stdout()),
    }
}

/// Standard error.
pub(crate) fn stderr() -> Box<dyn Write> {
    match file(&io::stderr()) {
        Some(file) => Box::new(file),
        None => Box::new(io::stderr()),
    }
}

/// The same stream, without what the standard library adds: for a stream that cannot be written, it swallows everything.
#[cfg(unix)]
fn file(stream: &impl std::os::fd::AsFd) -> Option<File> {
    stream.as_fd().try_clone_to_owned().ok().map(File::from)
}

/// Consoles want text, which the standard library makes.
#[cfg(not(unix))]
fn file<S>(_stream: &S) -> Option<File> {
    None
}
