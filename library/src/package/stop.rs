//! Why the rest of a package is not shown.

use std::io;

use super::fault::PackageFault;
use crate::error::Error;
use crate::file_error::FileError;
use crate::reason::reason;

/// Why the rest of a package is not shown.
pub(super) enum Stop {
    /// The package is at fault.
    Fault(PackageFault),
    /// The file that the package is in cannot be read.
    File(FileError),
    /// The visitor has enough.
    Visitor(Error),
}

impl From<PackageFault> for Stop {
    fn from(fault: PackageFault) -> Self {
        Self::Fault(fault)
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

/// What a reader of a package failed with: the package's fault, unless it is that of what it was read from.
impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        let text = reason(&error);
        match error.into_inner() {
            Some(inner) => match inner.downcast::<FileError>() {
                Ok(error) => Self::File(*error),
                Err(other) => match other.downcast::<PackageFault>() {
                    Ok(fault) => Self::Fault(*fault),
                    Err(_) => Self::Fault(PackageFault::DamagedPackage(text)),
                },
            },
            None => Self::Fault(PackageFault::DamagedPackage(text)),
        }
    }
}
