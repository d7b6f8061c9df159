//! Why our own implementation has no value.

use offload_bundle::Error;

/// Why there is no value.
pub(super) enum Refusal {
    /// The implementation says so.
    Rejected(String),
    /// There is no such thing here.
    Skipped(String),
    /// A scratch folder cannot be made or read.
    Scratch(std::io::Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Rejected(error.to_string())
    }
}

impl From<std::io::Error> for Refusal {
    fn from(error: std::io::Error) -> Self {
        Self::Scratch(error)
    }
}
