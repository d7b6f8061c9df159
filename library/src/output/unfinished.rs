//! Temporary files and new folders, removed on failure and when the process is asked to end.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Debug, Formatter};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::{fs, io};

use super::destination::Folder;
use crate::error::Error;

/// A collision is rarer than a broken disk.
const ATTEMPTS: usize = 100;

/// Held while outputs appear, so that no signal interrupts.
static APPEARING: RwLock<()> = RwLock::new(());
static UNFINISHED: Mutex<Unfinished> = Mutex::new(Unfinished { next: 0, things: BTreeMap::new() });

#[derive(Debug)]
struct Unfinished {
    next: u64,
    things: BTreeMap<u64, Thing>,
}

#[derive(Debug)]
enum Thing {
    File(Arc<Folder>, OsString),
    Folder(PathBuf),
}

impl Thing {
    fn remove(&self) {
        // Failures are ignored. Only empty folders are removed: other files in them are not ours.
        let _ = match self {
            Self::File(folder, name) => folder.remove(name),
            Self::Folder(path) => fs::remove_dir(path),
        };
    }
}

impl Unfinished {
    fn add(&mut self, thing: Thing) -> Made {
        let number = self.next;
        self.next = self.next.saturating_add(1);
        self.things.insert(number, thing);
        Made { number, kept: false }
    }
}

fn lock() -> MutexGuard<'static, Unfinished> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While this value exists, no output and no temporary file of this process appears: see [`remove_unfinished`].
pub struct CleanupGuard {
    _appearing: RwLockWriteGuard<'static, ()>,
    _unfinished: MutexGuard<'static, Unfinished>,
}

impl Debug for CleanupGuard {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CleanupGuard").finish_non_exhaustive()
    }
}

/// Removes the temporary files of running operations, and the folders made for their outputs. For a process that was
/// asked to end, such as by a signal; the operations do not survive it.
///
/// Outputs that are currently moved to their places get there first, all of them. After that, operations wait as long
/// as the result exists, so that nothing new appears: the process should end before it is dropped.
///
/// Do not call it in a signal handler, but in a thread that waits for signals.
#[must_use = "the process should end while this lives"]
pub fn remove_unfinished() -> CleanupGuard {
    let appearing = APPEARING.write().unwrap_or_else(PoisonError::into_inner);
    let mut unfinished = lock();
    for thing in std::mem::take(&mut unfinished.things).into_values().rev() {
        thing.remove();
    }
    CleanupGuard { _appearing: appearing, _unfinished: unfinished }
}

/// Blocks the end of the process.
pub(super) fn appearing() -> RwLockReadGuard<'static, ()> {
    APPEARING.read().unwrap_or_else(PoisonError::into_inner)
}

/// Removed on drop or when the process is asked to end.
#[derive(Debug)]
pub(super) struct TemporaryName {
    folder: Arc<Folder>,
    name: OsString,
    made: Made,
}

impl TemporaryName {
    /// Under an unused short name in `folder`.
    pub(super) fn make<T>(
        folder: &Arc<Folder>,
        mut make: impl FnMut(&OsStr) -> io::Result<T>,
    ) -> io::Result<(Self, T)> {
        let mut unfinished = lock();
        for attempt in 0..ATTEMPTS {
            let name = OsString::from(format!(".{:016x}.tmp", RandomState::new().hash_one(attempt)));
            match make(&name) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(made) => {
                    let thing = unfinished.add(Thing::File(Arc::clone(folder), name.clone()));
                    return Ok((Self { folder: Arc::clone(folder), name, made: thing }, made));
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    pub(super) fn name(&self) -> &OsStr {
        &self.name
    }

    /// Replaces an existing file.
    pub(super) fn rename(&mut self, to: &OsStr) -> io::Result<()> {
        self.folder.rename(&self.name, to)?;
        self.made.kept = true;
        Ok(())
    }

    /// `to` must be free.
    pub(super) fn rename_to_new(&mut self, to: &OsStr) -> io::Result<()> {
        self.folder.rename_to_new(&self.name, to)?;
        self.made.kept = true;
        Ok(())
    }
}

/// A file or empty folder, removed on drop or when the process is asked to end.
#[derive(Debug)]
pub(super) struct Made {
    number: u64,
    kept: bool,
}

impl Made {
    pub(super) fn folder(path: &Path) -> io::Result<Self> {
        let mut unfinished = lock();
        fs::create_dir(path)?;
        // The path may be relative, since the process never changes its working folder.
        Ok(unfinished.add(Thing::Folder(path.into())))
    }

    pub(super) fn keep(mut self) {
        self.kept = true;
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        let thing = lock().things.remove(&self.number);
        if let Some(thing) = thing.filter(|_| !self.kept) {
            thing.remove();
        }
    }
}

/// Removed on drop unless kept.
#[derive(Debug, Default)]
pub(crate) struct MadeFolders {
    innermost_first: Vec<Made>,
}

impl MadeFolders {
    /// Creates missing parents too.
    pub(crate) fn make(folder: &Path) -> Result<Self, Error> {
        let mut made = Self::default();
        let mut missing: Vec<&Path> = folder.ancestors().take_while(|folder| is_missing(folder)).collect();
        while let Some(folder) = missing.pop() {
            match Made::folder(folder) {
                Ok(folder) => made.innermost_first.insert(0, folder),
                // Another process has created it in the meantime.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
                Err(error) => return Err(Error::Output { file: folder.into(), error }),
            }
        }
        Ok(made)
    }

    pub(crate) fn keep(self) {
        self.innermost_first.into_iter().for_each(Made::keep);
    }
}

fn is_missing(folder: &Path) -> bool {
    let unnamed = folder.as_os_str().is_empty();
    !unnamed && matches!(fs::metadata(folder), Err(error) if error.kind() == io::ErrorKind::NotFound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_file_is_removed_unless_moved() {
        let place = tempfile::tempdir().unwrap();
        let folder = Arc::new(Folder::open(place.path()).unwrap());
        let make = || {
            TemporaryName::make(&folder, |name| folder.create(name, None))
                .unwrap()
                .0
        };
        drop(make());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
        make().rename_to_new("a".as_ref()).unwrap();
        make().rename("a".as_ref()).unwrap();
        let error = make().rename_to_new("a".as_ref()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        let names: Vec<_> = fs::read_dir(place.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(names, ["a"]);
    }

    #[test]
    fn only_new_folders_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        let deep = folder.path().join("a/b/c");
        drop(MadeFolders::make(&deep).unwrap());
        assert!(folder.path().join("a").is_dir() && !folder.path().join("a/b").exists());
        MadeFolders::make(&deep).unwrap().keep();
        drop(MadeFolders::make(&deep).unwrap());
        assert!(deep.is_dir());
    }

    #[test]
    fn folders_of_concurrent_runs_are_made() {
        for _ in 0..200 {
            let folder = tempfile::tempdir().unwrap();
            let deep = folder.path().join("a/b/c");
            let both = std::sync::Barrier::new(2);
            let make = || {
                both.wait();
                MadeFolders::make(&deep).map(MadeFolders::keep)
            };
            let made =
                std::thread::scope(|scope| [scope.spawn(make), scope.spawn(make)].map(|run| run.join().unwrap()));
            assert!(made.iter().all(Result::is_ok), "{made:?}");
        }
    }
}
