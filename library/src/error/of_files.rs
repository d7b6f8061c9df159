//! What goes wrong with files, as errors of operations.

use super::Error;
use crate::file_error::{Cause, FileError};
use crate::file_name::{FileName, MEMORY, STANDARD};

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
    /// The same of an output that was made in memory as if it were standard output.
    pub(crate) fn in_memory(mut self) -> Self {
        if let Self::Write { file, .. }
        | Self::Refused { file, .. }
        | Self::NoRoom { file, .. }
        | Self::Unsupported { file, .. } = &mut self
            && file.as_os_str() == STANDARD
        {
            *file = MEMORY.into();
        }
        self
    }

    /// The same, where it is about one of `outputs` that cannot be written.
    pub(crate) fn about_outputs<'o>(self, mut outputs: impl Iterator<Item = &'o FileName>) -> Self {
        match self {
            Self::Io { file, error } if outputs.any(|output| *output == file) => Self::Output { file, error },
            other => other,
        }
    }
}
