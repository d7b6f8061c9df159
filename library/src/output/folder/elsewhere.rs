//! A folder that outputs go to, where the system has no folders that are held open: everything goes by its path.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A folder.
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
