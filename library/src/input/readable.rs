//! Inputs and their bytes.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use offload_bundle_core::bytes::{Place, length};
use tempfile::{SpooledData, SpooledTempFile};

use super::source::{ArchiveMember, Input, InputBytes, LastBlock, LazySource, Part, RandomAccess, Source, Window};
use super::stored_file::{Identity, KEPT_HEAD, mode_of};
use crate::error::Error;
use crate::file_error::{FileError, Named};
use crate::file_name::FileName;
use crate::refusal::Refusal;
use crate::system::{THERE_IS_ONE, no_disk, spool_up_to, unnamed_folder};

/// Bytes to detect a format: no known header is longer.
pub(crate) const HEAD: u64 = 64;
/// Streams up to this many bytes stay in memory.
const IN_MEMORY: usize = 16 << 20;
/// The rest of memory is for the work on them.
const WITHOUT_DISK: u64 = (1 << 30) - 1;

impl Input {
    /// Reads `stream` to its end.
    ///
    /// # Errors
    /// Returns an error if `stream` fails, or if there is no room for its bytes.
    pub fn from_stream(name: impl Into<FileName>, stream: &mut dyn Read) -> io::Result<Self> {
        Self::spool(name, stream, u64::MAX)
    }

    pub(super) fn spool(name: impl Into<FileName>, stream: &mut dyn Read, limit: u64) -> io::Result<Self> {
        let limit = if THERE_IS_ONE { limit } else { limit.min(WITHOUT_DISK) };
        let mut spool = spool_up_to(IN_MEMORY);
        // Without a buffer on the heap: between the small parts that stay of each member of a package, its room would not be used again.
        let brought = io::copy(
            &mut stream.take(limit.saturating_add(1)),
            &mut Named { file: &unnamed_folder(), out: &mut spool },
        )?;
        if brought > limit && !THERE_IS_ONE {
            return Err(no_disk());
        }
        if brought > limit {
            let text = format!("it brings more than {limit} bytes: save them to a file, and give that");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
        }
        Self::from_spool(name, spool)
    }

    /// Creates an input from a written `file` that nothing else changes. Messages use `name`.
    ///
    /// # Errors
    ///
    /// Returns system errors.
    #[doc(hidden)]
    pub fn of_written(name: impl Into<FileName>, file: File) -> io::Result<Self> {
        let len = file.metadata()?.len();
        Ok(Self { name: name.into(), len, source: Source::Unnamed(file), identity: None, member: None })
    }

    /// Creates an input from a written `spool`.
    #[doc(hidden)]
    pub fn of_spool(name: &FileName, spool: SpooledTempFile) -> Result<Arc<Self>, FileError> {
        let made = Self::from_spool(name, spool);
        made.map(Arc::new).map_err(|error| FileError::new(name, error))
    }

    fn from_spool(name: impl Into<FileName>, spool: SpooledTempFile) -> io::Result<Self> {
        match spool.into_inner() {
            SpooledData::InMemory(bytes) => Ok(Self::from_bytes(name, bytes.into_inner())),
            SpooledData::OnDisk(file) => Self::of_written(name, file),
        }
    }

    /// Creates an input from bytes in memory. Messages use `name`. [`InputBytes`] says which bytes are copied.
    pub fn from_bytes(name: impl Into<FileName>, bytes: impl Into<InputBytes>) -> Self {
        let bytes = bytes.into();
        let (len, source) = (length(bytes.as_slice()), Source::Memory(bytes));
        Self { name: name.into(), len, source, identity: None, member: None }
    }

    /// Creates an input from `bytes`, of which only the needed ranges are read. Messages use `name`.
    pub fn from_random_access(name: impl Into<FileName>, bytes: impl RandomAccess + 'static) -> Self {
        let (len, source) = (bytes.size(), Source::Elsewhere(Box::new(bytes)));
        Self { name: name.into(), len, source, identity: None, member: None }
    }

    /// `len` bytes, computed on demand.
    pub(crate) fn lazy(name: impl Into<FileName>, len: u64, source: Box<dyn LazySource>) -> Self {
        let identity = match source.inputs() {
            [input] => input.identity,
            _ => None,
        };
        Self { name: name.into(), len, source: Source::Lazy(source), identity, member: None }
    }

    /// Parts of one input share `last`.
    pub(crate) fn part(name: FileName, whole: &Arc<Self>, place: Place, last: &Arc<LastBlock>) -> Self {
        let source = Source::Part(Part::new(whole.clone(), place, Arc::clone(last)));
        Self { name, len: place.len, source, identity: whole.identity, member: None }
    }

    #[cfg(feature = "packages")]
    #[must_use]
    pub(crate) fn out_of(self, package: &Self) -> Self {
        Self { identity: package.identity, ..self }
    }

    #[must_use]
    pub(crate) fn with_member(self, member: Option<Arc<ArchiveMember>>) -> Self {
        Self { member, ..self }
    }

    /// Returns the archive member that it is, or that it was decompressed from.
    #[doc(hidden)]
    pub fn member(&self) -> Option<&Arc<ArchiveMember>> {
        self.member.as_ref()
    }

    pub(crate) fn folder(&self) -> Option<&Path> {
        match &self.source {
            Source::File(file) => file.path().parent(),
            _ => None,
        }
    }

    /// After all links; `None` if it is not a file itself.
    pub(crate) fn real_folder(&self) -> Option<PathBuf> {
        match (&self.source, &self.member) {
            (Source::File(file), None) => Some(std::fs::canonicalize(file.path()).ok()?.parent()?.into()),
            _ => None,
        }
    }

    /// `None` if it is not a file itself, and on systems without modes.
    pub(crate) fn mode(&self) -> Option<u32> {
        match (&self.source, &self.member) {
            (Source::File(file), None) => mode_of(&file.file().ok()?.metadata().ok()?),
            _ => None,
        }
    }

    /// The file's, or that of the file that it is computed from.
    pub(crate) fn identity(&self) -> Option<Identity> {
        self.identity
    }

    /// Returns the name by which the input was opened.
    pub fn name(&self) -> &FileName {
        &self.name
    }

    /// Returns the error that it cannot be changed as requested.
    #[doc(hidden)]
    pub fn refuse(&self, refusal: Refusal) -> Error {
        Error::Refused { file: self.name.clone(), refusal }
    }

    /// Returns the length in bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns the place of the whole input.
    pub fn full_range(&self) -> Place {
        Place { ofs: 0, len: self.len }
    }

    /// Returns whether the input is the regular file `other`.
    pub fn has_identity(&self, other: Option<Identity>) -> bool {
        self.identity.is_some() && self.identity == other
    }

    /// Returns the bytes `ofs .. ofs + len`, or those that exist. Bytes of a file are read into memory at once.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or if compressed bytes are damaged up to there.
    pub fn window(&self, ofs: u64, len: u64) -> Result<Window<'_>, FileError> {
        self.window_after(Window::borrowed(&[]), ofs, len)
    }

    /// Returns the first `len` bytes, or all if there are fewer. The first [`KEPT_HEAD`] bytes of a file are read once.
    #[doc(hidden)]
    pub fn head(&self, len: u64) -> Result<Window<'_>, FileError> {
        let len = len.min(self.len);
        match self.kept_head(len)? {
            Some(kept) => Ok(kept),
            None => self.window(0, len),
        }
    }

    /// `None` if they are not kept.
    pub(super) fn kept_head(&self, len: u64) -> Result<Option<Window<'_>>, FileError> {
        let Source::File(file) = &self.source else {
            return Ok(None);
        };
        if len > KEPT_HEAD {
            return Ok(None);
        }
        let head = file.head().map_err(|error| FileError::new(&self.name, error))?;
        let head = usize::try_from(len).ok().and_then(|len| head.get(..len));
        Ok(head.map(Window::borrowed))
    }

    /// Reuses the memory of the window `last` if possible.
    pub(crate) fn window_after(&self, last: Window<'_>, ofs: u64, len: u64) -> Result<Window<'_>, FileError> {
        let len = len.min(self.len.saturating_sub(ofs));
        self.source.window(&self.name, ofs, len, last.into_spare())
    }

    /// Calls `take` with the bytes at `place`, as far as they exist, piece by piece.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Input::window`] and of `take`.
    #[doc(hidden)]
    pub fn pieces(&self, place: Place, take: &mut dyn FnMut(&[u8]) -> Result<(), FileError>) -> Result<(), FileError> {
        let len = place.len.min(self.len.saturating_sub(place.ofs));
        self.source.pieces(&self.name, Place { len, ..place }, take)
    }

    /// Checks the bytes that were read: that the file has not changed since it was opened, and that compressed bytes match everything that
    /// their header declares. Decompresses these to the end once, and keeps the result.
    ///
    /// # Errors
    /// Returns an error if compressed bytes are damaged, with the name of their file, or if the file was replaced or has changed.
    pub fn verify(&self) -> Result<(), FileError> {
        if let Source::Lazy(lazy) = &self.source {
            lazy.verify()?;
        }
        self.check_unchanged()
    }

    pub(crate) fn check_unchanged(&self) -> Result<(), FileError> {
        match &self.source {
            Source::File(file) => file.check().map_err(|error| FileError::new(&self.name, error)),
            Source::Lazy(lazy) => lazy.inputs().iter().try_for_each(|input| input.check_unchanged()),
            Source::Part(part) => part.whole.check_unchanged(),
            Source::Unnamed(_) | Source::Memory(_) | Source::Elsewhere(_) => Ok(()),
        }
    }

    pub(crate) fn unless_changed<T, E: From<FileError>>(&self, result: Result<T, E>) -> Result<T, E> {
        self.check_unchanged()?;
        result
    }

    /// The file and offset that store byte `ofs`.
    pub(crate) fn stored_at(&self, ofs: u64) -> Option<(Arc<File>, u64)> {
        match &self.source {
            Source::File(file) => file.file().ok().map(|file| (file, ofs)),
            Source::Part(part) => part.stored_at(ofs),
            Source::Unnamed(_) | Source::Memory(_) | Source::Elsewhere(_) | Source::Lazy(_) => None,
        }
    }

    pub(super) fn is_in_memory(&self) -> bool {
        matches!(self.source, Source::Memory(_))
    }

    /// Whether it holds memory or a descriptor as long as it exists.
    pub(crate) fn is_held(&self) -> bool {
        match &self.source {
            Source::Memory(_) | Source::Unnamed(_) => true,
            Source::Part(part) => part.stored_at(0).is_none(),
            Source::File(_) | Source::Elsewhere(_) | Source::Lazy(_) => false,
        }
    }

    /// Frees the memory for decompression. The next read starts from the beginning.
    #[doc(hidden)]
    pub fn release(&self) {
        if let Source::Lazy(lazy) = &self.source {
            lazy.release();
        }
    }

    /// Found by decompression; `None` for other inputs.
    pub(crate) fn compressed_len(&self) -> Result<Option<u64>, FileError> {
        match &self.source {
            Source::Lazy(lazy) => lazy.compressed_len(),
            _ => Ok(None),
        }
    }

    /// A read may still find mismatches: see [`Input::verify`].
    pub(crate) fn is_decompressed(&self) -> bool {
        match &self.source {
            Source::Lazy(lazy) => lazy.is_decompressed(),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, io::Cursor};

    #[test]
    fn window_is_cut_at_the_end() {
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
    fn long_pipe_is_kept_outside_memory() {
        let bytes: Vec<u8> = (0..20_u32 << 20).map(|n| (n % 251) as u8).collect();
        let input = Input::from_stream("pipe", &mut Cursor::new(&bytes)).unwrap();
        assert!(matches!(input.source, Source::Unnamed(_)));
        assert_eq!(input.len(), 20 << 20);
        assert_eq!(&*input.window(17 << 20, 100).unwrap(), &bytes[17 << 20..][..100]);
    }

    #[test]
    fn file_that_becomes_shorter_fails() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("in");
        fs::write(&path, vec![1; 1 << 20]).unwrap();
        let input = Input::open(path.to_str().unwrap()).unwrap();
        File::options().write(true).open(&path).unwrap().set_len(4096).unwrap();
        let error = input.window(0, 1 << 20).unwrap_err();
        assert_eq!(error.kind(), Some(io::ErrorKind::UnexpectedEof));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn file_of_zero_length_is_read() {
        assert!(Input::open("/proc/self/maps").unwrap().len() > 0);
        assert_eq!(Input::open("/dev/null").unwrap().len(), 0);
    }

    #[test]
    fn folder_and_missing_file_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().to_str().unwrap().to_string();
        let error = Input::open(&name).unwrap_err();
        assert_eq!(error.kind(), Some(io::ErrorKind::IsADirectory));
        let name = format!("{name}/nothing");
        let error = Input::open(&name).unwrap_err();
        assert_eq!(error.to_string(), format!("{name}: No such file or directory"));
    }
}
