//! A regular file, read in ranges, perhaps closed in between; detects changes.

use std::collections::VecDeque;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::SystemTime;

use crate::file_name::STANDARD;

/// The identity of a file, independent of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    device: u64,
    inode: u64,
}

impl Identity {
    /// `None` for a terminal or null device: writing to it does not affect reading.
    #[cfg(unix)]
    pub(crate) fn new(metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        metadata
            .is_file()
            .then(|| Self { device: metadata.dev(), inode: metadata.ino() })
    }

    #[cfg(not(unix))]
    pub(crate) fn new(_metadata: &Metadata) -> Option<Self> {
        None
    }
}

pub(crate) fn identity(path: &Path) -> Option<Identity> {
    if path.as_os_str() == STANDARD {
        return None;
    }
    fs::metadata(path).ok().as_ref().and_then(Identity::new)
}

/// Changes if the file is replaced, resized or written, except in the same tick of the file system clock (none on Linux
/// 6.13 and later).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    identity: Option<Identity>,
    pub(super) len: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    pub(super) fn new(metadata: &Metadata) -> Self {
        Self { identity: Identity::new(metadata), len: metadata.len(), modified: metadata.modified().ok() }
    }
}

#[cfg(unix)]
pub(crate) fn mode_of(there: &Metadata) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    Some(there.mode())
}

#[cfg(not(unix))]
pub(crate) fn mode_of(_there: &Metadata) -> Option<u32> {
    None
}

/// Bytes kept: every format detection reads them.
pub(crate) const KEPT_HEAD: u64 = 4 << 10;

#[derive(Debug)]
pub(super) struct StoredFile {
    path: PathBuf,
    /// When first opened.
    stamp: Stamp,
    descriptor: Arc<Descriptor>,
    head: OnceLock<Box<[u8]>>,
}

impl StoredFile {
    pub(super) fn new(path: PathBuf, file: File, stamp: Stamp) -> Self {
        let descriptor = Arc::<Descriptor>::default();
        descriptor.keep(Arc::new(file));
        Self { path, stamp, descriptor, head: OnceLock::new() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn read(&self, ofs: u64, into: &mut [u8]) -> io::Result<()> {
        match read_at(&*self.file()?, ofs, into)? {
            true => {
                count_read(into.len());
                Ok(())
            }
            false => Err(became_shorter()),
        }
    }

    /// At most [`KEPT_HEAD`] bytes, read once.
    pub(super) fn head(&self) -> io::Result<&[u8]> {
        if let Some(head) = self.head.get() {
            return Ok(head);
        }
        let len = self.stamp.len.min(KEPT_HEAD);
        let mut head = vec![0; usize::try_from(len).unwrap_or(usize::MAX)];
        self.read(0, &mut head)?;
        Ok(self.head.get_or_init(|| head.into()))
    }

    pub(super) fn check(&self) -> io::Result<()> {
        let metadata = match self.descriptor.get() {
            Some(file) => file.metadata()?,
            None => fs::metadata(&self.path)?,
        };
        self.compare(Stamp::new(&metadata))
    }

    pub(super) fn file(&self) -> io::Result<Arc<File>> {
        if let Some(file) = self.descriptor.get() {
            return Ok(file);
        }
        let file = Arc::new(open_at_once(&self.path)?);
        self.compare(Stamp::new(&file.metadata()?))?;
        self.descriptor.keep(Arc::clone(&file));
        Ok(file)
    }

    fn compare(&self, now: Stamp) -> io::Result<()> {
        match now {
            now if now == self.stamp => Ok(()),
            now if now.identity != self.stamp.identity => Err(changed_error("the file was replaced while it was read")),
            now if now.len < self.stamp.len => Err(became_shorter()),
            _ => Err(changed_error("the file changed while it was read")),
        }
    }
}

pub(super) fn changed_error(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

pub(crate) fn became_shorter() -> io::Error {
    io::Error::new(
        io::ErrorKind::UnexpectedEof,
        "the file became shorter while it was read",
    )
}

/// Never blocks, even for special files.
#[cfg(unix)]
pub(super) fn open_at_once(path: &Path) -> io::Result<File> {
    use rustix::fs::{CWD, Mode, OFlags, openat};

    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(openat(CWD, path, flags, Mode::empty())?.into())
}

/// Opening never blocks here.
#[cfg(not(unix))]
pub(super) fn open_at_once(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Systems give at least 256 descriptors, and other code needs some.
const MOST_OPEN: usize = 32;

/// Oldest first.
static KEPT: Mutex<VecDeque<Weak<Descriptor>>> = Mutex::new(VecDeque::new());

#[derive(Debug, Default)]
pub(super) struct Descriptor(Mutex<Option<Arc<File>>>);

impl Descriptor {
    pub(super) fn get(&self) -> Option<Arc<File>> {
        lock(&self.0).clone()
    }

    /// Keeps it open until enough other files are opened.
    pub(super) fn keep(self: &Arc<Self>, file: Arc<File>) {
        *lock(&self.0) = Some(file);
        let mut kept = lock(&KEPT);
        kept.retain(|other| other.strong_count() > 0 && !std::ptr::eq(other.as_ptr(), Arc::as_ptr(self)));
        kept.push_back(Arc::downgrade(self));
        while kept.len() > MOST_OPEN {
            if let Some(oldest) = kept.pop_front().and_then(|oldest| oldest.upgrade()) {
                *lock(&oldest.0) = None;
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panicked has changed all or nothing.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

static READ: AtomicU64 = AtomicU64::new(0);

/// Returns the number of bytes that all threads of the process have read from input files so far, for showing progress. Temporary files do not
/// count.
pub fn bytes_read() -> u64 {
    READ.load(Ordering::Relaxed)
}

pub(super) fn count_read(bytes: usize) {
    READ.fetch_add(u64::try_from(bytes).unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// Returns false if the file ends before.
pub(super) fn read_at(file: &File, ofs: u64, into: &mut [u8]) -> io::Result<bool> {
    let mut at = ofs;
    let mut rest = into;
    while !rest.is_empty() {
        match read_some(file, rest, at) {
            Ok(0) => return Ok(false),
            Ok(count) => {
                rest = rest.get_mut(count..).unwrap_or_default();
                at = at.saturating_add(u64::try_from(count).unwrap_or(u64::MAX));
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}

#[cfg(unix)]
fn read_some(file: &File, into: &mut [u8], ofs: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, into, ofs)
}

#[cfg(windows)]
fn read_some(file: &File, into: &mut [u8], ofs: u64) -> io::Result<usize> {
    // Moves the file position, which is unused.
    std::os::windows::fs::FileExt::seek_read(file, into, ofs)
}

#[cfg(not(any(unix, windows)))]
fn read_some(_file: &File, _into: &mut [u8], _ofs: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::path::Path;

    use offload_bundle_core::bytes::Place;

    use super::super::reader::WindowReader;
    use super::super::source::Input;

    fn verified(path: &Path, change: impl FnOnce()) -> Result<(), String> {
        fs::write(path, "before").unwrap();
        let input = Input::open(path).unwrap();
        input.verify().unwrap();
        later(path);
        change();
        let name = format!("{}: ", path.display());
        input.verify().map_err(|error| error.to_string().replace(&name, ""))
    }

    /// Waits until the file system clock has advanced.
    fn later(path: &Path) {
        let time = |path: &Path| fs::metadata(path).unwrap().modified().unwrap();
        let probe = path.with_extension("probe");
        while {
            fs::write(&probe, "").unwrap();
            time(&probe) <= time(path)
        } {
            std::thread::yield_now();
        }
    }

    #[test]
    fn changed_file_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("in"), folder.path().join("other"));
        let result = |change: &dyn Fn()| verified(&path, change);
        let write = |bytes: &str| fs::write(&path, bytes).unwrap();
        assert_eq!(result(&|| ()), Ok(()));
        let changed = Err("the file changed while it was read".to_owned());
        assert_eq!(result(&|| write("BEFORE")), changed);
        assert_eq!(result(&|| write("before and after")), changed);
        let shorter = Err("the file became shorter while it was read".to_owned());
        assert_eq!(result(&|| write("be")), shorter);
        let replace = || {
            fs::write(&other, "another").unwrap();
            fs::rename(&other, &path).unwrap();
        };
        assert_eq!(result(&replace), Ok(()), "the file that was opened is still there");
    }

    #[test]
    fn head_of_file_is_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("in");
        fs::write(&path, "first").unwrap();
        let input = Input::open(&path).unwrap();
        assert_eq!(*input.head(3).unwrap(), *b"fir");
        fs::write(&path, "other").unwrap();
        assert_eq!(*input.head(9).unwrap(), *b"first");
        assert_eq!(*input.window(0, 5).unwrap(), *b"other");
        assert_eq!(WindowReader::new(&input).view(0, 3).unwrap(), b"first");
        let part = Place { ofs: 1, len: 3 };
        assert_eq!(WindowReader::over(&input, part).view(2, 9).unwrap(), b"rs");
    }

    #[test]
    fn more_files_are_readable_than_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = |number: usize| folder.path().join(number.to_string());
        let inputs: Vec<Input> = (0..100)
            .map(|number| {
                fs::write(path(number), number.to_string()).unwrap();
                Input::open(path(number)).unwrap()
            })
            .collect();
        let open = || fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
        assert!(open() < 100, "{}", open());
        for (number, input) in inputs.iter().enumerate() {
            assert_eq!(*input.window(0, 10).unwrap(), *number.to_string().as_bytes());
        }
        fs::write(path(200), "0").unwrap();
        fs::rename(path(200), path(0)).unwrap();
        for result in [inputs[0].window(0, 1).map(drop), inputs[0].verify()] {
            let error = result.unwrap_err().to_string();
            assert!(
                error.ends_with("/0: the file was replaced while it was read"),
                "{error}"
            );
        }
    }
}
