//! What goes wrong with files, as errors of operations.

use super::Error;
use crate::file_error::{Cause, FileError};
use crate::file_name::FileName;

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        let FileError { file, cause } = error;
        match cause {
            Cause::System(error) => Self::Io { file, error },
            Cause::Damaged(error) => Self::Read { file, error },
        }
    }
}

impl Error {
    /// The same, where it is about one of `outputs` that cannot be written.
    pub(crate) fn about_outputs<'o>(self, mut outputs: impl Iterator<Item = &'o FileName>) -> Self {
        match self {
            Self::Io { file, error } if outputs.any(|output| *output == file) => Self::Output { file, error },
            other => other,
        }
    }
}
