//! How a call went.

use offload_bundle::Error;

/// How a call went. `ob_failure_code` tells more finely what is wrong.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It is done.
    Ok = 0,
    /// Nothing there is what was asked for: no code for this GPU, or no target in this ID.
    NotFound = 1,
    /// The input holds no GPU code in a form that is known.
    NotABundle = 2,
    /// The input is damaged or not sound. The error tells byte and field.
    Malformed = 3,
    /// The system refused to read a file. The error has its text.
    Io = 4,
    /// An argument is null or out of range, or a text is no ID, no GPU or no known word.
    InvalidArgument = 5,
    /// It cannot be done with this input, or not as it was asked for. The error says why, and what to do.
    Refused = 6,
    /// A fault in this library: please report it, with the file that shows it.
    Fault = 7,
}

impl Status {
    /// That of an error of the library.
    pub(crate) fn new(error: &Error) -> Self {
        match error {
            Error::NotFound { .. } | Error::NothingFits { .. } | Error::NoImageFits { .. } => Self::NotFound,
            Error::NotABundle { .. } | Error::NotAnArchive { .. } | Error::NotPacked { .. } => Self::NotABundle,
            Error::Read { .. } | Error::Malformed { .. } | Error::Unsound { .. } | Error::Package { .. } => {
                Self::Malformed
            }
            Error::Io { .. } | Error::Output { .. } => Self::Io,
            Error::BadId { .. }
            | Error::Unprintable { .. }
            | Error::Unspellable { .. }
            | Error::AmbiguousTarget { .. }
            | Error::NoVersion { .. }
            | Error::BadLevel { .. } => Self::InvalidArgument,
            _ => Self::Refused,
        }
    }
}
