//! An input of an operation: a file that is opened when needed, or an opened input.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::bytes::InputBytes;
use super::source::Input;
use crate::error::Error;
use crate::file_error::FileError;
use crate::file_name::{FileName, MEMORY, STANDARD};
use crate::refusal::Refusal;

/// An input of an operation.
#[derive(Debug, Clone)]
pub enum InputFile {
    /// The file at this path, or standard input for `-`. It is opened when needed, and closed as soon as possible.
    Path(PathBuf),
    /// An input that is already open, or was never a file.
    Opened(Arc<Input>),
}

impl InputFile {
    /// Creates an input from the file at `path`, even if that is `-`.
    pub fn file(path: impl AsRef<Path>) -> Self {
        plain_path(path.as_ref()).into()
    }

    /// Opens the file, unless it is open already.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened.
    pub fn open(&self) -> Result<Arc<Input>, FileError> {
        match self {
            Self::Path(path) => Input::open(path).map(Arc::new),
            Self::Opened(input) => Ok(Arc::clone(input)),
        }
    }

    /// The same; what is no regular file may bring `limit` bytes at most.
    pub(crate) fn open_up_to(&self, limit: u64) -> Result<Arc<Input>, FileError> {
        match self {
            Self::Path(path) => Input::open_up_to(path, limit).map(Arc::new),
            Self::Opened(input) => Ok(Arc::clone(input)),
        }
    }

    /// Returns the name as given.
    pub fn name(&self) -> FileName {
        match self {
            Self::Path(path) => path.into(),
            Self::Opened(input) => input.name().into(),
        }
    }

    /// The error that it cannot be changed as requested. It need not be open.
    #[doc(hidden)]
    pub fn refuse(&self, refusal: Refusal) -> Error {
        Error::Refused { file: self.name(), refusal }
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

/// A file without a name, which does not exist.
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

/// Bytes in memory, without a name.
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
