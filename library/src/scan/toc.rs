//! Files with a table of contents: each row of it is a bundle of its own, and what each compressed content unpacks to is an input of its own.

use std::collections::BTreeMap;
use std::slice::from_ref;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{Bundle, Container, StoredEntry};
use offload_bundle_core::envelope::DeclaredValue;
use offload_bundle_core::error::ReadError;
use offload_bundle_core::toc::{Ignored, Overlap, Role, Toc, TocPacked, TocReader, TocRow};

use super::findings::of_entries;
use super::found::{Content, FormatRef, FoundBundle, FoundRow};
use super::part::Part;
use super::search::Search;
use super::walked::{unpack, view};
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding};
use crate::input::{ArchiveMember, Input, WindowReader};
use crate::request::ScanRequest;

/// What compressed contents unpack to, by where they lie and how long they say they are: rows may share them.
type Unpacked = BTreeMap<(u64, u64, u64), Arc<Input>>;

impl Search<'_> {
    /// Finds the bundles of the file at `start`, which goes on to the end of what is looked at. The result is where that is; nothing if the
    /// file cannot be read.
    pub(super) fn toc(
        &mut self,
        part: Part<'_>,
        reader: &mut WindowReader<'_>,
        (container, format): (&'static dyn Container, &'static TocReader),
        start: u64,
    ) -> Result<Vec<u64>, FileError> {
        let toc = read_toc(reader, format, start)?;
        if let Some(error) = toc.error {
            self.unread(part, FormatRef::Container(container), start, error);
            return Ok(Vec::new());
        }
        self.scan.is_archive = true;
        let mut unpacked = Unpacked::new();
        for row in toc.rows() {
            let named = ArchiveMember { name: FileName::from_stored(row.name.clone()), offset: row.bundle.start };
            let mut found = part.bundle(container, row.bundle.clone());
            found.row = Some(FoundRow { member: Arc::new(named), start });
            self.fill(&mut found, format, &row, &mut unpacked);
            found.findings.extend(odd(&toc, &row));
            found.findings.sort_by_key(|finding| finding.offset);
            found.findings.shrink_to_fit();
            self.scan.bundles.push(found);
        }
        if toc.row_count() == 0 {
            // That there is nothing in it is to be seen.
            let Place { len, .. } = toc.table;
            let bundle = Bundle { start, frame_len: len, len, version: None, entries: Vec::new() };
            self.scan.bundles.push(part.bundle(container, bundle));
        }
        let faults = toc.faults.iter().cloned().map(Finding::from);
        let ignored = toc.ignored.iter();
        let ignored = ignored.map(|Ignored(place)| Finding::at(place.ofs, Anomaly::Ignored { len: place.len }));
        let overlaps = toc.overlaps().into_iter();
        let overlaps = overlaps.map(|Overlap { offset, path, ofs, end, first_path }| Finding {
            offset,
            path,
            entry: None,
            anomaly: Anomaly::Overlap { ofs, end, first_path },
        });
        for finding in faults.chain(ignored).chain(overlaps) {
            self.note(part.input, finding);
        }
        Ok(vec![reader.place().end()])
    }

    /// Adds what the compressed contents of `row` unpack to, and what is wrong with its entries.
    fn fill(&mut self, found: &mut FoundBundle, format: &'static TocReader, row: &TocRow, unpacked: &mut Unpacked) {
        for (stored, packed) in found.bundle.entries.iter_mut().zip(&row.packed) {
            let (Ok(place), Some(packed)) = (&stored.place, packed) else {
                continue;
            };
            let (place, within) = (*place, Place { ofs: 0, len: packed.unpacked_len });
            let key = (place.ofs, place.len, packed.unpacked_len);
            let content = match unpacked.get(&key) {
                Some(content) => Ok((Arc::clone(content), within)),
                None => match unpack_input(&found.input, format, (stored, Some(*packed)), self.options) {
                    Some(content) => content,
                    None => continue,
                },
            };
            match content {
                Ok((content, within)) => {
                    unpacked.insert(key, Arc::clone(&content));
                    let content = Content::Packed { input: content, place: within, archive: None };
                    found.contents.insert(stored.index, content);
                }
                Err(error) => stored.place = Err(error),
            }
        }
        found.findings = of_entries(&found.bundle, None, &mut self.ids);
    }
}

/// What the content of an entry unpacks to, and where in that it is; or why it does not. Nothing if it is not compressed, or nowhere.
pub(super) fn unpack_input(
    input: &Arc<Input>,
    format: &'static TocReader,
    (stored, packed): (&StoredEntry, Option<TocPacked>),
    options: &ScanRequest,
) -> Option<Result<(Arc<Input>, Place), ReadError>> {
    let limit = options.max_size.map_or(u64::MAX, |size| size.0);
    let (unpacked, frames) = (format.table.column(Role::Unpacked)?, &format.table.frames);
    let (place, packed) = (stored.place.as_ref().ok().copied()?, packed?);
    let len = DeclaredValue { value: place.len, offset: packed.stored_at, path: from_ref(&frames.size) };
    let size = DeclaredValue { value: packed.unpacked_len, offset: packed.unpacked_at, path: from_ref(&unpacked.key) };
    let within = Place { ofs: 0, len: packed.unpacked_len };
    let content = unpack(input, frames.packing, place, len, size, limit);
    Some(content.map(|content| (content, within)))
}

/// What is odd in entries of `row`, and no reader of the format looks at.
fn odd<'t>(toc: &'t Toc, row: &'t TocRow) -> impl Iterator<Item = Finding> + 't {
    let sizes = row.other_sizes.iter().map(|(entry, error)| Finding {
        offset: error.offset,
        path: error.path.clone(),
        entry: Some(*entry),
        anomaly: Anomaly::OtherSize(error.clone()),
    });
    let unannounced = row.unannounced.iter().filter_map(|(entry, target)| {
        let stored = row.bundle.entries.get(usize::try_from(*entry).ok()?)?;
        let anomaly = Anomaly::Unannounced { target: target.clone(), list: toc.targets_key() };
        Some(Finding::about(stored, anomaly))
    });
    sizes.chain(unannounced)
}

/// The file at `start` of what `reader` looks at, as far as it can be read.
pub(crate) fn read_toc(reader: &mut WindowReader<'_>, format: &TocReader, start: u64) -> Result<Toc, FileError> {
    let have = reader.place().end().saturating_sub(start);
    format.read(start, have, &mut |place| view(reader, start, place))
}
