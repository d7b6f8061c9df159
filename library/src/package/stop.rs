//! Why the rest of a package is not shown.

use std::fmt::Display;
use std::io;

use crate::error::Error;
use crate::file_error::FileError;
use crate::refusal::{Refusal, reason};

/// Why the rest of a package is not shown.
#[doc(hidden)]
pub enum Stop {
    /// The package, or a file in it, cannot be read.
    Refused(Refusal),
    /// The file that the package is in cannot be read.
    File(FileError),
    /// The visitor has enough.
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

/// What a reader of a package failed with: damage in the package, unless it is that of what it was read from.
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

/// The package, or its compression, is damaged or truncated.
pub fn damaged(text: impl Display) -> Refusal {
    Refusal::new("damaged-package", format!("damaged package: {text}"))
}

/// A file is encrypted.
pub fn encrypted() -> Refusal {
    let why = "encrypted: unpack the package with its password, and give the files that were in it";
    Refusal::new("encrypted", why)
}
