//! A folder that outputs go to, and what is done in it.

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

    /// A folder, where the system has none that are held open: everything goes by its path.
    #[derive(Debug)]
    pub(in crate::output) struct Folder {
        path: PathBuf,
    }

    impl Folder {
        /// The folder at `path`.
        pub(in crate::output) fn open(path: &Path) -> io::Result<Self> {
            match fs::metadata(path)?.is_dir() {
                true => Ok(Self { path: path.into() }),
                false => Err(io::ErrorKind::NotADirectory.into()),
            }
        }

        /// The path that it was opened by.
        pub(in crate::output) fn path(&self) -> &Path {
            &self.path
        }

        /// There are no files without a name.
        pub(in crate::output) fn create_unnamed(&self, _mode: Option<u32>) -> io::Result<Option<File>> {
            Ok(None)
        }

        /// A new file in it. An error if anything is at its name.
        pub(in crate::output) fn create(&self, name: &OsStr, _mode: Option<u32>) -> io::Result<File> {
            let mut options = File::options();
            options
                .read(true)
                .write(true)
                .create_new(true)
                .open(self.path.join(name))
        }

        /// The file in it, to be written in its place; an error if it is a link.
        pub(in crate::output) fn open_for_writing(&self, name: &OsStr) -> io::Result<File> {
            self.refuse_link(name)?;
            File::options().write(true).open(self.path.join(name))
        }

        /// The file in it, to be read; an error if it is a link.
        pub(in crate::output) fn open_for_reading(&self, name: &OsStr) -> io::Result<File> {
            self.refuse_link(name)?;
            File::open(self.path.join(name))
        }

        fn refuse_link(&self, name: &OsStr) -> io::Result<()> {
            match fs::symlink_metadata(self.path.join(name))?.is_symlink() {
                true => Err(io::Error::other("what stands there is a link")),
                false => Ok(()),
            }
        }

        /// Gives `file` a name: there are no files without one.
        pub(in crate::output) fn link(&self, _file: &File, _name: &OsStr) -> io::Result<()> {
            Err(io::ErrorKind::Unsupported.into())
        }

        /// Gives the file `name` another name as well.
        pub(in crate::output) fn link_again(&self, name: &OsStr, other: &OsStr) -> io::Result<()> {
            fs::hard_link(self.path.join(name), self.path.join(other))
        }

        /// Moves `from` to `to`, in place of what is there: of a link, in place of the link.
        pub(in crate::output) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
            fs::rename(self.path.join(from), self.path.join(to))
        }

        /// Moves `from` to `to`. An error if anything is there.
        pub(in crate::output) fn rename_to_new(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
            drop(self.create(to, None)?);
            self.rename(from, to)
        }

        /// Removes the file `name`.
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

    /// What it takes to act in a folder: on Linux no right to list it.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    const SEARCHED: OFlags = OFlags::PATH;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    const SEARCHED: OFlags = OFlags::RDONLY;

    /// A folder that is held open: what is done in it happens in this very folder, whatever becomes of its path, and no name in it is followed
    /// if it is a link.
    #[derive(Debug)]
    pub(in crate::output) struct Folder {
        path: PathBuf,
        opened: OwnedFd,
    }

    impl Folder {
        /// Opens the folder at `path`, of which links are followed.
        pub(in crate::output) fn open(path: &Path) -> io::Result<Self> {
            let flags = SEARCHED | OFlags::DIRECTORY | OFlags::CLOEXEC;
            let opened = rustix::fs::openat(CWD, path, flags, Mode::empty())?;
            Ok(Self { path: path.into(), opened })
        }

        /// The path that it was opened by.
        pub(in crate::output) fn path(&self) -> &Path {
            &self.path
        }

        /// A new file in it that has no name, and goes with the process if it is given none. None where the file system has no such files,
        /// or none that can be given a name.
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

        /// No such files are known here.
        #[cfg(not(any(target_os = "linux", target_os = "android")))]
        pub(in crate::output) fn create_unnamed(&self, _mode: Option<u32>) -> io::Result<Option<File>> {
            Ok(None)
        }

        /// A new file in it. An error if anything is at its name, a link that leads nowhere too.
        pub(in crate::output) fn create(&self, name: &OsStr, mode: Option<u32>) -> io::Result<File> {
            let flags = OFlags::CREATE | OFlags::EXCL | OFlags::RDWR | OFlags::CLOEXEC;
            Ok(rustix::fs::openat(&self.opened, name, flags, new_mode(mode))?.into())
        }

        /// The file in it, to be written in its place; an error if it is a link.
        pub(in crate::output) fn open_for_writing(&self, name: &OsStr) -> io::Result<File> {
            self.open_existing(name, OFlags::WRONLY)
        }

        /// The file in it, to be read; an error if it is a link.
        pub(in crate::output) fn open_for_reading(&self, name: &OsStr) -> io::Result<File> {
            self.open_existing(name, OFlags::RDONLY)
        }

        fn open_existing(&self, name: &OsStr, access: OFlags) -> io::Result<File> {
            // What is no regular file must not make anybody wait.
            let flags = access | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
            Ok(rustix::fs::openat(&self.opened, name, flags, Mode::empty())?.into())
        }

        /// Gives `file`, which has no name, this one. An error if anything is at it.
        pub(in crate::output) fn link(&self, file: &File, name: &OsStr) -> io::Result<()> {
            rustix::fs::linkat(CWD, by_descriptor(file), &self.opened, name, AtFlags::SYMLINK_FOLLOW)
                .map_err(Into::into)
        }

        /// Gives the file `name` another name as well.
        pub(in crate::output) fn link_again(&self, name: &OsStr, other: &OsStr) -> io::Result<()> {
            rustix::fs::linkat(&self.opened, name, &self.opened, other, AtFlags::empty()).map_err(Into::into)
        }

        /// Moves `from` to `to`, in place of what is there: of a link, in place of the link.
        pub(in crate::output) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
            rustix::fs::renameat(&self.opened, from, &self.opened, to).map_err(Into::into)
        }

        /// Moves `from` to `to`. An error if anything is there.
        pub(in crate::output) fn rename_to_new(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
            #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
            {
                use rustix::fs::{RenameFlags, renameat_with};
                match renameat_with(&self.opened, from, &self.opened, to, RenameFlags::NOREPLACE) {
                    // The file system cannot do that.
                    Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {}
                    other => return other.map_err(Into::into),
                }
            }
            drop(self.create(to, None)?);
            self.rename(from, to)
        }

        /// Removes the file `name`.
        pub(in crate::output) fn remove(&self, name: &OsStr) -> io::Result<()> {
            rustix::fs::unlinkat(&self.opened, name, AtFlags::empty()).map_err(Into::into)
        }
    }

    /// The mode with which a file is created: that of the file in whose place it comes, or the one with which any program creates files. The
    /// process's mask is taken off it.
    fn new_mode(mode: Option<u32>) -> Mode {
        // Systems keep modes in 32 bits or in 16; these are nine.
        let bits = u16::try_from(mode.unwrap_or(0o666) & 0o777).unwrap_or(0o600);
        Mode::from_raw_mode(bits.into())
    }

    /// A path of a file that is open.
    fn by_descriptor(file: &File) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
    }
}
