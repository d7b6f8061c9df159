//! Files that have been written beside their places appear there, all or none.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;

use super::destination::FileDestination;
use super::file::OutputName;
use super::staged::{Arrival, Content, StagedFile, is_refusal, may_be_overwritten};
use super::unfinished::{TemporaryName, appearing};
use crate::error::Error;
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::Identity;

/// Puts every file in its place. If one cannot be, those that have been go back, and all is as before.
///
/// The exception is a file that is overwritten, when the system fails in the middle of bytes that were there before: nothing asks for
/// room then, so that a full disk is no such failure.
///
/// # Errors
///
/// What the system says; [`Error::Exists`] and [`Error::SameOutput`] where something has come to the place of a file since it was looked
/// at.
pub(crate) fn publish(staged: Vec<StagedFile>) -> Result<(), Error> {
    let _nobody_is_stopped = appearing();
    let mut published = Published { single: staged.len() == 1, ..Published::default() };
    let mut overwriting = Vec::new();
    for mut file in staged {
        match file.arrival {
            Arrival::Move => match published.arrive(&mut file) {
                Err(Refused::Folder) => overwriting.push(file),
                Err(Refused::Error(error)) => return Err(published.undo(*error)),
                Ok(()) => {}
            },
            Arrival::Overwrite => overwriting.push(file),
        }
    }
    match overwrite(overwriting) {
        Ok(()) => Ok(()),
        Err(error) => Err(published.undo(error.into())),
    }
}

/// What stands at its place already.
#[derive(Default)]
struct Published {
    /// Whether nothing comes after the first, so that it need not be taken back.
    single: bool,
    /// In order, with what stood there before.
    moved: Vec<(FileDestination, Before)>,
    /// Which files they are, and at which paths.
    files: BTreeMap<Identity, PathBuf>,
}

/// What stood at a place before.
enum Before {
    Nothing,
    /// A file, which has another name now.
    Kept(TemporaryName),
    /// A file that cannot have another name, as on some file systems.
    Gone,
}

/// Why a file does not get to its place.
enum Refused {
    /// Its folder cannot be changed, but what stands there can be overwritten.
    Folder,
    Error(Box<Error>),
}

impl Published {
    /// Puts `file` in its place.
    fn arrive(&mut self, file: &mut StagedFile) -> Result<(), Refused> {
        let place = file.destination.clone();
        let done = match place.existing {
            None => self.arrive_anew(file, &place),
            Some(_) => self.arrive_instead(file, &place),
        };
        done.map_err(|error| match error {
            Error::Io { error, .. } if is_refusal(&error) && may_be_overwritten(&place) => Refused::Folder,
            error => Refused::Error(error.into()),
        })?;
        let there = fs::symlink_metadata(place.path()).ok();
        if let Some(identity) = there.as_ref().and_then(Identity::of) {
            self.files.insert(identity, place.path());
        }
        Ok(())
    }

    /// Where nothing stood. What has come there since is refused or replaced, as if it had been there.
    fn arrive_anew(&mut self, file: &mut StagedFile, place: &FileDestination) -> Result<(), Error> {
        let done = match &file.content {
            Content::Unnamed(unnamed) => match place.folder.link(unnamed, &place.name) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    file.name().and_then(|name| name.rename_to_new(&place.name))
                }
                other => other,
            },
            _ => file.name().and_then(|name| name.rename_to_new(&place.name)),
        };
        match done {
            Ok(()) => {
                self.moved.push((place.clone(), Before::Nothing));
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                self.refuse_own(&file.path, place)?;
                match place.chosen_by {
                    OutputName::Given | OutputName::Made { replace: true } => self.arrive_instead(file, place),
                    OutputName::Made { replace: false } => Err(Error::Exists { file: file.path.clone() }),
                }
            }
            Err(error) => Err(FileError::new(&file.path, error).into()),
        }
    }

    /// In place of what stands there.
    fn arrive_instead(&mut self, file: &mut StagedFile, place: &FileDestination) -> Result<(), Error> {
        let before = match self.single {
            true => Before::Gone,
            false => keep(place),
        };
        let moved = file.name().and_then(|name| name.rename(&place.name));
        moved.map_err(|error| FileError::new(&file.path, error))?;
        self.moved.push((place.clone(), before));
        Ok(())
    }

    /// Refuses to replace what has just been written under another name, where two names are one to the file system.
    fn refuse_own(&self, path: &FileName, place: &FileDestination) -> Result<(), Error> {
        let there = fs::symlink_metadata(place.path()).ok();
        let own = there
            .as_ref()
            .and_then(Identity::of)
            .and_then(|identity| self.files.get(&identity));
        match own.is_some_and(|own| *own != place.path()) {
            true => Err(Error::SameOutput { file: path.clone() }),
            false => Ok(()),
        }
    }

    /// Brings back what stood at all places. The result is the error because of which.
    fn undo(self, error: Error) -> Error {
        for (place, before) in self.moved.into_iter().rev() {
            // The error that is reported is the first; what can be taken back is.
            let _ = match before {
                Before::Nothing => place.folder.remove(&place.name),
                Before::Kept(mut name) => name.rename(&place.name),
                Before::Gone => Ok(()),
            };
        }
        error
    }
}

/// A second name for the file that stands at the place, by which it can be brought back. Without one, as where the file system has no
/// such thing, only a rename that fails although the folder could be written leaves a trace.
fn keep(place: &FileDestination) -> Before {
    let kept = TemporaryName::make(&place.folder, |other| place.folder.link_again(&place.name, other));
    kept.map_or(Before::Gone, |(name, ())| Before::Kept(name))
}

/// A file that is overwritten.
struct Overwritten {
    path: FileName,
    from: File,
    to: File,
    /// Length before and after, in bytes.
    len: (u64, u64),
}

/// Overwrites files: first what goes past their ends, which can fail and be taken back, then what they hold.
fn overwrite(staged: Vec<StagedFile>) -> Result<(), FileError> {
    let mut files = Vec::new();
    for mut file in staged {
        let opened = Overwritten::open(&mut file);
        files.push(opened.map_err(|error| FileError::new(&file.path, error))?);
    }
    let longer = files.iter_mut().try_for_each(Overwritten::write_tail);
    if longer.is_err() {
        for file in &files {
            // The error that is reported is the first.
            let _ = file.to.set_len(file.len.0);
        }
        return longer;
    }
    files.iter_mut().try_for_each(Overwritten::write_head)
}

impl Overwritten {
    fn open(staged: &mut StagedFile) -> io::Result<Self> {
        let place = &staged.destination;
        let to = place.folder.open_for_writing(&place.name)?;
        let from = staged.reread()?;
        let there = to.metadata()?;
        if !there.is_file() {
            return Err(io::Error::other("what stands there is no regular file any more"));
        }
        let len = (there.len(), from.metadata()?.len());
        Ok(Self { path: staged.path.clone(), from, to, len })
    }

    fn write_tail(&mut self) -> Result<(), FileError> {
        let (before, after) = self.len;
        self.write(before, after.saturating_sub(before))
    }

    fn write_head(&mut self) -> Result<(), FileError> {
        let (before, after) = self.len;
        self.write(0, before.min(after))?;
        let cut = self.to.set_len(after);
        cut.map_err(|error| FileError::new(&self.path, error))
    }

    /// Writes `len` bytes, from byte `ofs` on.
    fn write(&mut self, ofs: u64, len: u64) -> Result<(), FileError> {
        let mut write = || {
            self.from.seek(SeekFrom::Start(ofs))?;
            self.to.seek(SeekFrom::Start(ofs))?;
            io::copy(&mut Read::take(&mut self.from, len), &mut self.to)
        };
        write().map(drop).map_err(|error| FileError::new(&self.path, error))
    }
}
