//! A piece of a report whose files are reported one by one.

use crate::error::Error;

/// A piece of a report, in the order of the inputs.
#[derive(Debug)]
pub enum Item<F> {
    /// A file or input that was read, or the error that it has.
    File(F),
    /// A file of a folder or package without bundles, which is only counted. The error says what it is.
    PassedOver(Box<Error>),
}

impl<F> Item<F> {
    /// Returns the file if it is one that was read.
    pub fn into_file(self) -> Option<F> {
        match self {
            Self::File(file) => Some(file),
            Self::PassedOver(_) => None,
        }
    }
}
