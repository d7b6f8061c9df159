//! Standard streams without buffering; every failed write is an error.

use std::fs::File;
use std::io::{self, LineWriter, Write};

pub(crate) fn stdout() -> Box<dyn Write> {
    match file(&io::stdout()) {
        Ok(Some(file)) => Box::new(LineWriter::new(file)),
        Ok(None) => Box::new(io::stdout()),
        Err(error) => Box::new(Unusable(error)),
    }
}

pub(crate) fn stderr() -> Box<dyn Write> {
    match file(&io::stderr()) {
        Ok(Some(file)) => Box::new(file),
        Ok(None) => Box::new(io::stderr()),
        Err(error) => Box::new(Unusable(error)),
    }
}

/// The stream as a file: the standard library ignores errors of closed streams.
#[cfg(unix)]
fn file(stream: &impl std::os::fd::AsFd) -> io::Result<Option<File>> {
    stream
        .as_fd()
        .try_clone_to_owned()
        .map(|stream| Some(File::from(stream)))
}

/// Windows consoles need text, which the standard library converts.
#[cfg(not(unix))]
fn file<S>(_stream: &S) -> io::Result<Option<File>> {
    Ok(None)
}

/// A closed stream, as programs in other languages can have.
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
