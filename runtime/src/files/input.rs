//! An input: a file that is shown a window at a time, what came through a pipe, or what compressed bytes hold.

use std::{
    boxed::Box,
    fs::{File, Metadata},
    io::{self, Read, Write},
    path::Path,
    string::String,
    sync::Arc,
    vec::Vec,
};

use super::read_at::read_at;
use super::{FileError, Spool, Window, map};
use crate::bytes::{Place, length};
use crate::packing::{Packing, Unpacked};

/// The name that stands for standard input or standard output.
pub const STANDARD: &str = "-";

/// Windows up to this length are read, longer ones mapped: below, a map costs more than it saves.
const SMALL: u64 = 256 << 10;
/// How much is taken from a pipe at once.
const CHUNK: u64 = 1 << 20;

/// Something to read. Its length is known and does not change.
#[derive(Debug)]
pub struct Input {
    name: String,
    len: u64,
    source: Source,
    identity: Option<Identity>,
}

#[derive(Debug)]
enum Source {
    File(File),
    Memory(Vec<u8>),
    Unpacked(Box<Unpacked>),
}

/// Which file it is, whatever it is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Identity {
    device: u64,
    inode: u64,
}

impl Identity {
    /// The identity of a regular file; others (a terminal, the null device) have none, because writing to them
    /// does not take anything away from reading them.
    #[cfg(unix)]
    pub(super) fn of(metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        metadata
            .is_file()
            .then(|| Self { device: metadata.dev(), inode: metadata.ino() })
    }

    /// Files have no identity here.
    #[cfg(not(unix))]
    pub(super) fn of(_metadata: &Metadata) -> Option<Self> {
        None
    }
}

impl Input {
    /// Opens the file `name`; [`STANDARD`] is standard input, which is empty when it has been read before.
    pub fn open(name: &str) -> Result<Self, FileError> {
        Self::open_source(name).map_err(|error| FileError::new(name, error))
    }

    fn open_source(name: &str) -> io::Result<Self> {
        if name == STANDARD {
            return Self::from_stream(name, &mut io::stdin().lock());
        }
        let mut file = File::open(Path::new(name))?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            // In the system's own words.
            let read = file.read(&mut [0]);
            return Err(read.err().unwrap_or_else(|| io::ErrorKind::IsADirectory.into()));
        }
        let identity = Identity::of(&metadata);
        // Files that the kernel makes up as they are read say that they are empty.
        if !metadata.is_file() || metadata.len() == 0 {
            let stream = Self::from_stream(name, &mut file)?;
            return Ok(Self { identity, ..stream });
        }
        Ok(Self { name: name.into(), len: metadata.len(), source: Source::File(file), identity })
    }

    /// All that comes out of `stream`.
    pub fn from_stream(name: &str, stream: &mut dyn Read) -> io::Result<Self> {
        let mut spool = Spool::default();
        let mut chunk = Vec::new();
        while Read::take(&mut *stream, CHUNK).read_to_end(&mut chunk)? > 0 {
            spool.write_all(&chunk)?;
            chunk.clear();
        }
        spool.into_input(name)
    }

    /// A file that nobody else can see.
    pub(super) fn from_unnamed(name: &str, file: File) -> io::Result<Self> {
        Ok(Self { name: name.into(), len: file.metadata()?.len(), source: Source::File(file), identity: None })
    }

    /// What the compressed bytes at `packing.place` of `outer` hold, under a name for messages. Nothing is decompressed yet:
    /// windows decompress as far as they show. Its length is what the header promises; it is the same file as `outer`.
    pub fn unpacked(name: &str, outer: Arc<Input>, packing: Packing) -> Self {
        Self {
            name: name.into(),
            len: packing.unpacked_len.value,
            identity: outer.identity,
            source: Source::Unpacked(Box::new(Unpacked::new(outer, packing))),
        }
    }

    /// Decompresses to the end, once, and checks everything that the header promises. Any other input has promised nothing.
    /// The result is remembered. Errors: what is wrong, in the file that holds the compressed bytes.
    pub fn settle(&self) -> Result<(), FileError> {
        match &self.source {
            Source::Unpacked(unpacked) => unpacked.settle(),
            _ => Ok(()),
        }
    }

    /// Lets go of the memory that decompressing takes, until it is looked at again; then it starts anew.
    pub(crate) fn rest(&self) {
        if let Source::Unpacked(unpacked) = &self.source {
            unpacked.rest();
        }
    }

    /// How many bytes the compressed stream takes, which only decompressing to its end can tell; none for any other input.
    /// Errors: the stream cannot be decompressed, or it breaks a promise of length.
    pub fn packed_len(&self) -> Result<Option<u64>, FileError> {
        match &self.source {
            Source::Unpacked(unpacked) => unpacked.packed_len().map(Some),
            _ => Ok(None),
        }
    }

    /// Whether reading it may still turn out that it is not what was promised: see [`Input::settle`].
    pub(super) fn is_unpacked(&self) -> bool {
        matches!(self.source, Source::Unpacked(_))
    }

    /// Bytes that are at hand, under a name for messages.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), len: length(&bytes), source: Source::Memory(bytes), identity: None }
    }

    /// The name it was opened by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Length in bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// The whole of it.
    pub fn whole(&self) -> Place {
        Place { ofs: 0, len: self.len }
    }

    /// Whether it is the regular file `other`.
    pub fn is(&self, other: Option<Identity>) -> bool {
        self.identity.is_some() && self.identity == other
    }

    /// The bytes `ofs .. ofs + len`, or those of them that there are.
    pub fn window(&self, ofs: u64, len: u64) -> Result<Window<'_>, FileError> {
        let len = len.min(self.len.saturating_sub(ofs));
        let seen = match &self.source {
            Source::Unpacked(unpacked) => return unpacked.window(ofs, len),
            Source::Memory(bytes) => of_memory(bytes, ofs, len),
            Source::File(file) => of_file(file, ofs, len),
        };
        seen.map_err(|error| FileError::new(&self.name, error))
    }

    /// Some of the bytes `ofs .. ofs + len`, from the first on: as many as can be shown without a copy. None only where there
    /// are none.
    pub(super) fn piece(&self, ofs: u64, len: u64) -> Result<Window<'_>, FileError> {
        match &self.source {
            Source::Unpacked(unpacked) => unpacked.piece(ofs, len.min(self.len.saturating_sub(ofs))),
            _ => self.window(ofs, len),
        }
    }
}

fn of_memory(bytes: &[u8], ofs: u64, len: u64) -> io::Result<Window<'_>> {
    let from = usize::try_from(ofs).unwrap_or(usize::MAX);
    let end = from.saturating_add(usize::try_from(len).unwrap_or(usize::MAX));
    Ok(Window::Here(bytes.get(from..end).unwrap_or_default()))
}

fn of_file(file: &File, ofs: u64, len: u64) -> io::Result<Window<'static>> {
    let size = usize::try_from(len).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    if size == 0 {
        return Ok(Window::Here(&[]));
    }
    if file.metadata()?.len() < ofs.saturating_add(len) {
        return Err(became_shorter());
    }
    if len > SMALL
        && let Ok(mapped) = map::map(file, ofs, size)
    {
        return Ok(Window::Mapped(mapped));
    }
    // A short range, or no address space left for a map.
    read_at(file, ofs, size)?.map(Window::Read).ok_or_else(became_shorter)
}

/// A file has lost bytes that were there when it was opened.
pub(crate) fn became_shorter() -> io::Error {
    io::Error::new(
        io::ErrorKind::UnexpectedEof,
        "the file became shorter while it was read",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, io::Cursor, string::ToString};

    #[test]
    fn windows_are_cut_at_the_end_whatever_the_source() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("in");
        let bytes: Vec<u8> = (0..700_000_u32).map(|n| n.to_le_bytes()[0] ^ 0x5a).collect();
        fs::write(&path, &bytes).unwrap();
        let file = Input::open(path.to_str().unwrap()).unwrap();
        let memory = Input::from_bytes("memory", bytes.clone());
        for input in [&file, &memory] {
            assert_eq!(input.len(), 700_000);
            assert_eq!(&*input.window(10, 20).unwrap(), &bytes[10..30]);
            assert_eq!(&*input.window(1, 600_001).unwrap(), &bytes[1..600_002]);
            assert_eq!(&*input.window(699_999, 50).unwrap(), &bytes[699_999..]);
            assert!(input.window(700_000, 1).unwrap().is_empty());
            assert!(input.window(u64::MAX, u64::MAX).unwrap().is_empty());
        }
    }

    #[test]
    fn a_long_pipe_is_kept_outside_memory() {
        let bytes: Vec<u8> = (0..20_u32 << 20).map(|n| (n % 251) as u8).collect();
        let input = Input::from_stream("pipe", &mut Cursor::new(&bytes)).unwrap();
        assert!(matches!(input.source, Source::File(_)));
        assert_eq!(input.len(), 20 << 20);
        assert_eq!(&*input.window(17 << 20, 100).unwrap(), &bytes[17 << 20..][..100]);
    }

    #[test]
    fn a_file_that_becomes_shorter_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("in");
        fs::write(&path, std::vec![1; 1 << 20]).unwrap();
        let input = Input::open(path.to_str().unwrap()).unwrap();
        File::options().write(true).open(&path).unwrap().set_len(4096).unwrap();
        let error = input.window(0, 1 << 20).unwrap_err();
        assert_eq!(error.kind(), Some(io::ErrorKind::UnexpectedEof));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_file_that_only_says_that_it_is_empty_is_read() {
        assert!(Input::open("/proc/self/maps").unwrap().len() > 0);
        assert_eq!(Input::open("/dev/null").unwrap().len(), 0);
    }

    #[test]
    fn folders_and_missing_files_are_errors_with_their_name() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().to_str().unwrap().to_string();
        let error = Input::open(&name).unwrap_err();
        assert_eq!(error.kind(), Some(io::ErrorKind::IsADirectory));
        let name = std::format!("{name}/nothing");
        let error = Input::open(&name).unwrap_err();
        assert_eq!(error.to_string(), std::format!("{name}: No such file or directory"));
    }
}
