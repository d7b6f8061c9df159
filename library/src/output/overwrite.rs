//! Files that stay and get other bytes, because they have several names or their folder cannot be changed.

use std::fs::{File, Metadata};
use std::io;

use super::between::copy_between;
use super::room;
use super::staged::{Content, StagedFile};
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::Identity;

/// A file that is overwritten.
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
        room::reserve_to_overwrite(&self.to, after)?;
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
        room::clone(&self.from, &self.to)
    }

    /// Gives it its content from before, where that is still there.
    fn bring_back(&self) {
        if let Some(before) = &self.before {
            // The error that is reported is the first.
            let _ = self.to.set_len(self.len.0).and_then(|()| room::clone(before, &self.to));
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
    Ok(Some(kept).filter(|kept| same && room::clone(&there, kept).is_ok()))
}
