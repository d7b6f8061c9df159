//! The files of a folder and its subfolders, sorted by name.

use std::fs::{FileType, read_dir};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::file_error::FileError;

/// Also visits unreadable folders, with their error. Links are not followed: targets are in the folder too, or outside.
pub(crate) fn files(
    folder: &Path,
    visit: &mut dyn FnMut(PathBuf, Option<FileError>) -> Result<(), Error>,
) -> Result<(), Error> {
    // Remaining paths, in reverse order.
    let mut open: Vec<(PathBuf, bool)> = vec![(folder.into(), true)];
    while let Some((path, is_folder)) = open.pop() {
        if !is_folder {
            visit(path, None)?;
            continue;
        }
        match entries(&path) {
            Ok(mut found) => {
                found.sort_by(|(one, _), (other, _)| other.cmp(one));
                let found = found.into_iter().filter(|(_, kind)| kind.is_dir() || kind.is_file());
                open.extend(found.map(|(path, kind)| (path, kind.is_dir())));
            }
            Err(error) => visit(path, Some(error))?,
        }
    }
    Ok(())
}

fn entries(folder: &Path) -> Result<Vec<(PathBuf, FileType)>, FileError> {
    let failed = |error| FileError::new(folder, error);
    let entry = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry?;
        Ok((entry.path(), entry.file_type()?))
    };
    read_dir(folder)
        .map_err(failed)?
        .map(entry)
        .collect::<Result<_, _>>()
        .map_err(failed)
}
