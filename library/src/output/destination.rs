//! Where an output really goes: links followed, and what stands there already.

use std::fs::{self, File, Permissions};
use std::io;
use std::path::{Path, PathBuf};

use crate::input::{Identity, STANDARD};

/// How many links are followed before they are taken for a circle, as the kernel does.
const MAX_LINKS: usize = 40;

/// Where an output goes.
#[derive(Debug)]
pub(super) enum Destination {
    /// Standard output.
    Standard,
    /// Something that cannot be replaced, because it is no regular file or stands for an open one.
    Direct(PathBuf),
    /// A regular file, which is written beside its place and then moved there.
    File(FileDestination),
}

/// The place of a regular file.
#[derive(Debug)]
pub(super) struct FileDestination {
    /// Its folder, without links.
    pub folder: PathBuf,
    /// The file in it, without links.
    pub path: PathBuf,
    /// The mode of the file that stands there, if one does.
    pub existing: Option<Permissions>,
}

/// The identity of the regular file that stands at `path`, if one does.
pub(crate) fn identity(path: &str) -> Option<Identity> {
    if path == STANDARD {
        return None;
    }
    fs::metadata(path).ok().as_ref().and_then(Identity::of)
}

/// The path, without links, of the regular file that an output called `name` becomes. None for anything else, and where there
/// cannot be such a file.
pub(crate) fn regular(name: &str) -> Option<PathBuf> {
    match resolve(name) {
        Ok(Destination::File(place)) => Some(place.path),
        _ => None,
    }
}

/// Finds where an output called `name` goes, and whether it may. Changes nothing.
pub(super) fn resolve(name: &str) -> io::Result<Destination> {
    if name == STANDARD {
        return Ok(Destination::Standard);
    }
    if name.ends_with(std::path::is_separator) {
        return Err(fs::metadata(name).map_or_else(|error| error, |_| is_a_folder(Path::new(name))));
    }
    let path = follow(Path::new(name))?;
    match fs::metadata(&path) {
        Ok(metadata) if metadata.is_dir() => Err(is_a_folder(&path)),
        Ok(metadata) if !metadata.is_file() || stands_for_an_open_file(&path) => Ok(Destination::Direct(path)),
        Ok(metadata) => {
            // Replacing a file takes no right to write to it; a user who has none must not lose it all the same.
            File::options().write(true).open(&path)?;
            place(&path, Some(metadata.permissions())).map(Destination::File)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.file_name().is_some() => {
            place(&path, None).map(Destination::File)
        }
        Err(error) => Err(error),
    }
}

/// The path behind `path`, if that is a link; what it points at need not exist.
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

/// Whether the path is one of those by which a process reaches its own open files. Such a file is written to as it is: whoever
/// opened it holds on to it, and would not see another one in its place.
fn stands_for_an_open_file(path: &Path) -> bool {
    fs::canonicalize(folder_of(path)).is_ok_and(|folder| folder.starts_with("/proc"))
}

/// What the system says to writing a folder, in its own words.
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

fn place(path: &Path, existing: Option<Permissions>) -> io::Result<FileDestination> {
    let Some(name) = path.file_name() else {
        return Err(io::ErrorKind::NotFound.into());
    };
    let folder = fs::canonicalize(folder_of(path))?;
    Ok(FileDestination { path: folder.join(name), folder, existing })
}
