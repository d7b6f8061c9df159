//! What an input is made of, and how a range of it comes into view.

use std::fmt::Debug;
use std::fs::File;
use std::io;

use super::map;
use super::read_at::read_at;
use super::window::Window;
use crate::file_error::FileError;

/// Windows up to this length are read, longer ones mapped: below, a map costs more than it saves.
const SMALL: u64 = 256 << 10;

/// Bytes that are worked out as they are looked at, such as what compressed bytes hold.
pub(crate) trait LazySource: Debug + Send + Sync {
    /// The bytes `ofs .. ofs + len`, which lie within the declared length.
    fn window(&self, ofs: u64, len: u64) -> Result<Window<'static>, FileError>;

    /// Some of the bytes `ofs .. ofs + len`, from the first on, without a copy.
    fn piece(&self, ofs: u64, len: u64) -> Result<Window<'static>, FileError>;

    /// Works everything out, once, and checks all that is declared of it.
    fn verify(&self) -> Result<(), FileError>;

    /// Lets go of the memory that working it out takes, until it is looked at again.
    fn release(&self);

    /// How many bytes it is worked out from.
    fn compressed_len(&self) -> Result<u64, FileError>;
}

/// Where the bytes of an input come from.
#[derive(Debug)]
pub(super) enum Source {
    File(File),
    Memory(Vec<u8>),
    Lazy(Box<dyn LazySource>),
}

impl Source {
    /// The bytes `ofs .. ofs + len`, all of which there are. `name` is that of the input.
    pub(super) fn window(&self, name: &str, ofs: u64, len: u64) -> Result<Window<'_>, FileError> {
        let seen = match self {
            Self::Lazy(lazy) => return lazy.window(ofs, len),
            Self::Memory(bytes) => of_memory(bytes, ofs, len),
            Self::File(file) => of_file(file, ofs, len),
        };
        seen.map_err(|error| FileError::new(name, error))
    }
}

fn of_memory(bytes: &[u8], ofs: u64, len: u64) -> io::Result<Window<'_>> {
    let from = usize::try_from(ofs).unwrap_or(usize::MAX);
    let end = from.saturating_add(usize::try_from(len).unwrap_or(usize::MAX));
    Ok(Window::borrowed(bytes.get(from..end).unwrap_or_default()))
}

fn of_file(file: &File, ofs: u64, len: u64) -> io::Result<Window<'static>> {
    let size = usize::try_from(len).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    if size == 0 {
        return Ok(Window::borrowed(&[]));
    }
    if file.metadata()?.len() < ofs.saturating_add(len) {
        return Err(became_shorter());
    }
    if len > SMALL
        && let Ok(mapped) = map::map(file, ofs, size)
    {
        return Ok(Window::mapped(mapped));
    }
    // A short range, or no address space left for a map.
    read_at(file, ofs, size)?.map(Window::read).ok_or_else(became_shorter)
}

/// A file has lost bytes that were there when it was opened.
pub(crate) fn became_shorter() -> io::Error {
    io::Error::new(
        io::ErrorKind::UnexpectedEof,
        "the file became shorter while it was read",
    )
}
