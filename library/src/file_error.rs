//! The system returned an error, or the content is damaged.

use std::io::{self, Write};

use offload_bundle_core::error::ReadError;

use crate::file_name::FileName;
use crate::refusal::reason;

/// A file that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {cause}")]
pub struct FileError {
    /// The file, as the user named it.
    pub file: FileName,
    /// The cause.
    pub cause: Cause,
}

/// The cause of a [`FileError`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// The system returned an error.
    #[error("{}", reason(.0))]
    System(io::Error),
    /// Compressed bytes of the file or their header are damaged.
    #[error(transparent)]
    Damaged(ReadError),
}

impl FileError {
    /// Creates an error for `file`, or for the file that `error` already names.
    pub fn new(file: impl Into<FileName>, error: io::Error) -> Self {
        let cause = |error| Self { file: file.into(), cause: Cause::System(error) };
        error.downcast().unwrap_or_else(cause)
    }

    pub(crate) fn damaged(file: impl Into<FileName>, error: ReadError) -> Self {
        Self { file: file.into(), cause: Cause::Damaged(error) }
    }

    /// Returns the kind of the system's error, or `None` if the file is damaged.
    pub fn kind(&self) -> Option<io::ErrorKind> {
        match &self.cause {
            Cause::System(error) => Some(error.kind()),
            Cause::Damaged(_) => None,
        }
    }
}

/// [`FileError::new`] converts it back.
impl From<FileError> for io::Error {
    fn from(error: FileError) -> Self {
        Self::other(error)
    }
}

/// A writer that names its file in errors.
pub struct Named<'n, W> {
    /// The name of the file.
    pub file: &'n FileName,
    /// The file.
    pub out: W,
}

impl<W: Write> Write for Named<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        written.map_err(|error| FileError::new(self.file, error).into())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        flushed.map_err(|error| FileError::new(self.file, error).into())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Damage {
    pub(crate) file: FileName,
    pub(crate) error: ReadError,
}

/// Separates damage, after which reading continues elsewhere, from errors of the system.
pub(crate) fn damage<T>(result: Result<T, FileError>) -> Result<Result<T, Damage>, FileError> {
    match result {
        Ok(done) => Ok(Ok(done)),
        Err(FileError { file, cause: Cause::Damaged(error) }) => Ok(Err(Damage { file, error })),
        Err(other) => Err(other),
    }
}
