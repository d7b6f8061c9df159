//! Standard output and standard error as the system has them: a failure to write is an error, whatever the failure.

use std::fs::File;
use std::io::{self, LineWriter, Write};

/// Standard output.
pub(crate) fn stdout() -> Box<dyn Write> {
    match file(&io::stdout()) {
        Ok(Some(file)) => Box::new(LineWriter::new(file)),
        Ok(None) => Box::new(io::stdout()),
        Err(error) => Box::new(Unusable(error)),
    }
}

/// Standard error.
pub(crate) fn stderr() -> Box<dyn Write> {
    match file(&io::stderr()) {
        Ok(Some(file)) => Box::new(file),
        Ok(None) => Box::new(io::stderr()),
        Err(error) => Box::new(Unusable(error)),
    }
}

/// The same stream, without what the standard library adds: for a stream that cannot be written, it swallows everything.
#[cfg(unix)]
fn file(stream: &impl std::os::fd::AsFd) -> io::Result<Option<File>> {
    stream
        .as_fd()
        .try_clone_to_owned()
        .map(|stream| Some(File::from(stream)))
}

/// Consoles want text, which the standard library makes.
#[cfg(not(unix))]
fn file<S>(_stream: &S) -> io::Result<Option<File>> {
    Ok(None)
}

/// A stream that is closed, as a program of another language can have it.
struct Unusable(io::Error);

impl Unusable {
    fn error(&self) -> io::Error {
        let number = self.0.raw_os_error();
        number.map_or_else(|| self.0.kind().into(), io::Error::from_raw_os_error)
    }
}

impl Write for Unusable {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match bytes {
            [] => Ok(0),
            _ => Err(self.error()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
