//! Opens files, pipes and devices.

use std::fs::File;
use std::io::{self, Read, StdinLock};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::source::{Input, InputBytes, Source};
use super::stored_file::{Identity, Stamp, StoredFile, changed_error, open_at_once};
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

    /// `limit` is in bytes, and does not apply to regular files.
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

    /// Returns the error that it cannot be changed as requested. It need not be open.
    #[doc(hidden)]
    pub fn refuse(&self, refusal: Refusal) -> Error {
        Error::Refused { file: self.name(), refusal }
    }
}

/// In a form that never means standard input or output.
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

/// From a pipe or device, in bytes: kept in a temporary file.
const MOST_OF_STREAM: u64 = 16 << 30;

impl Input {
    /// Opens the file at `path`. [`STANDARD`] is standard input, which is empty if it was read before.
    ///
    /// # Errors
    /// Returns an error, with the name, if the file cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::open_up_to(path, MOST_OF_STREAM)
    }

    /// `limit` and [`MOST_OF_STREAM`] do not apply to regular files.
    pub(crate) fn open_up_to(path: impl AsRef<Path>, limit: u64) -> Result<Self, FileError> {
        let path = path.as_ref();
        let open = || {
            if path.as_os_str() == STANDARD {
                let mut stdin = io::stdin().lock();
                refuse_unreadable(&stdin)?;
                let identity = standard_identity(&stdin)?;
                return Ok(Self { identity, ..Self::spool(path, &mut stdin, limit.min(MOST_OF_STREAM))? });
            }
            Self::of_file_up_to((path, File::open(path)?, path.into()), limit)
        };
        open().map_err(|error| FileError::new(path, error))
    }

    /// `name` is for messages.
    pub(crate) fn of_file(path: &Path, file: File, name: FileName) -> io::Result<Self> {
        Self::of_file_up_to((path, file, name), MOST_OF_STREAM)
    }

    fn of_file_up_to((path, mut file, name): (&Path, File, FileName), limit: u64) -> io::Result<Self> {
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            // Returns the system's own error.
            let read = file.read(&mut [0]);
            return Err(read.err().unwrap_or_else(|| io::ErrorKind::IsADirectory.into()));
        }
        let identity = Identity::new(&metadata);
        // Files that the kernel generates declare a length of zero.
        if !metadata.is_file() || metadata.len() == 0 {
            let stream = Self::spool(name, &mut file, limit.min(MOST_OF_STREAM))?;
            if metadata.is_file() && Stamp::new(&file.metadata()?) != Stamp::new(&metadata) {
                return Err(changed_error("the file changed while it was read"));
            }
            return Ok(Self { identity, ..stream });
        }
        let stamp = Stamp::new(&metadata);
        let file = StoredFile::new(path.into(), file, stamp);
        Ok(Self { name, len: stamp.len, source: Source::File(file), identity, member: None })
    }
}

impl Input {
    /// Only a regular, non-empty file: paths from files and variables may name anything, and generated files have no
    /// known length.
    pub(crate) fn open_regular(path: &Path) -> io::Result<Self> {
        let file = open_at_once(path)?;
        let metadata = file.metadata()?;
        match () {
            () if !metadata.is_file() => Err(io::Error::other("not a regular file")),
            () if metadata.len() == 0 => Err(io::Error::other("the file is empty")),
            () => Self::of_file(path, file, path.into()),
        }
    }
}

/// The standard library treats a closed one as empty.
#[cfg(unix)]
fn refuse_unreadable(stdin: &StdinLock<'_>) -> io::Result<()> {
    // A read of no bytes never blocks, and fails like any other read.
    rustix::io::read(stdin, &mut [0; 0])?;
    Ok(())
}

/// The read fails later.
#[cfg(not(unix))]
fn refuse_unreadable(_stdin: &StdinLock<'_>) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn standard_identity(stdin: &StdinLock<'_>) -> io::Result<Option<Identity>> {
    use std::os::fd::AsFd;
    let stdin = std::fs::File::from(stdin.as_fd().try_clone_to_owned()?);
    Ok(Identity::new(&stdin.metadata()?))
}

#[cfg(not(unix))]
fn standard_identity(_stdin: &StdinLock<'_>) -> io::Result<Option<Identity>> {
    Ok(None)
}

const LINK: &str = "links are not followed";

/// Links in `folder` are followed, links in `name` refused.
#[cfg(unix)]
pub(crate) fn open_beneath(folder: &Path, name: &Path) -> io::Result<File> {
    use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, openat, statat};
    use std::path::Component;

    let here = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let is_folder = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let mut opened = openat(CWD, here, is_folder, Mode::empty())?;
    let parts = name.components().filter(|part| matches!(part, Component::Normal(_)));
    let mut parts = parts.map(|part| part.as_os_str()).peekable();
    while let Some(part) = parts.next() {
        let kind = match parts.peek() {
            Some(_) => is_folder,
            // Special files must not block.
            None => OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC,
        };
        opened = openat(&opened, part, kind | OFlags::NOFOLLOW, Mode::empty()).map_err(|error| {
            let found = statat(&opened, part, AtFlags::SYMLINK_NOFOLLOW);
            let is_link = found.is_ok_and(|found| FileType::from_raw_mode(found.st_mode) == FileType::Symlink);
            if is_link { io::Error::other(LINK) } else { error.into() }
        })?;
    }
    Ok(opened.into())
}

/// For systems that cannot hold folders open: checks each part first.
#[cfg(not(unix))]
pub(crate) fn open_beneath(folder: &Path, name: &Path) -> io::Result<File> {
    let mut path = folder.to_path_buf();
    for part in name.components() {
        path.push(part);
        if std::fs::symlink_metadata(&path)?.is_symlink() {
            return Err(io::Error::other(LINK));
        }
    }
    File::open(path)
}
