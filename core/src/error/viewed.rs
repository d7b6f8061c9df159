//! The error of reading part of a file.

use super::read::ReadError;
use super::stop::Stop;

/// The error of reading part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViewError<E> {
    /// Access to the file failed.
    Unseen(E),
    /// The bytes are not valid.
    Wrong(ReadError),
}

impl<E> From<ReadError> for ViewError<E> {
    fn from(error: ReadError) -> Self {
        Self::Wrong(error)
    }
}

impl From<ViewError<Self>> for Stop {
    fn from(error: ViewError<Self>) -> Self {
        match error {
            ViewError::Unseen(stop) => stop,
            ViewError::Wrong(error) => error.into(),
        }
    }
}
