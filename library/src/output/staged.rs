//! An output file during the write, next to its place.

use std::fs::{File, Metadata};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

use tempfile::SpooledTempFile;

use super::destination::FileDestination;
use super::disk::{self, copy_between};
use super::file::OutputName;
use super::unfinished::TemporaryName;
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::system::unnamed_file;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrival {
    Move,
    Overwrite,
}

/// Removed unless it is published.
#[derive(Debug)]
pub(crate) struct StagedFile {
    pub(super) path: FileName,
    pub(super) destination: FileDestination,
    pub(super) content: Content,
    pub(super) arrival: Arrival,
}

#[derive(Debug)]
pub(super) enum Content {
    /// In the folder of the output.
    Unnamed(File),
    /// In the folder of the output; closed once written.
    Named(TemporaryName, Option<File>),
    /// In the folder for temporary files.
    Elsewhere(File),
}

impl StagedFile {
    /// `held_open` makes a file that disappears with the process, otherwise a temporary name. A file that cannot be
    /// replaced is overwritten in the end.
    pub(super) fn begin(path: &FileName, destination: &FileDestination, held_open: bool) -> Result<Self, FileError> {
        let begun = match create(destination, held_open) {
            Err(error) if may_be_overwritten(destination) && is_refusal(&error) => {
                unnamed_file().map(|file| (Content::Elsewhere(file), Arrival::Overwrite))
            }
            other => other.map(|content| (content, arrival(destination))),
        };
        let (content, arrival) = begun.map_err(|error| FileError::new(path, error))?;
        Ok(Self { path: path.clone(), destination: destination.clone(), content, arrival })
    }

    /// Sets mode, owner and attributes of the replaced file.
    pub(super) fn finish(mut self) -> Result<Self, FileError> {
        let Some(before) = self.destination.existing.clone() else {
            return Ok(self.closed());
        };
        let path = self.path.clone();
        let fail = |error| FileError::new(&path, error);
        let old = self.destination.open_existing().map_err(fail)?;
        if self.arrival == Arrival::Move {
            let kept = self.file().and_then(|file| {
                keep_owner(file, &before)?;
                file.set_permissions(before.permissions())?;
                old.iter().try_for_each(|old| disk::keep_attributes(old, file))
            });
            match kept {
                Ok(()) => {}
                // A process may write to files that it does not own.
                Err(_) if may_be_overwritten(&self.destination) => self.arrival = Arrival::Overwrite,
                Err(error) => return Err(fail(error)),
            }
        }
        if self.arrival == Arrival::Overwrite {
            old.iter().try_for_each(disk::refuse_lost_attributes).map_err(fail)?;
        }
        Ok(self.closed())
    }

    fn closed(mut self) -> Self {
        if let Content::Named(_, file) = &mut self.content {
            *file = None;
        }
        self
    }

    pub(super) fn file(&mut self) -> io::Result<&mut File> {
        match &mut self.content {
            Content::Unnamed(file) | Content::Elsewhere(file) | Content::Named(_, Some(file)) => Ok(file),
            Content::Named(_, None) => Err(io::Error::other("the file has been closed")),
        }
    }

    /// From its first byte, for a copy.
    pub(super) fn reread(&mut self) -> io::Result<File> {
        let mut file = match &self.content {
            Content::Unnamed(file) | Content::Elsewhere(file) => file.try_clone()?,
            Content::Named(name, _) => self.destination.folder.open_for_reading(name.name())?,
        };
        file.seek(SeekFrom::Start(0))?;
        Ok(file)
    }

    /// So that it can be moved.
    pub(super) fn name(&mut self) -> io::Result<&mut TemporaryName> {
        if let Content::Unnamed(file) = &self.content {
            let folder = &self.destination.folder;
            let named = match TemporaryName::make(folder, |name| folder.link(file, name)) {
                Ok((named, ())) => named,
                // Some file systems have unnamed files, but cannot name them later.
                Err(_) => {
                    let mode = self.destination.mode();
                    let (named, copy) = TemporaryName::make(folder, |name| folder.create(name, mode))?;
                    let written = self.reread()?;
                    copy_between(&written, &copy, 0, u64::MAX)?;
                    if let Some(before) = &self.destination.existing {
                        copy.set_permissions(before.permissions())?;
                        disk::keep_attributes(&written, &copy)?;
                    }
                    named
                }
            };
            self.content = Content::Named(named, None);
        }
        match &mut self.content {
            Content::Named(name, _) => Ok(name),
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

impl Write for StagedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for StagedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file()?.seek(to)
    }
}

fn create(destination: &FileDestination, held_open: bool) -> io::Result<Content> {
    let folder = &destination.folder;
    let mode = destination.mode();
    let unnamed = if held_open { folder.create_unnamed(mode)? } else { None };
    match unnamed {
        Some(file) => Ok(Content::Unnamed(file)),
        None => {
            let (name, file) = TemporaryName::make(folder, |name| folder.create(name, mode))?;
            Ok(Content::Named(name, Some(file)))
        }
    }
}

/// A file with several names is overwritten: all names keep one file.
fn arrival(destination: &FileDestination) -> Arrival {
    let several = destination.existing.as_ref().is_some_and(has_other_names);
    match several && may_be_overwritten(destination) {
        true => Arrival::Overwrite,
        false => Arrival::Move,
    }
}

/// Not the only copy (in place), nor a derived name if it has other names, which may be anywhere.
pub(super) fn may_be_overwritten(destination: &FileDestination) -> bool {
    let existing = destination.existing.as_ref();
    existing.is_some_and(|there| match destination.chosen_by {
        OutputName::Given => true,
        OutputName::InPlace => false,
        OutputName::Made { .. } => !has_other_names(there),
    })
}

/// Whether the folder, not the file, is read-only.
pub(super) fn is_refusal(error: &io::Error) -> bool {
    use io::ErrorKind::{CrossesDevices, PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
    matches!(
        error.kind(),
        PermissionDenied | ReadOnlyFilesystem | ResourceBusy | CrossesDevices
    )
}

#[cfg(unix)]
pub(crate) fn has_other_names(there: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    there.nlink() > 1
}

/// Unknown on this system.
#[cfg(not(unix))]
pub(crate) fn has_other_names(_there: &Metadata) -> bool {
    false
}

#[cfg(unix)]
fn keep_owner(file: &File, before: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let new = file.metadata()?;
    match (new.uid(), new.gid()) == (before.uid(), before.gid()) {
        true => Ok(()),
        false => std::os::unix::fs::fchown(file, Some(before.uid()), Some(before.gid())),
    }
}

/// Files have the owner of their folder.
#[cfg(not(unix))]
fn keep_owner(_file: &File, _before: &Metadata) -> io::Result<()> {
    Ok(())
}

/// A sequential writer. Reserved places can be filled in later.
pub trait Sink: Write + Seek {
    /// Truncates at the current position.
    ///
    /// # Errors
    ///
    /// Returns system errors.
    fn cut(&mut self) -> io::Result<()>;
}

impl Sink for BufWriter<StagedFile> {
    fn cut(&mut self) -> io::Result<()> {
        let end = self.stream_position()?;
        self.get_mut().file()?.set_len(end)
    }
}

impl Sink for SpooledTempFile {
    fn cut(&mut self) -> io::Result<()> {
        let end = self.stream_position()?;
        self.set_len(end)
    }
}
