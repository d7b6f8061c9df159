//! Reasons for a missing value in our own implementation.

use offload_bundle::Error;

pub(super) enum Refusal {
    Rejected(String),
    /// For this form of the operation.
    Skipped(String),
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
