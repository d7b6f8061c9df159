//! References to moved device code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use memchr::{memmem, memrchr};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::ids::{Grammar, IdComponent};
use offload_bundle_core::message_pack::{Reader, Scalar, TEXT, Token};
use offload_bundle_core::placement::{ReferenceRule, WrapperRule};

use super::search::Search;
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, WindowReader};
use crate::object::{Section, SectionContent};
use crate::report::{ExternalCode, ExternalCodeReference, ExternalFile, ExternalPath, Integer};

/// Each in one folder. One is usual.
const MOST_PATHS: usize = 64;
/// A thousand is usual. Beyond that, archives supply the numbers.
pub(super) const MOST_UNITS: usize = 1 << 18;

#[derive(Default)]
pub(super) struct Moved {
    reference: Option<ExternalCodeReference>,
    /// Sections without bytes in the file, or with the size of such sections.
    sections: Vec<(String, Integer, Integer)>,
    /// The first with records of moved code.
    pointers: Option<(String, Integer, Integer)>,
    /// The number of such records.
    count: u64,
    pub(super) units: BTreeSet<u64>,
    /// The end of the records read so far; sections may share them.
    seen_up_to: u64,
}

impl Moved {
    /// Records a section for device code.
    pub(super) fn without_bytes(&mut self, section: &Section, len: u64) {
        self.sections
            .push((section.name(), Integer(section.offset), Integer(len)));
    }

    pub(super) fn count(
        &mut self,
        input: &Input,
        section: &Section,
        rule: WrapperRule<'_>,
        place: Place,
    ) -> Result<(), Error> {
        let mut reader = WindowReader::over(input, place);
        let size = rule.size.max(1);
        let before = self.count;
        let mut at = place.ofs;
        while at.saturating_add(size) <= place.end() {
            if at >= self.seen_up_to {
                let record = reader.view(at, size)?;
                if record.starts_with(rule.moved) {
                    if self.units.len() < MOST_UNITS {
                        self.units.insert(unit(record, rule).unwrap_or(self.count));
                    }
                    self.count = self.count.saturating_add(1);
                }
            }
            at = match at < self.seen_up_to {
                true => self.seen_up_to,
                false => at.saturating_add(size),
            };
        }
        self.seen_up_to = self.seen_up_to.max(place.end());
        if self.count > before && self.pointers.is_none() {
            self.pointers = Some((section.name(), Integer(section.offset), Integer(place.len)));
        }
        Ok(())
    }
}

fn unit(record: &[u8], rule: WrapperRule<'_>) -> Option<u64> {
    let at = usize::try_from(rule.unit?).ok()?;
    let number = record.get(at..at.checked_add(4)?)?.try_into().ok()?;
    Some(u32::from_le_bytes(number).into())
}

impl Search<'_> {
    /// With the location of moved device code.
    pub(super) fn note_moved(&self, input: &Input, section: &Section, rule: ReferenceRule<'_>, moved: &mut Moved) {
        let SectionContent::Bytes(Ok(place)) = section.content else {
            return;
        };
        if moved.reference.is_some() {
            return;
        }
        let mut said = ExternalCodeReference {
            section: section.name(),
            offset: Integer(place.ofs),
            size: Integer(place.len),
            name: None,
            paths: Vec::new(),
            error: None,
        };
        read_reference(input, place, rule, &mut said);
        let folder = input.real_folder();
        for ExternalPath { path, files } in &mut said.paths {
            *files = folder
                .as_ref()
                .map(|folder| external_files(self.registry.ids, folder, rule.target, path));
        }
        moved.reference = Some(said);
    }

    pub(super) fn add_moved(&mut self, moved: Moved) {
        let Moved { mut reference, mut sections, pointers, count, .. } = moved;
        // The bytes may exist as zeros, and the location may be missing.
        if sections.is_empty() {
            sections.extend(match &reference {
                Some(reference) => Some((reference.section.clone(), reference.offset, reference.size)),
                None => pointers,
            });
        }
        let external_code = sections.into_iter().map(|(section, offset, size)| ExternalCode {
            member: None,
            section,
            offset,
            size,
            moved_count: count,
            reference: reference.as_mut().map(ExternalCodeReference::report_once),
            disabled_by: None,
        });
        self.scan.external_code.extend(external_code);
    }
}

/// Bytes after the map are ignored, as loaders do.
fn read_reference(input: &Input, place: Place, rule: ReferenceRule<'_>, said: &mut ExternalCodeReference) {
    let bytes = match input.window(place.ofs, place.len.min(rule.at_most)) {
        Ok(bytes) => bytes,
        Err(error) => {
            said.error = Some(error.to_string());
            return;
        }
    };
    let mut reader = Reader::default();
    let mut key: Vec<u8> = Vec::new();
    let mut wrong: Option<String> = None;
    let fed = reader.feed(&bytes, &mut |Token { depth, is_key, scalar, .. }| {
        let at_paths = key == rule.paths.as_bytes();
        let fault = match (depth, scalar) {
            (0, Scalar::Map) => None,
            (0, _) => Some(format!("expected a map, found {}", scalar.kind())),
            (1, scalar) if is_key => {
                key = match scalar {
                    Scalar::Text(text) => text.to_vec(),
                    // It does not belong to the key before.
                    _ => Vec::new(),
                };
                None
            }
            (1, Scalar::Text(text)) if key == rule.name.as_bytes() => {
                said.name = Some(FileName::from_stored(text.to_vec()));
                too_long(text, rule.name)
            }
            (1, Scalar::List) if at_paths => None,
            (2, Scalar::Text(text)) if at_paths && said.paths.len() < MOST_PATHS => {
                said.paths
                    .push(ExternalPath { path: FileName::from_stored(text.to_vec()), files: None });
                too_long(text, rule.paths)
            }
            (2, Scalar::Text(_)) if at_paths => Some(format!("there are more than {MOST_PATHS} {:?}", rule.paths)),
            (1 | 2, _) if at_paths && !is_key => Some(format!(
                "expected a list of texts under {:?}, found {}",
                rule.paths,
                scalar.kind()
            )),
            (1, _) if key == rule.name.as_bytes() && !is_key => Some(format!(
                "expected a text under {:?}, found {}",
                rule.name,
                scalar.kind()
            )),
            _ => None,
        };
        wrong = wrong.take().or(fault);
    });
    said.error = match fed.and_then(|()| reader.finish()) {
        Err(malformed) => Some(format!("expected a MessagePack map, found {}", malformed.found())),
        Ok(()) if wrong.is_some() => wrong,
        Ok(()) if said.paths.is_empty() => Some(format!("there is no path under {:?}", rule.paths)),
        Ok(()) if said.name.is_none() => Some(format!("there is no name under {:?}", rule.name)),
        Ok(()) => None,
    };
    if said.error.is_some() {
        // Loaders find nothing with such a reference either.
        said.paths.clear();
    }
}

/// The text was cut at the limit for paths.
fn too_long(text: &[u8], key: &str) -> Option<String> {
    (text.len() >= TEXT).then(|| format!("a text under {key:?} has {TEXT} bytes or more"))
}

/// `path` is stored in a file of `folder`; `placeholder` matches every target. Like loaders, follows it to any place:
/// otherwise existing archives would be reported as missing.
fn external_files(ids: &Grammar<'static>, folder: &Path, placeholder: &str, path: &Path) -> Vec<ExternalFile> {
    let stored = path.as_os_str().as_encoded_bytes();
    let Some((before, after)) = split(stored, placeholder.as_bytes()) else {
        let file = folder.join(path);
        return there(file, None).into_iter().collect();
    };
    // The placeholder is in a file or folder name.
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
    let folder = folder.join(FileName::from_stored(folders.to_vec()));
    let rest = FileName::from_stored(rest.strip_prefix(b"/").unwrap_or(rest).to_vec());
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let files = entries.flatten().filter_map(|entry| {
        let name = entry.file_name();
        let target = name.as_encoded_bytes().strip_prefix(prefix)?.strip_suffix(suffix)?;
        let target = std::str::from_utf8(target).ok().filter(|target| !target.is_empty())?;
        ids.check_component(IdComponent::Target, target).ok()?;
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

/// Before and after the first `placeholder`.
fn split<'s>(stored: &'s [u8], placeholder: &[u8]) -> Option<(&'s [u8], &'s [u8])> {
    let at = memmem::find(stored, placeholder)?;
    let (before, rest) = stored.split_at_checked(at)?;
    Some((before, rest.strip_prefix(placeholder)?))
}

fn there(file: PathBuf, target: Option<&str>) -> Option<ExternalFile> {
    file.is_file()
        .then(|| ExternalFile { file: file.into(), target: target.map(str::to_owned) })
}
