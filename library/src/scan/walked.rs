//! Containers whose entries are walked over: only their headers are looked at, and what each content unpacks to is an input of its own.

use std::borrow::Cow;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::Container;
use offload_bundle_core::describe::NullDescriber;
use offload_bundle_core::envelope::{Codec, DeclaredValue, Method};
use offload_bundle_core::error::{Problem, ReadError, ViewError};
use offload_bundle_core::walked::{Packing, Walker};

use super::findings::of_entries;
use super::found::{Content, FormatRef};
use super::part::Part;
use super::search::Search;
use crate::codec::{CompressedStream, MOST_RATIO, open_compressed, open_lz4_block};
use crate::file_error::FileError;
use crate::input::{Input, WindowReader};

impl Search<'_> {
    /// Walks over the container at `start`. The result is where it ends; nothing if that is unknown.
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
        found.findings.sort_by_key(|finding| finding.offset);
        found.findings.shrink_to_fit();
        found.bundle.entries.shrink_to_fit();
        let end = start.saturating_add(found.bundle.len);
        self.scan.bundles.push(found);
        Ok(vec![end])
    }
}

/// The bytes at `place` of what begins at `start`, for a walk.
pub(crate) fn view<'b>(reader: &mut WindowReader<'_>, start: u64, place: Place) -> Result<Cow<'b, [u8]>, FileError> {
    let seen = reader.view(start.saturating_add(place.ofs), place.len)?;
    let len = usize::try_from(place.len).unwrap_or(usize::MAX);
    Ok(Cow::Owned(seen.get(..len).unwrap_or(seen).to_vec()))
}

/// What the bytes at `place` of `outer` unpack to, which is `size` bytes. Nothing is unpacked yet. How many bytes are packed is said in `len`.
///
/// # Errors
///
/// It would be more than `limit` bytes, or more than can come out.
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
