//! Tables of contents, and walked containers. Each unpacked content is an input.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::slice::from_ref;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{Bundle, Container, StoredEntry};
use offload_bundle_core::describe::NullDescriber;
use offload_bundle_core::envelope::{Codec, DeclaredValue, Method};
use offload_bundle_core::error::{Problem, ReadError, ViewError};
use offload_bundle_core::toc::{Ignored, Overlap, Role, Toc, TocPacked, TocReader, TocRow};
use offload_bundle_core::walked::{Packing, Walker};

use super::findings::of_entries;
use super::found::{Content, FormatRef, FoundBundle, FoundRow};
use super::reported::Part;
use super::search::Search;
use crate::codec::{CompressedStream, MOST_RATIO, open_compressed, open_lz4_block};
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding};
use crate::input::{ArchiveMember, Input, WindowReader};
use crate::request::ScanRequest;

/// By packed place and declared length: rows may share them.
type Unpacked = BTreeMap<(u64, u64, u64), Arc<Input>>;

impl Search<'_> {
    /// Returns the file's end; empty if unreadable.
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
            self.add(found);
        }
        if toc.row_count() == 0 {
            // An empty table is reported as an empty bundle.
            let Place { len, .. } = toc.table;
            let bundle = Bundle { start, frame_len: len, len, version: None, entries: Vec::new() };
            self.add(part.bundle(container, bundle));
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

    /// Also adds the faults of its entries.
    fn fill(&mut self, found: &mut FoundBundle, format: &'static TocReader, row: &TocRow, unpacked: &mut Unpacked) {
        for (stored, packed) in found.bundle.entries.iter_mut().zip(&row.packed) {
            let (Ok(place), Some(packed)) = (&stored.place, packed) else {
                continue;
            };
            let key = (place.ofs, place.len, packed.unpacked_len);
            let content = match unpacked.get(&key) {
                Some(content) => Ok(Arc::clone(content)),
                None => match unpack_input(&found.input, format, (stored, Some(*packed)), self.options) {
                    Some(content) => content,
                    None => continue,
                },
            };
            match content {
                Ok(input) => {
                    unpacked.insert(key, Arc::clone(&input));
                    let content = Content::Packed { place: input.full_range(), input, archive: None };
                    found.contents.insert(stored.index, content);
                }
                Err(error) => stored.place = Err(error),
            }
        }
        found.findings = of_entries(&found.bundle, None, &mut self.ids);
    }
}

/// `None` if it is not compressed or has no place.
pub(super) fn unpack_input(
    input: &Arc<Input>,
    format: &'static TocReader,
    (stored, packed): (&StoredEntry, Option<TocPacked>),
    options: &ScanRequest,
) -> Option<Result<Arc<Input>, ReadError>> {
    let limit = options.max_size.map_or(u64::MAX, |size| size.0);
    let (unpacked, frames) = (format.table.column(Role::Unpacked)?, &format.table.frames);
    let (place, packed) = (stored.place.as_ref().ok().copied()?, packed?);
    let len = DeclaredValue { value: place.len, offset: packed.stored_at, path: from_ref(&frames.size) };
    let size = DeclaredValue { value: packed.unpacked_len, offset: packed.unpacked_at, path: from_ref(&unpacked.key) };
    Some(unpack(input, frames.packing, place, len, size, limit))
}

/// Other readers ignore them.
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

/// As far as possible.
pub(crate) fn read_toc(reader: &mut WindowReader<'_>, format: &TocReader, start: u64) -> Result<Toc, FileError> {
    let have = reader.place().end().saturating_sub(start);
    format.read(start, have, &mut |place| view(reader, start, place))
}

impl Search<'_> {
    /// Returns its end; empty if unknown.
    pub(super) fn walk(
        &mut self,
        part: Part<'_>,
        reader: &mut WindowReader<'_>,
        (container, format): (&'static dyn Container, &'static Walker),
        start: u64,
    ) -> Result<Vec<u64>, FileError> {
        let have = reader.place().end().saturating_sub(start);
        let mut view = |place| view(reader, start, place);
        let walked = match format.walk(start, have, &mut view, &mut NullDescriber) {
            Ok(walked) => walked,
            Err(ViewError::Unseen(error)) => return Err(error),
            Err(ViewError::Wrong(error)) => {
                self.unread(part, FormatRef::Container(container), start, error);
                return Ok(Vec::new());
            }
        };
        let mut found = part.bundle(container, walked.bundle);
        let limit = self.options.max_size.map_or(u64::MAX, |size| size.0);
        let mut last: Option<(Place, Arc<Input>)> = None;
        for packed in &walked.packed {
            // The images of a group are packed together.
            let whole = match last.take().filter(|(place, _)| *place == packed.stored) {
                Some((_, whole)) => Ok(whole),
                None => {
                    let declared =
                        |value, offset, path| DeclaredValue { value, offset, path: std::slice::from_ref(path) };
                    let stored = declared(packed.stored.len, packed.stored_at, &format.table.stored);
                    let size = declared(packed.unpacked_len, packed.unpacked_at, &format.table.unpacked);
                    unpack(part.input, packed.packing, packed.stored, stored, size, limit)
                }
            };
            match whole {
                Ok(whole) => {
                    let (input, place) = (Arc::clone(&whole), packed.within);
                    found
                        .contents
                        .insert(packed.entry, Content::Packed { input, place, archive: None });
                    last = Some((packed.stored, whole));
                }
                Err(error) => {
                    let entry = usize::try_from(packed.entry).ok();
                    if let Some(entry) = entry.and_then(|entry| found.bundle.entries.get_mut(entry)) {
                        entry.place = Err(error);
                    }
                }
            }
        }
        found.findings = of_entries(&found.bundle, container.attributes(), &mut self.ids);
        let end = start.saturating_add(found.bundle.len);
        self.add(found);
        Ok(vec![end])
    }
}

/// Relative to `start`.
pub(crate) fn view<'b>(reader: &mut WindowReader<'_>, start: u64, place: Place) -> Result<Cow<'b, [u8]>, FileError> {
    let seen = reader.view(start.saturating_add(place.ofs), place.len)?;
    let len = usize::try_from(place.len).unwrap_or(usize::MAX);
    Ok(Cow::Owned(seen.get(..len).unwrap_or(seen).to_vec()))
}

/// Unpacks on demand. Errors: `size` exceeds `limit`, or the most that these bytes can unpack to.
pub(super) fn unpack(
    outer: &Arc<Input>,
    packing: Packing,
    place: Place,
    len: DeclaredValue,
    size: DeclaredValue,
    limit: u64,
) -> Result<Arc<Input>, ReadError> {
    let wrong = |problem| Err(ReadError::new(size.offset, problem).in_fields(size.path));
    if size.value > limit {
        return wrong(Problem::MoreThanAllowed { found: size.value, limit });
    }
    let name = outer
        .name()
        .followed_by(&format!(" (decompressed from byte {:#x})", place.ofs));
    Ok(Arc::new(match packing {
        Packing::Lz4Block => {
            let max = place.len.saturating_mul(MOST_RATIO);
            if size.value > max {
                return wrong(Problem::OutOfRange { found: size.value, min: 0, max });
            }
            open_lz4_block(name, Arc::clone(outer), place, size)
        }
        Packing::Zstd => {
            let stream = CompressedStream {
                method: Method { name: "zstd", number: 0, codec: Codec::Zstd },
                place,
                open_ended: false,
                len: Some(len),
                header_len: 0,
                decompressed_len: size,
                digest: None,
                front: Arc::default(),
                verify: true,
                data_path: &[],
            };
            open_compressed(name, Arc::clone(outer), stream)
        }
    }))
}
