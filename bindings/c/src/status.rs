//! Results of calls.

use offload_bundle::Error;

/// The result of a call. `ob_failure_code` is more precise.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Success.
    Ok = 0,
    /// No match: no code for this GPU, or no target in this ID.
    NotFound = 1,
    /// The input contains no GPU code in a known form.
    NotABundle = 2,
    /// The input is damaged. The error has offset and field.
    Malformed = 3,
    /// The system could not read a file. The error has its message.
    Io = 4,
    /// An argument is null or out of range, or a text is not an ID, GPU or known word.
    InvalidArgument = 5,
    /// The input or the request is not supported. The error says why, and what to do.
    Refused = 6,
    /// A fault in this library: please report it with the input.
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
