//! Opens files, pipes and devices as inputs.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::identity::Identity;
use super::source::Input;
use super::source::Source;
use super::stamp::Stamp;
use super::standard;
use super::stored_file::{StoredFile, changed_error};
use crate::file_error::FileError;
use crate::file_name::{FileName, STANDARD};

/// How many bytes a pipe or device may bring, which have to be kept in a temporary file.
const MOST_OF_STREAM: u64 = 16 << 30;

impl Input {
    /// Opens the file at `path`. [`STANDARD`] is standard input, which is empty if it was read before.
    ///
    /// # Errors
    /// Returns an error, with the name, if the file cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::open_up_to(path, MOST_OF_STREAM)
    }

    /// The same; what is no regular file may bring `limit` bytes, and [`MOST_OF_STREAM`].
    pub(crate) fn open_up_to(path: impl AsRef<Path>, limit: u64) -> Result<Self, FileError> {
        let path = path.as_ref();
        Self::open_as((path, path.into()), limit).map_err(|error| FileError::new(path, error))
    }

    /// The same, under another name for messages.
    fn open_as((path, name): (&Path, FileName), limit: u64) -> io::Result<Self> {
        if path.as_os_str() == STANDARD {
            let mut stdin = io::stdin().lock();
            standard::refuse_unreadable(&stdin)?;
            let identity = standard::identity(&stdin)?;
            return Ok(Self { identity, ..Self::spool(name, &mut stdin, limit.min(MOST_OF_STREAM))? });
        }
        Self::of_file_up_to((path, File::open(path)?, name), limit)
    }

    /// The file at `path`, which is open as `file`; under another name for messages.
    pub(crate) fn of_file(path: &Path, file: File, name: FileName) -> io::Result<Self> {
        Self::of_file_up_to((path, file, name), MOST_OF_STREAM)
    }

    fn of_file_up_to((path, mut file, name): (&Path, File, FileName), limit: u64) -> io::Result<Self> {
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            // In the system's own words.
            let read = file.read(&mut [0]);
            return Err(read.err().unwrap_or_else(|| io::ErrorKind::IsADirectory.into()));
        }
        let identity = Identity::new(&metadata);
        // Files that the kernel makes up as they are read say that they are empty.
        if !metadata.is_file() || metadata.len() == 0 {
            let stream = Self::spool(name, &mut file, limit.min(MOST_OF_STREAM))?;
            if metadata.is_file() && Stamp::new(&file.metadata()?) != Stamp::new(&metadata) {
                return Err(changed_error("the file changed while it was read"));
            }
            return Ok(Self { identity, ..stream });
        }
        let stamp = Stamp::new(&metadata);
        let file = StoredFile::new(path.into(), file, stamp);
        Ok(Self { name, len: stamp.len(), source: Source::File(file), identity, member: None })
    }
}
