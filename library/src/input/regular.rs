//! Inputs that are regular files, where what is named may be anything.

use std::io;
use std::path::Path;

use super::at_once::open_at_once;
use super::source::Input;

impl Input {
    /// Opens the regular file at `path`, whatever it is called: a path that is read from a file, or from a variable, may name anything. It must have
    /// bytes: of others, such as those that the kernel makes up, it is not known how many come.
    ///
    /// # Errors
    ///
    /// What the system says; it is no such file.
    pub(crate) fn open_regular(path: &Path) -> io::Result<Self> {
        let file = open_at_once(path)?;
        let metadata = file.metadata()?;
        match () {
            () if !metadata.is_file() => Err(io::Error::other("expected a regular file, found something else")),
            () if metadata.len() == 0 => Err(io::Error::other("expected a file with bytes, found an empty one")),
            () => Self::of_file(path, file, path.into()),
        }
    }
}
