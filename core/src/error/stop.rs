//! The error of a reader with a partial window.

use super::read::ReadError;

/// The error of a reader with a partial window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The window is too short: repeat with at least this many bytes from the start of the container.
    NeedMore {
        /// The number of bytes.
        upto: u64,
    },
    /// The input is not valid.
    Failed(ReadError),
}

impl Stop {
    /// Checks that the window included a part, valid or not.
    ///
    /// # Errors
    ///
    /// Returns [`Stop::NeedMore`] if the window was too short.
    pub fn if_unseen<T>(part: &Result<T, ReadError>) -> Result<(), Self> {
        match part {
            Err(error) if error.wanted_len().is_some() => Err(error.clone().into()),
            _ => Ok(()),
        }
    }

    /// Returns the number of bytes that the reader needs, or `None` if the input is not valid.
    pub fn needs(&self) -> Option<u64> {
        match self {
            Self::NeedMore { upto } => Some(*upto),
            Self::Failed(_) => None,
        }
    }
}

impl From<ReadError> for Stop {
    fn from(error: ReadError) -> Self {
        match error.wanted_len() {
            Some(upto) => Self::NeedMore { upto },
            None => Self::Failed(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Problem;

    #[test]
    fn window_end_needs_more_input_end_fails() {
        let wrong = ReadError::new(4, Problem::OverLimit { found: 9, limit: 8 });
        assert_eq!(Stop::if_unseen::<()>(&Err(wrong.clone())), Ok(()));
        assert_eq!(Stop::from(wrong).needs(), None);
        let unseen = ReadError::window_ends(4, 8, 2, 12);
        let more = Stop::NeedMore { upto: 12 };
        assert_eq!(Stop::if_unseen::<()>(&Err(unseen)), Err(more.clone()));
        assert_eq!(more.needs(), Some(12));
        assert_eq!(Stop::if_unseen(&Ok(3)), Ok(()));
    }
}
