//! Opens a file in a folder or below it. No link on the way is followed: it could lead elsewhere.

use std::fs::File;
use std::io;
use std::path::Path;

/// What is said of a link.
const LINK: &str = "a link stands there or on the way, and is not followed";

/// The file `name` in `folder`, each part of whose name is a folder or a file there. `folder` itself may be reached by links.
///
/// # Errors
///
/// What the system says; some part is a link.
#[cfg(unix)]
pub(crate) fn open_beneath(folder: &Path, name: &Path) -> io::Result<File> {
    use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, openat, statat};
    use std::path::Component;

    let here = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let is_folder = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let mut opened = openat(CWD, here, is_folder, Mode::empty())?;
    let parts = name.components().filter(|part| matches!(part, Component::Normal(_)));
    let mut parts = parts.map(|part| part.as_os_str()).peekable();
    while let Some(part) = parts.next() {
        let kind = match parts.peek() {
            Some(_) => is_folder,
            // What is no regular file must not make anybody wait.
            None => OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC,
        };
        opened = openat(&opened, part, kind | OFlags::NOFOLLOW, Mode::empty()).map_err(|error| {
            let found = statat(&opened, part, AtFlags::SYMLINK_NOFOLLOW);
            let is_link = found.is_ok_and(|found| FileType::from_raw_mode(found.st_mode) == FileType::Symlink);
            if is_link { io::Error::other(LINK) } else { error.into() }
        })?;
    }
    Ok(opened.into())
}

/// The same, where folders cannot be held open: every part is looked at before.
#[cfg(not(unix))]
pub(crate) fn open_beneath(folder: &Path, name: &Path) -> io::Result<File> {
    let mut path = folder.to_path_buf();
    for part in name.components() {
        path.push(part);
        if std::fs::symlink_metadata(&path)?.is_symlink() {
            return Err(io::Error::other(LINK));
        }
    }
    File::open(path)
}
