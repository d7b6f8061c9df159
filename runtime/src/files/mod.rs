//! Files: inputs read a window at a time, outputs that appear whole or not at all.

mod commit;
mod copy;
mod folders;
mod input;
mod map;
mod needle;
mod output;
mod target;

pub use commit::write_all;
pub use copy::copy;
pub use folders::MadeFolders;
pub use input::{Identity, Input, STANDARD, Window};
pub use needle::{Needle, find};
pub use output::{Output, Part};
pub use target::{identity, regular};

use std::{fmt, io, string::String};

use crate::reason::reason;

/// A file that could not be read or written.
#[derive(Debug)]
pub struct FileError {
    /// The file as the user named it.
    pub file: String,
    /// What went wrong.
    pub error: io::Error,
}

impl FileError {
    /// The error `error` of the file `file`.
    pub fn new(file: &str, error: io::Error) -> Self {
        Self {
            file: file.into(),
            error,
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, reason(&self.error))
    }
}

impl std::error::Error for FileError {}

/// Is told how far a long write has come.
pub trait Progress {
    /// `bytes` more have been written.
    fn advance(&mut self, bytes: u64);
}

impl Progress for () {
    fn advance(&mut self, _bytes: u64) {}
}
