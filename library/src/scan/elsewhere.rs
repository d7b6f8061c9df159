//! Looks up the files that a path from inside of a file means. They are neither opened nor changed, only seen to be there.

use std::fs;
use std::path::{Path, PathBuf};

use memchr::memmem;
use memchr::memrchr;
use offload_bundle_core::ids::{Grammar, IdComponent};

use crate::file_name::FileName;
use crate::input::Input;
use crate::report::ExternalFile;

/// Where paths lead that are stored in a file.
///
/// Loaders follow them wherever they lead: from the folder of the file, out of it too, and absolute ones as they are. So does this, or what
/// is there would be told to be missing.
pub(super) struct Elsewhere<'e> {
    ids: &'e Grammar<'static>,
    folder: PathBuf,
    /// What stands for a target in a path.
    placeholder: &'e str,
}

impl<'e> Elsewhere<'e> {
    /// None where `input` is in no folder.
    pub(super) fn new(ids: &'e Grammar<'static>, input: &Input, placeholder: &'e str) -> Option<Self> {
        Some(Self { ids, folder: input.real_folder()?, placeholder })
    }

    /// The files that `path` means. Where it has a place for a target, every target counts.
    pub(super) fn files(&self, path: &Path) -> Vec<ExternalFile> {
        let stored = path.as_os_str().as_encoded_bytes();
        let Some((before, after)) = split(stored, self.placeholder.as_bytes()) else {
            let file = self.folder.join(path);
            return there(file, None).into_iter().collect();
        };
        // The placeholder is in a name, which folders may lead to and which may itself be that of a folder.
        let (folders, prefix) = match memrchr(b'/', before) {
            Some(slash) => before
                .split_at_checked(slash.saturating_add(1))
                .unwrap_or((before, b"")),
            None => (b"".as_slice(), before),
        };
        let (suffix, rest) = match memchr::memchr(b'/', after) {
            Some(slash) => after.split_at_checked(slash).unwrap_or((after, b"")),
            None => (after, b"".as_slice()),
        };
        let folder = self.folder.join(FileName::from_stored(folders.to_vec()));
        let rest = FileName::from_stored(rest.strip_prefix(b"/").unwrap_or(rest).to_vec());
        let Ok(entries) = fs::read_dir(folder) else {
            return Vec::new();
        };
        let files = entries.flatten().filter_map(|entry| {
            let name = entry.file_name();
            let target = name.as_encoded_bytes().strip_prefix(prefix)?.strip_suffix(suffix)?;
            let target = std::str::from_utf8(target).ok().filter(|target| !target.is_empty())?;
            self.ids.check_component(IdComponent::Target, target).ok()?;
            let file = match rest.as_os_str().is_empty() {
                true => entry.path(),
                false => entry.path().join(&rest),
            };
            there(file, Some(target))
        });
        let mut files: Vec<ExternalFile> = files.collect();
        files.sort_by(|one, other| one.target.cmp(&other.target));
        files
    }
}

/// What is before and behind the first `placeholder`.
fn split<'s>(stored: &'s [u8], placeholder: &[u8]) -> Option<(&'s [u8], &'s [u8])> {
    let at = memmem::find(stored, placeholder)?;
    let (before, rest) = stored.split_at_checked(at)?;
    Some((before, rest.strip_prefix(placeholder)?))
}

/// The `file`, if it is one.
fn there(file: PathBuf, target: Option<&str>) -> Option<ExternalFile> {
    file.is_file()
        .then(|| ExternalFile { file: file.into(), target: target.map(str::to_owned) })
}
