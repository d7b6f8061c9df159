//! The members of thin archives: files beside the archive.

use std::io;
use std::path::{Component, Path, PathBuf};

use crate::file_name::FileName;
use crate::input::{Input, open_beneath, plain_path};
use crate::reason::reason;

/// The file that is the member `name` of the thin archive `archive`. The name counts from the folder of the archive.
///
/// # Errors
///
/// Why it is not read: it lies elsewhere, or is no regular file, or the system refuses it. Archives come from anywhere, so a name that
/// leads out of their folder is not followed, absolute ones included, and neither is a link: archives are unpacked together with links.
pub(crate) fn beside(archive: &Input, name: &FileName, shown: FileName) -> Result<Input, String> {
    let folder = archive
        .folder()
        .ok_or("its file lies beside the archive, but the archive did not come from a file")?;
    let path = within(folder, name).ok_or("it leads out of the archive's folder, and is not followed")?;
    let open = |path: &Path| -> io::Result<Input> {
        let file = open_beneath(folder, name)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        Input::of_file(path, file, shown)
    };
    open(&plain_path(&path)).map_err(|error| reason(&error).to_string())
}

/// The path `name` in `folder`, if it stays there.
fn within(folder: &Path, name: &Path) -> Option<PathBuf> {
    let stays = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    (name.components().next().is_some() && name.components().all(stays)).then(|| folder.join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_in_the_folder_or_is_none() {
        for (name, path) in [
            ("a.o", Some("dir/a.o")),
            ("sub/a.o", Some("dir/sub/a.o")),
            ("./a.o", Some("dir/./a.o")),
            ("../a.o", None),
            ("sub/../../a.o", None),
            ("sub/../a.o", None),
            ("/etc/passwd", None),
            ("", None),
        ] {
            assert_eq!(
                within(Path::new("dir"), Path::new(name)),
                path.map(PathBuf::from),
                "{name}"
            );
        }
    }
}
