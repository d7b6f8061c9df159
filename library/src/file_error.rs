//! Why a file could not be read or written: the system refused, or what it holds is damaged.

use std::{fmt, io};

use offload_bundle_core::error::ReadError;

use crate::reason::reason;

/// A file that could not be read or written.
#[derive(Debug)]
pub struct FileError {
    /// The file as the user named it.
    pub file: String,
    /// What went wrong.
    pub cause: Cause,
}

/// What went wrong with a file.
#[derive(Debug)]
pub enum Cause {
    /// The system refused something.
    System(io::Error),
    /// The file holds compressed bytes, and they or what is declared of them are wrong.
    Damaged(ReadError),
}

impl FileError {
    /// The error `error` of the file `file`.
    pub fn new(file: &str, error: io::Error) -> Self {
        Self { file: file.into(), cause: Cause::System(error) }
    }

    /// The file `file` is damaged as `error` says.
    pub(crate) fn damaged(file: &str, error: ReadError) -> Self {
        Self { file: file.into(), cause: Cause::Damaged(error) }
    }

    /// The kind of the system's error; none if the file is damaged.
    pub fn kind(&self) -> Option<io::ErrorKind> {
        match &self.cause {
            Cause::System(error) => Some(error.kind()),
            Cause::Damaged(_) => None,
        }
    }
}

/// A file whose compressed bytes, or what is declared of them, are wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Damage {
    /// The file as the user named it.
    pub(crate) file: String,
    /// What is wrong, and where.
    pub(crate) error: ReadError,
}

/// Sets damage apart from what the system refuses: it can be told of, and reading goes on elsewhere.
pub(crate) fn damage<T>(result: Result<T, FileError>) -> Result<Result<T, Damage>, FileError> {
    match result {
        Ok(done) => Ok(Ok(done)),
        Err(FileError { file, cause: Cause::Damaged(error) }) => Ok(Err(Damage { file, error })),
        Err(other) => Err(other),
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::System(error) => write!(f, "{}: {}", self.file, reason(error)),
            Cause::Damaged(error) => write!(f, "{}: {error}", self.file),
        }
    }
}

impl std::error::Error for FileError {}
