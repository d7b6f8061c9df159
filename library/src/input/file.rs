//! What an operation is to read: a file that is opened when its turn comes, or what is at hand already.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::bytes::InputBytes;
use super::readable::{Input, MEMORY, STANDARD};
use crate::file_error::FileError;
use crate::file_name::FileName;

/// What an operation is to read.
#[derive(Debug, Clone)]
pub enum InputFile {
    /// The file at this path, or standard input for `-`. It is opened when its turn comes, and closed as soon as it is not needed.
    Path(PathBuf),
    /// What has been opened before, or was never a file.
    Opened(Arc<Input>),
}

impl InputFile {
    /// The file at `path`, whatever it is called: `-` is a file too.
    pub fn file(path: impl AsRef<Path>) -> Self {
        plain_path(path.as_ref()).into()
    }

    /// Opens the file, if that has not been done.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn open(&self) -> Result<Arc<Input>, FileError> {
        match self {
            Self::Path(path) => Input::open(path).map(Arc::new),
            Self::Opened(input) => Ok(Arc::clone(input)),
        }
    }

    /// The name it was given by.
    pub fn name(&self) -> FileName {
        match self {
            Self::Path(path) => path.into(),
            Self::Opened(input) => input.name().into(),
        }
    }

    /// Whether opening it takes everything from standard input.
    pub(crate) fn takes_standard_input(&self) -> bool {
        matches!(self, Self::Path(path) if path.as_os_str() == STANDARD)
    }
}

/// The path of the file `path`, whatever its name: none stands for standard input or standard output.
pub(crate) fn plain_path(path: &Path) -> PathBuf {
    match path.as_os_str() == STANDARD {
        true => Path::new(".").join(path),
        false => path.into(),
    }
}

/// A file without a name, which there is not.
impl Default for InputFile {
    fn default() -> Self {
        Self::Path(PathBuf::new())
    }
}

impl From<PathBuf> for InputFile {
    fn from(path: PathBuf) -> Self {
        Self::Path(path)
    }
}

impl From<&Path> for InputFile {
    fn from(path: &Path) -> Self {
        Self::Path(path.into())
    }
}

impl From<&str> for InputFile {
    fn from(path: &str) -> Self {
        Self::Path(path.into())
    }
}

impl From<String> for InputFile {
    fn from(path: String) -> Self {
        Self::Path(path.into())
    }
}

impl From<Arc<Input>> for InputFile {
    fn from(input: Arc<Input>) -> Self {
        Self::Opened(input)
    }
}

/// Bytes in memory, which have no name.
impl From<InputBytes> for InputFile {
    fn from(bytes: InputBytes) -> Self {
        Input::from_bytes(MEMORY, bytes).into()
    }
}

impl From<Input> for InputFile {
    fn from(input: Input) -> Self {
        Self::Opened(Arc::new(input))
    }
}
