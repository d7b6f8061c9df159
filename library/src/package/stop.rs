//! Reasons to stop reading a package.

use std::fmt::Display;
use std::io;

use crate::error::Error;
use crate::file_error::FileError;
use crate::refusal::{Refusal, reason};

/// A reason to stop reading a package.
#[doc(hidden)]
pub enum Stop {
    /// The package or a file in it is unreadable.
    Refused(Refusal),
    /// The file of the package is unreadable.
    File(FileError),
    /// The visitor returned an error.
    Visitor(Error),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<FileError> for Stop {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Visitor(error)
    }
}

/// The error of a reader: damage of the package, unless the file below it failed.
impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        let text = reason(&error);
        match error.into_inner() {
            Some(inner) => match inner.downcast::<FileError>() {
                Ok(error) => Self::File(*error),
                Err(other) => Self::Refused(
                    other
                        .downcast::<Refusal>()
                        .map_or_else(|_| damaged(text), |refusal| *refusal),
                ),
            },
            None => Self::Refused(damaged(text)),
        }
    }
}

/// Returns the refusal for a damaged or truncated package.
pub fn damaged(text: impl Display) -> Refusal {
    Refusal::new("damaged-package", format!("damaged package: {text}"))
}

/// Returns the refusal for an encrypted file.
pub fn encrypted() -> Refusal {
    let why = "encrypted: unpack the package with its password, and give the files that were in it";
    Refusal::new("encrypted", why)
}
