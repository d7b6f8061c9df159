//! Snapshots of folders by digest, and their changes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Serialize;

use crate::manifest::sha256;

/// By relative path.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(super) struct Snapshot {
    pub(super) entries: BTreeMap<String, Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Entry {
    /// A file with this digest.
    File(String),
    /// Executable, by digest.
    Program(String),
    /// A link to this path.
    Link(String),
    /// A folder.
    Folder,
}

impl Entry {
    pub(super) fn digest(&self) -> Option<&str> {
        match self {
            Self::File(digest) | Self::Program(digest) => Some(digest),
            Self::Link(_) | Self::Folder => None,
        }
    }
}

/// The digest that identifies contents.
pub(super) fn digest(bytes: &[u8]) -> String {
    let mut digest = sha256(bytes);
    digest.truncate(24);
    digest
}

impl Snapshot {
    /// Other kinds of files are ignored.
    pub(super) fn take(folder: &Path) -> Self {
        let mut all = Self::default();
        all.add(folder, "");
        all
    }

    fn add(&mut self, folder: &Path, prefix: &str) {
        let mut found: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().collect();
        found.sort_by_key(fs::DirEntry::file_name);
        for entry in found {
            let (path, name) = (entry.path(), format!("{prefix}{}", entry.file_name().to_string_lossy()));
            let Ok(kind) = entry.file_type() else { continue };
            let entry = if kind.is_dir() {
                self.add(&path, &format!("{name}/"));
                Entry::Folder
            } else if kind.is_symlink() {
                let target = fs::read_link(&path).unwrap_or_default();
                Entry::Link(target.to_string_lossy().into_owned())
            } else if let (true, Ok(bytes)) = (kind.is_file(), fs::read(&path)) {
                match is_program(&path) {
                    true => Entry::Program(digest(&bytes)),
                    false => Entry::File(digest(&bytes)),
                }
            } else {
                continue;
            };
            self.entries.insert(name, entry);
        }
    }

    pub(super) fn with(&self, digest: &str) -> Option<&str> {
        let mut entries = self.entries.iter();
        entries
            .find(|(_, entry)| entry.digest() == Some(digest))
            .map(|(path, _)| path.as_str())
    }

    /// `None` for deleted ones.
    pub(super) fn changes(&self, after: &Self) -> BTreeMap<String, Option<Entry>> {
        let gone = self.entries.keys().filter(|path| !after.entries.contains_key(*path));
        let new = after
            .entries
            .iter()
            .filter(|(path, entry)| self.entries.get(*path) != Some(entry));
        gone.map(|path| (path.clone(), None))
            .chain(new.map(|(path, entry)| (path.clone(), Some(entry.clone()))))
            .collect()
    }
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|there| there.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(_path: &Path) -> bool {
    false
}

#[cfg(unix)]
pub(super) fn make_program(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
pub(super) fn make_program(_path: &Path) -> std::io::Result<()> {
    Ok(())
}
