//! Why something cannot be read of a file that is looked at a place at a time.

use super::read::ReadError;
use super::stop::Stop;

/// Why something cannot be read of a file that is looked at a place at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViewError<E> {
    /// Its bytes cannot be had.
    Unseen(E),
    /// They are wrong.
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
