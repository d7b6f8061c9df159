//! Files that have been written beside their places appear there, all or none.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::destination::FileDestination;
use super::file::OutputName;
use super::overwrite::overwrite;
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

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::output::folder::Folder;
    use std::sync::Arc;

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
