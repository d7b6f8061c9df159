//! Moves files to their places, all or none; overwrites files with several names.

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

/// After a failure, all files are as before, unless the system fails during an overwrite. Room is reserved first
/// ([`super::overwrite`]).
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

#[derive(Default)]
struct Published {
    /// A single file never has to be restored.
    single: bool,
    /// In order, with the previous file.
    moved: Vec<(FileDestination, Before)>,
    files: BTreeMap<Identity, PathBuf>,
}

enum Before {
    Nothing,
    Kept(TemporaryName),
    /// Some file systems support no second name.
    Gone,
}

/// The reason why a file cannot be moved to its place.
enum Refused {
    /// Read-only, but the file can be overwritten.
    Folder,
    Error(Box<Error>),
}

impl Published {
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

    /// A file that has appeared there counts as existing.
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

    /// Refuses a file just written, if the file system treats two names as one; its number may be reused.
    fn refuse_own(&self, path: &FileName, place: &FileDestination) -> Result<(), Error> {
        let identity = |path: &Path| fs::symlink_metadata(path).ok().as_ref().and_then(Identity::new);
        let there = identity(&place.path());
        let own = there.and_then(|there| self.files.get(&there));
        match own.is_some_and(|own| *own != place.path() && identity(own) == there) {
            true => Err(Error::SameOutput { file: path.clone() }),
            false => Ok(()),
        }
    }

    /// Returns the error.
    fn undo(self, error: Error) -> Error {
        for (place, before) in self.moved.into_iter().rev() {
            // Restores as much as possible; only the first error is reported.
            let _ = match before {
                Before::Nothing => place.folder.remove(&place.name),
                Before::Kept(mut name) => name.rename(&place.name),
                Before::Gone => Ok(()),
            };
        }
        error
    }
}

/// Under a second name, if possible.
fn keep(place: &FileDestination) -> Before {
    let kept = TemporaryName::make(&place.folder, |other| place.folder.link_again(&place.name, other));
    kept.map_or(Before::Gone, |(name, ())| Before::Kept(name))
}

/// It has several names, or its folder is read-only.
struct Overwritten {
    path: FileName,
    from: File,
    to: File,
    len: (u64, u64),
    /// In a file with shared blocks; new content can then be shared too.
    before: Option<File>,
}

/// First reserves room and writes past the old ends, which can be undone.
pub(super) fn overwrite(staged: Vec<StagedFile>) -> Result<(), FileError> {
    let mut files = Vec::new();
    for mut file in staged {
        let opened = Overwritten::open(&mut file);
        files.push(opened.map_err(|error| FileError::new(&file.path, error))?);
    }
    let prepared = files.iter().try_for_each(|file| file.tell(file.prepare()));
    if prepared.is_err() {
        for file in &files {
            // Only the first error is reported.
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
            return Err(io::Error::other("it is no longer a regular file"));
        }
        let len = (there.len(), from.metadata()?.len());
        let before = share_content(staged, &there)?;
        Ok(Self { path: staged.path.clone(), from, to, len, before })
    }

    fn tell(&self, result: io::Result<()>) -> Result<(), FileError> {
        result.map_err(|error| FileError::new(&self.path, error))
    }

    fn prepare(&self) -> io::Result<()> {
        let (before, after) = self.len;
        if self.before.is_some() {
            return Ok(());
        }
        disk::reserve_to_overwrite(&self.to, after)?;
        copy_between(&self.from, &self.to, before, after.saturating_sub(before))
    }

    fn write(&self) -> io::Result<()> {
        let (before, after) = self.len;
        if self.before.is_none() {
            copy_between(&self.from, &self.to, 0, before.min(after))?;
            return self.to.set_len(after);
        }
        self.to.set_len(before.min(after))?;
        disk::clone(&self.from, &self.to)
    }

    fn bring_back(&self) {
        if let Some(before) = &self.before {
            // Only the first error is reported.
            let _ = self.to.set_len(self.len.0).and_then(|()| disk::clone(before, &self.to));
        }
    }
}

/// `None` if unsupported, or not with `from`.
fn share_content(staged: &StagedFile, to: &Metadata) -> io::Result<Option<File>> {
    let folder = &staged.destination.folder;
    if matches!(staged.content, Content::Elsewhere(_)) {
        return Ok(None);
    }
    // The bytes are written if they cannot be shared.
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
    fn reused_file_number_is_not_same_output() {
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
        assert!(!refused(identity("other")), "its content is not what was written");
        // Another process has replaced the first output, and the system has given its number away.
        let written = identity("second");
        fs::rename(path("other"), path("first")).unwrap();
        assert!(!refused(written));
    }
}
