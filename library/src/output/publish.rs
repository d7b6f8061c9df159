//! Files that have been written next to their places appear there, all or none: moved, or as the bytes of a file that stays.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::destination::FileDestination;
use super::disk::{self, copy_between};
use super::file::OutputName;

use super::staged::{Arrival, Content, StagedFile, is_refusal, may_be_overwritten};
use super::unfinished::{TemporaryName, appearing};
use crate::error::Error;
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::Identity;

/// Puts every file in its place. If one cannot be, those that have been go back, and all is as before.
///
/// The exception is a file that is overwritten, when the system fails in the middle of bytes that were there before. A full disk is no such
/// failure, because room is asked for first ([`super::overwrite`]).
///
/// # Errors
///
/// What the system says; [`Error::Exists`] and [`Error::SameOutput`] where something has come to the place of a file since it was looked
/// at.
pub(crate) fn publish(staged: Vec<StagedFile>) -> Result<(), Error> {
    let _until_all_appeared = appearing();
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

/// What is at its place already.
#[derive(Default)]
struct Published {
    /// Whether nothing comes after the first, so that it need not be taken back.
    single: bool,
    /// In order, with what was there before.
    moved: Vec<(FileDestination, Before)>,
    /// Which files they are, and at which paths.
    files: BTreeMap<Identity, PathBuf>,
}

/// What was at a place before.
enum Before {
    Nothing,
    /// A file, which has another name now.
    Kept(TemporaryName),
    /// A file that cannot have another name, as on some file systems.
    Gone,
}

/// Why a file does not get to its place.
enum Refused {
    /// Its folder cannot be changed, but what is there can be overwritten.
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
        if let Some(identity) = there.as_ref().and_then(Identity::new) {
            self.files.insert(identity, place.path());
        }
        Ok(())
    }

    /// Where nothing was. What has come there since is refused or replaced, as if it had been there.
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
                    OutputName::Given | OutputName::InPlace | OutputName::Made { replace: true } => {
                        self.arrive_instead(file, place)
                    }
                    OutputName::Made { replace: false } => Err(Error::Exists { file: file.path.clone() }),
                }
            }
            Err(error) => Err(FileError::new(&file.path, error).into()),
        }
    }

    /// In place of what is there.
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

    /// Refuses to replace what has just been written under another name, where two names are one to the file system. What was written there
    /// may have been replaced since, and its number given to another file.
    fn refuse_own(&self, path: &FileName, place: &FileDestination) -> Result<(), Error> {
        let identity = |path: &Path| fs::symlink_metadata(path).ok().as_ref().and_then(Identity::new);
        let there = identity(&place.path());
        let own = there.and_then(|there| self.files.get(&there));
        match own.is_some_and(|own| *own != place.path() && identity(own) == there) {
            true => Err(Error::SameOutput { file: path.clone() }),
            false => Ok(()),
        }
    }

    /// Brings back what was at all places. The result is the error because of which.
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

/// A second name for the file that is at the place, by which it can be brought back. Without one, as where the file system has no
/// such thing, only a rename that fails although the folder could be written leaves a trace.
fn keep(place: &FileDestination) -> Before {
    let kept = TemporaryName::make(&place.folder, |other| place.folder.link_again(&place.name, other));
    kept.map_or(Before::Gone, |(name, ())| Before::Kept(name))
}

/// A file that stays and gets other bytes, because it has several names or its folder cannot be changed.
struct Overwritten {
    path: FileName,
    from: File,
    to: File,
    /// Length before and after, in bytes.
    len: (u64, u64),
    /// Its content before, in a file that shares it: then it can share the new one too, which takes no room.
    before: Option<File>,
}

/// Overwrites files: first all room is asked for and what goes past their ends is written, which can fail and be taken back, then what
/// they hold.
///
/// # Errors
/// What the system says. Unless it fails in the middle of what they hold, all is as before.
pub(super) fn overwrite(staged: Vec<StagedFile>) -> Result<(), FileError> {
    let mut files = Vec::new();
    for mut file in staged {
        let opened = Overwritten::open(&mut file);
        files.push(opened.map_err(|error| FileError::new(&file.path, error))?);
    }
    let prepared = files.iter().try_for_each(|file| file.tell(file.prepare()));
    if prepared.is_err() {
        for file in &files {
            // The error that is reported is the first.
            let _ = file.to.set_len(file.len.0);
        }
        return prepared;
    }
    let overwritten = files.iter().try_for_each(|file| file.tell(file.write()));
    if overwritten.is_err() {
        files.iter().for_each(Overwritten::bring_back);
    }
    overwritten
}

impl Overwritten {
    fn open(staged: &mut StagedFile) -> io::Result<Self> {
        let from = staged.reread()?;
        let place = &staged.destination;
        let to = place.folder.open_for_writing(&place.name)?;
        let there = to.metadata()?;
        if !there.is_file() {
            return Err(io::Error::other("what stands there is no regular file any more"));
        }
        let len = (there.len(), from.metadata()?.len());
        let before = share_content(staged, &there)?;
        Ok(Self { path: staged.path.clone(), from, to, len, before })
    }

    fn tell(&self, result: io::Result<()>) -> Result<(), FileError> {
        result.map_err(|error| FileError::new(&self.path, error))
    }

    /// Asks for all room and writes what goes past the end.
    fn prepare(&self) -> io::Result<()> {
        let (before, after) = self.len;
        if self.before.is_some() {
            return Ok(());
        }
        disk::reserve_to_overwrite(&self.to, after)?;
        copy_between(&self.from, &self.to, before, after.saturating_sub(before))
    }

    /// Writes what comes in place of what it holds.
    fn write(&self) -> io::Result<()> {
        let (before, after) = self.len;
        if self.before.is_none() {
            copy_between(&self.from, &self.to, 0, before.min(after))?;
            return self.to.set_len(after);
        }
        self.to.set_len(before.min(after))?;
        disk::clone(&self.from, &self.to)
    }

    /// Gives it its content from before, where that is still there.
    fn bring_back(&self) {
        if let Some(before) = &self.before {
            // The error that is reported is the first.
            let _ = self.to.set_len(self.len.0).and_then(|()| disk::clone(before, &self.to));
        }
    }
}

/// A file without a name in the folder of `to`, which shares the content of `to`. None where the file system shares nothing, or not with
/// `from`.
fn share_content(staged: &StagedFile, to: &Metadata) -> io::Result<Option<File>> {
    let folder = &staged.destination.folder;
    if matches!(staged.content, Content::Elsewhere(_)) {
        return Ok(None);
    }
    // What cannot be read or made is written instead.
    let Ok(there) = folder.open_for_reading(&staged.destination.name) else {
        return Ok(None);
    };
    let Ok(Some(kept)) = folder.create_unnamed(None) else {
        return Ok(None);
    };
    let same = Identity::new(&there.metadata()?) == Identity::new(to);
    Ok(Some(kept).filter(|kept| same && disk::clone(&there, kept).is_ok()))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::output::destination::Folder;

    #[test]
    fn only_a_file_that_is_still_at_its_own_place_too_is_two_outputs() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("first"), "").unwrap();
        fs::write(path("other"), "").unwrap();
        fs::hard_link(path("first"), path("second")).unwrap();
        let identity = |name: &str| Identity::new(&fs::symlink_metadata(path(name)).unwrap()).unwrap();
        let refused = |written: Identity| {
            let files = BTreeMap::from([(written, path("first"))]);
            let place = FileDestination {
                folder: Arc::new(Folder::open(folder.path()).unwrap()),
                name: "second".into(),
                existing: None,
                chosen_by: OutputName::Given,
                new_mode: None,
            };
            let published = Published { files, ..Published::default() };
            published.refuse_own(&"second".into(), &place).is_err()
        };
        assert!(refused(identity("first")));
        assert!(!refused(identity("other")), "what stands there is not what was written");
        // Another process has replaced the first output, and the system has given its number away.
        let written = identity("second");
        fs::rename(path("other"), path("first")).unwrap();
        assert!(!refused(written));
    }
}
