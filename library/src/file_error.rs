//! Why a file could not be read or written: the system refused, or what it holds is damaged.

use std::io;

use offload_bundle_core::error::ReadError;

use crate::error::Error;
use crate::file_name::FileName;
use crate::reason::reason;

/// A file that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {cause}")]
pub struct FileError {
    /// The file as the user named it.
    pub file: FileName,
    /// What went wrong.
    pub cause: Cause,
}

/// What went wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// The system refused something.
    #[error("{}", reason(.0))]
    System(io::Error),
    /// The file holds compressed bytes, and they or what is declared of them are wrong.
    #[error(transparent)]
    Damaged(ReadError),
}

impl FileError {
    /// The error `error` of the file `file`.
    pub fn new(file: impl Into<FileName>, error: io::Error) -> Self {
        Self { file: file.into(), cause: Cause::System(error) }
    }

    /// The file `file` is damaged as `error` says.
    pub(crate) fn damaged(file: impl Into<FileName>, error: ReadError) -> Self {
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
    pub(crate) file: FileName,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use offload_bundle_core::error::{Problem, WriteError, WriteProblem};

    /// Whoever prints an error and all that it stems from prints each text once.
    #[test]
    fn a_cause_is_said_once_in_a_chain() {
        let read = || ReadError::new(24, Problem::HoldsMore { found: 7 });
        let system = || io::Error::from(io::ErrorKind::NotFound);
        let write = || WriteError::new("size", WriteProblem::TooLarge { found: 9, max: 1 });
        let file = || FileName::from("a.bin");
        let errors: [Box<dyn std::error::Error>; 9] = [
            Box::new(Error::Read { file: file(), error: read() }),
            Box::new(Error::Write { file: file(), error: write() }),
            Box::new(Error::Io { file: file(), error: system() }),
            Box::new(Error::Output { file: file(), error: system() }),
            Box::new(Error::NoRoom { file: file(), format: "box", version: 1, error: write(), fitting: Vec::new() }),
            Box::new(FileError::damaged("a.bin", read())),
            Box::new(FileError::new("a.bin", system())),
            Box::new(read()),
            Box::new(write()),
        ];
        for error in &errors {
            let mut cause = error.source();
            while let Some(inner) = cause {
                assert!(!error.to_string().contains(&inner.to_string()), "{error}: {inner}");
                cause = inner.source();
            }
        }
    }

    #[test]
    fn what_was_tried_with_an_output_is_told() {
        let told = |file: &str, kind: io::ErrorKind, outputs: &[FileName]| {
            let error = Error::from(FileError::new(file, io::Error::new(kind, "why")));
            error.about_outputs(outputs.iter()).to_string()
        };
        let outputs = ["out".into(), "-".into()];
        for (file, kind, text) in [
            ("out", io::ErrorKind::NotFound, "cannot create out: why"),
            ("out", io::ErrorKind::StorageFull, "cannot write out: why"),
            ("-", io::ErrorKind::StorageFull, "cannot write standard output: why"),
            ("in", io::ErrorKind::NotFound, "in: why"),
        ] {
            assert_eq!(told(file, kind, &outputs), text);
        }
    }
}
