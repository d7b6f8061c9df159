//! Why a reader stopped that was shown only the first bytes of its input.

use super::read::ReadError;

/// Why a reader stopped that may have been shown only the first bytes of its input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// Nothing is wrong, but it wants to see more: read again with at least so many bytes from the start of the container.
    NeedMore {
        /// How many bytes.
        upto: u64,
    },
    /// The input is wrong.
    Failed(ReadError),
}

impl Stop {
    /// What has been read of a part, right or wrong.
    ///
    /// # Errors
    ///
    /// [`Stop::NeedMore`] where that is not known yet.
    pub fn unless_seen<T>(part: Result<T, ReadError>) -> Result<Result<T, ReadError>, Self> {
        match part {
            Err(error) if error.wanted().is_some() => Err(error.into()),
            part => Ok(part),
        }
    }

    /// How many bytes it wants to see, if that is all.
    pub fn needs(&self) -> Option<u64> {
        match self {
            Self::NeedMore { upto } => Some(*upto),
            Self::Failed(_) => None,
        }
    }
}

/// Tells the end of a window from the end of the input.
impl From<ReadError> for Stop {
    fn from(error: ReadError) -> Self {
        match error.wanted() {
            Some(upto) => Self::NeedMore { upto },
            None => Self::Failed(error),
        }
    }
}
