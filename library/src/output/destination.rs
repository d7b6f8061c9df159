//! Destinations: one policy for existing files, links, folders and devices.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file::{Output, OutputName};
use crate::error::Error;
use crate::file_error::FileError;
use crate::input::{Identity, STANDARD, mode_of};
use crate::refusal::Refusal;
#[cfg(not(unix))]
pub(super) use elsewhere::Folder;
#[cfg(unix)]
pub(super) use unix::Folder;

#[cfg(not(unix))]
mod elsewhere {
    use std::ffi::OsStr;
    use std::fs::{self, File};
    use std::io;
    use std::path::{Path, PathBuf};

    /// Everything goes by path: the system cannot hold folders open.
    #[derive(Debug)]
    pub(in crate::output) struct Folder {
        path: PathBuf,
    }

    impl Folder {
        pub(in crate::output) fn open(path: &Path) -> io::Result<Self> {
            match fs::metadata(path)?.is_dir() {
                true => Ok(Self { path: path.into() }),
                false => Err(io::ErrorKind::NotADirectory.into()),
            }
        }

        pub(in crate::output) fn path(&self) -> &Path {
            &self.path
        }

        pub(in crate::output) fn create_unnamed(&self, _mode: Option<u32>) -> io::Result<Option<File>> {
            Ok(None)
        }

        /// Fails if anything has its name.
        pub(in crate::output) fn create(&self, name: &OsStr, _mode: Option<u32>) -> io::Result<File> {
            let mut options = File::options();
            options
                .read(true)
                .write(true)
                .create_new(true)
                .open(self.path.join(name))
        }

        /// Fails for a link.
        pub(in crate::output) fn open_for_writing(&self, name: &OsStr) -> io::Result<File> {
            self.refuse_link(name)?;
            File::options().write(true).open(self.path.join(name))
        }

        /// Fails for a link.
        pub(in crate::output) fn open_for_reading(&self, name: &OsStr) -> io::Result<File> {
            self.refuse_link(name)?;
            File::open(self.path.join(name))
        }

        fn refuse_link(&self, name: &OsStr) -> io::Result<()> {
            match fs::symlink_metadata(self.path.join(name))?.is_symlink() {
                true => Err(io::Error::other("it is a link")),
                false => Ok(()),
            }
        }

        pub(in crate::output) fn link(&self, _file: &File, _name: &OsStr) -> io::Result<()> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub(in crate::output) fn link_again(&self, name: &OsStr, other: &OsStr) -> io::Result<()> {
            fs::hard_link(self.path.join(name), self.path.join(other))
        }

        /// Replaces an existing file or link.
        pub(in crate::output) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
            fs::rename(self.path.join(from), self.path.join(to))
        }

        /// Fails if `to` exists.
        pub(in crate::output) fn rename_to_new(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
            drop(self.create(to, None)?);
            self.rename(from, to)
        }

        pub(in crate::output) fn remove(&self, name: &OsStr) -> io::Result<()> {
            fs::remove_file(self.path.join(name))
        }
    }
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::fs::File;
    use std::io;
    use std::os::fd::{AsRawFd, OwnedFd};
    use std::path::{Path, PathBuf};

    use rustix::fs::{AtFlags, CWD, Mode, OFlags};
    use rustix::io::Errno;

    /// On Linux without the right to list it.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    const SEARCHED: OFlags = OFlags::PATH;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    const SEARCHED: OFlags = OFlags::RDONLY;

    /// Operations stay in this folder even if its path changes, and never follow a link with one of its names.
    #[derive(Debug)]
    pub(in crate::output) struct Folder {
        path: PathBuf,
        opened: OwnedFd,
    }

    impl Folder {
        /// Follows links.
        pub(in crate::output) fn open(path: &Path) -> io::Result<Self> {
            let flags = SEARCHED | OFlags::DIRECTORY | OFlags::CLOEXEC;
            let opened = rustix::fs::openat(CWD, path, flags, Mode::empty())?;
            Ok(Self { path: path.into(), opened })
        }

        pub(in crate::output) fn path(&self) -> &Path {
            &self.path
        }

        /// Disappears with the process unless named; `None` if unsupported.
        #[cfg(any(target_os = "linux", target_os = "android"))]
        pub(in crate::output) fn create_unnamed(&self, mode: Option<u32>) -> io::Result<Option<File>> {
            let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
            match rustix::fs::openat(&self.opened, ".", flags, new_mode(mode)) {
                Ok(file) => {
                    let file = File::from(file);
                    let can_be_named = std::fs::symlink_metadata(by_descriptor(&file)).is_ok();
                    Ok(Some(file).filter(|_| can_be_named))
                }
                Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL | Errno::NOENT) => Ok(None),
                Err(error) => Err(error.into()),
            }
        }

        #[cfg(not(any(target_os = "linux", target_os = "android")))]
        pub(in crate::output) fn create_unnamed(&self, _mode: Option<u32>) -> io::Result<Option<File>> {
            Ok(None)
        }

        /// Fails if its name exists, even as a broken link.
        pub(in crate::output) fn create(&self, name: &OsStr, mode: Option<u32>) -> io::Result<File> {
            let flags = OFlags::CREATE | OFlags::EXCL | OFlags::RDWR | OFlags::CLOEXEC;
            Ok(rustix::fs::openat(&self.opened, name, flags, new_mode(mode))?.into())
        }

        /// Fails for a link.
        pub(in crate::output) fn open_for_writing(&self, name: &OsStr) -> io::Result<File> {
            self.open_existing(name, OFlags::WRONLY)
        }

        /// Fails for a link.
        pub(in crate::output) fn open_for_reading(&self, name: &OsStr) -> io::Result<File> {
            self.open_existing(name, OFlags::RDONLY)
        }

        fn open_existing(&self, name: &OsStr, access: OFlags) -> io::Result<File> {
            // Special files must not block.
            let flags = access | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
            Ok(rustix::fs::openat(&self.opened, name, flags, Mode::empty())?.into())
        }

        /// Fails if `name` exists.
        pub(in crate::output) fn link(&self, file: &File, name: &OsStr) -> io::Result<()> {
            rustix::fs::linkat(CWD, by_descriptor(file), &self.opened, name, AtFlags::SYMLINK_FOLLOW)
                .map_err(Into::into)
        }

        pub(in crate::output) fn link_again(&self, name: &OsStr, other: &OsStr) -> io::Result<()> {
            rustix::fs::linkat(&self.opened, name, &self.opened, other, AtFlags::empty()).map_err(Into::into)
        }

        /// Replaces an existing file or link.
        pub(in crate::output) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
            rustix::fs::renameat(&self.opened, from, &self.opened, to).map_err(Into::into)
        }

        /// Fails if `to` exists.
        pub(in crate::output) fn rename_to_new(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
            #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
            {
                use rustix::fs::{RenameFlags, renameat_with};
                match renameat_with(&self.opened, from, &self.opened, to, RenameFlags::NOREPLACE) {
                    // The file system does not support it.
                    Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {}
                    other => return other.map_err(Into::into),
                }
            }
            drop(self.create(to, None)?);
            self.rename(from, to)
        }

        pub(in crate::output) fn remove(&self, name: &OsStr) -> io::Result<()> {
            rustix::fs::unlinkat(&self.opened, name, AtFlags::empty()).map_err(Into::into)
        }
    }

    /// Before the umask.
    fn new_mode(mode: Option<u32>) -> Mode {
        // Systems have 16-bit or 32-bit modes; these are nine bits.
        let bits = u16::try_from(mode.unwrap_or(0o666) & 0o777).unwrap_or(0o600);
        Mode::from_raw_mode(bits.into())
    }

    fn by_descriptor(file: &File) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
    }
}

/// More count as a loop, like in the kernel.
const MAX_LINKS: usize = 40;

#[derive(Debug)]
pub(super) enum Destination {
    Standard,
    /// A special file, which cannot be replaced.
    Direct(PathBuf),
    /// Held open by a process, which would not see a replacement: bytes are appended.
    Open(PathBuf),
    /// Written next to its place and then moved.
    File(FileDestination),
}

#[derive(Debug, Clone)]
pub(super) struct FileDestination {
    /// Its folder.
    pub folder: Arc<Folder>,
    /// Its name in the folder, which is not a link.
    pub name: OsString,
    /// The existing regular file.
    pub existing: Option<Metadata>,
    /// The origin of the name.
    pub chosen_by: OutputName,
    /// The mode of a new file; `None` for the default.
    pub new_mode: Option<u32>,
}

impl FileDestination {
    /// For metadata. Changes go through the folder.
    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join(&self.name)
    }

    /// With the access that it allows; `None` if it is gone.
    pub(super) fn open_existing(&self) -> io::Result<Option<File>> {
        let opened = self.folder.open_for_reading(&self.name);
        match opened.or_else(|_| self.folder.open_for_writing(&self.name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            opened => opened.map(Some),
        }
    }

    pub(super) fn mode(&self) -> Option<u32> {
        self.existing.as_ref().map_or(self.new_mode, mode_of)
    }
}

/// Independent of its name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum OutputFile {
    Existing(Identity),
    /// At this path, without links.
    New(PathBuf),
}

impl OutputFile {
    /// `None` if it cannot be a regular file.
    pub(crate) fn at(path: &Path) -> Option<Self> {
        if path.as_os_str() == STANDARD {
            return None;
        }
        let path = follow(path).ok()?;
        match fs::metadata(&path) {
            Ok(there) => Identity::new(&there)
                .map(Self::Existing)
                .or_else(|| there.is_file().then(|| fs::canonicalize(&path).ok().map(Self::New))?),
            Err(_) => Some(Self::New(
                fs::canonicalize(folder_of(&path)).ok()?.join(path.file_name()?),
            )),
        }
    }
}

/// For names from an input: the path must be free, or, with `replace`, a regular file. Links are refused: targets may
/// be anywhere.
pub(crate) fn refuse_standing(path: &Path, replace: bool) -> Result<Option<Metadata>, Error> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::Output { file: path.into(), error }),
        Ok(_) if !replace => Err(Error::Exists { file: path.into() }),
        Ok(there) if !there.is_file() => {
            let refusal = Refusal::new("not-a-file", "not a regular file; refusing to replace it");
            Err(Error::Refused { file: path.into(), refusal })
        }
        Ok(there) => Ok(Some(there)),
    }
}

#[derive(Debug, Default)]
pub(super) struct Folders {
    opened: BTreeMap<PathBuf, Arc<Folder>>,
}

impl Folders {
    /// Checks that `output` is allowed. Changes nothing.
    pub(super) fn resolve(&mut self, output: &Output<'_>) -> Result<Destination, Error> {
        let path = output.path.as_path();
        let fail = |error| Error::from(FileError::new(path, error));
        let mut destination = match output.chosen_by {
            OutputName::Given | OutputName::InPlace => self.resolve_given(path).map_err(fail)?,
            OutputName::Made { replace } => {
                let existing = refuse_standing(path, replace)?;
                let place = self.place(path, existing, output.chosen_by).map_err(fail)?;
                if place.existing.is_some() {
                    place.folder.open_for_writing(&place.name).map_err(fail)?;
                }
                Destination::File(place)
            }
        };
        if let Destination::File(place) = &mut destination {
            (place.new_mode, place.chosen_by) = (output.new_mode, output.chosen_by);
        }
        Ok(destination)
    }

    fn resolve_given(&mut self, name: &Path) -> io::Result<Destination> {
        if name.as_os_str() == STANDARD {
            return Ok(Destination::Standard);
        }
        if ends_with_separator(name) {
            return Err(fs::metadata(name).map_or_else(|error| error, |_| is_a_folder(name)));
        }
        let path = follow(name)?;
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => Err(is_a_folder(&path)),
            Ok(metadata) if !metadata.is_file() => Ok(Destination::Direct(path)),
            Ok(_) if stands_for_an_open_file(&path) => Ok(Destination::Open(path)),
            Ok(metadata) => {
                // Replacing a file needs no write permission for it, but a user without that permission must not lose
                // the file.
                File::options().write(true).open(&path)?;
                self.place(&path, Some(metadata), OutputName::Given)
                    .map(Destination::File)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.file_name().is_some() => {
                self.place(&path, None, OutputName::Given).map(Destination::File)
            }
            Err(error) => Err(error),
        }
    }

    fn place(&mut self, path: &Path, existing: Option<Metadata>, chosen_by: OutputName) -> io::Result<FileDestination> {
        let name = path.file_name().ok_or(io::ErrorKind::NotFound)?.to_owned();
        let folder = folder_of(path);
        let folder = match self.opened.get(folder) {
            Some(opened) => Arc::clone(opened),
            None => {
                let opened = Arc::new(Folder::open(folder)?);
                self.opened.insert(folder.into(), Arc::clone(&opened));
                opened
            }
        };
        Ok(FileDestination { folder, name, existing, chosen_by, new_mode: None })
    }
}

/// The target need not exist.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        if stands_for_an_open_file(&path) {
            return Ok(path);
        }
        let Ok(target) = fs::read_link(&path) else {
            return Ok(path);
        };
        path = folder_of(&path).join(target);
    }
    Err(io::Error::other("too many links"))
}

/// Whether the path is in a folder of a process's open files.
fn stands_for_an_open_file(path: &Path) -> bool {
    let is_folder_of_files = |folder: PathBuf| folder.starts_with("/proc") || folder.starts_with("/dev/fd");
    fs::canonicalize(folder_of(path)).is_ok_and(is_folder_of_files)
}

/// Whether `path` is an open file of this process, such as `/dev/stdin`, or a link to one.
pub(crate) fn is_open_file(path: &Path) -> bool {
    follow(path).is_ok_and(|path| stands_for_an_open_file(&path))
}

/// Returns whether `path` names the standard output of this process: `-`, or a path such as `/dev/stdout`.
#[cfg(unix)]
pub fn is_standard_output(path: &Path) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let stdout = || io::stdout().as_fd().try_clone_to_owned().map(File::from)?.metadata();
    let is_same = |there: &Metadata, own: &Metadata| (there.dev(), there.ino()) == (own.dev(), own.ino());
    path.as_os_str() == STANDARD
        || is_open_file(path)
            && fs::metadata(path).is_ok_and(|there| stdout().is_ok_and(|own: Metadata| is_same(&there, &own)))
}

/// Returns whether `path` names the standard output of this process.
#[cfg(not(unix))]
pub fn is_standard_output(path: &Path) -> bool {
    path.as_os_str() == STANDARD
}

/// Such a path can only be a folder.
fn ends_with_separator(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    last.is_some_and(|last| std::path::is_separator(char::from(*last)))
}

fn is_a_folder(path: &Path) -> io::Error {
    let opened = File::options().write(true).open(path);
    opened.err().unwrap_or_else(|| io::ErrorKind::IsADirectory.into())
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
