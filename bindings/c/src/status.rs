//! Results of calls.

use offload_bundle::Error;

/// Result of a call. `ob_failure_code` is more precise.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Success.
    Ok = 0,
    /// Not found: no code for this GPU, or no target in this ID.
    NotFound = 1,
    /// The input contains no known GPU code.
    NotABundle = 2,
    /// The input is damaged. The error has byte and field.
    Malformed = 3,
    /// The system cannot read a file. The error has the reason.
    Io = 4,
    /// An argument is null, out of range, or not a valid ID, GPU or word.
    InvalidArgument = 5,
    /// The request is not possible with this input. The error has the reason.
    Refused = 6,
    /// A bug in this library. Please report it with the file.
    Fault = 7,
    /// More bytes are needed: see `ob_image_length`.
    NeedsMore = 8,
}

impl Status {
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
