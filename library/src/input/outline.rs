//! Shows text readers only the markers.

use memchr::memmem;
use offload_bundle_core::bytes::{Bytes, Place, length};
use offload_bundle_core::container::Bundle;
use offload_bundle_core::describe::{Describer, Field, FieldValue, Shape};
use offload_bundle_core::error::{Problem, ReadError, Stop};
use offload_bundle_core::text::{Delimiter, Delimiters, LINE_BREAK};

use super::find::Finder;
use super::reader::WindowReader;
use crate::file_error::FileError;

/// Bytes of a marker searched first for its end.
const MARKER: u64 = 256;
/// The growth factor of that search.
const GROWTH: u64 = 4;

impl WindowReader<'_> {
    /// If the container depends on `delimiters` only, one byte replaces the bytes between two; offsets map back to the
    /// input.
    pub(crate) fn read_outlined<T>(
        &mut self,
        start: u64,
        delimiters: Option<&Delimiters>,
        mut read: impl FnMut(Bytes<'_>, &Offsets) -> Result<T, Stop>,
    ) -> Result<Result<T, ReadError>, FileError> {
        let Some(delimiters) = delimiters else {
            let same = Offsets::new(0);
            return self.read(start, |bytes| read(bytes, &same));
        };
        let mut outline = Outline::new(self, start, delimiters);
        let mut markers = 1_u64;
        loop {
            let is_whole = outline.extend(self, markers)?;
            match read(outline.bytes(), &outline.offsets) {
                Ok(found) => return Ok(Ok(found)),
                Err(Stop::Failed(error)) => return Ok(Err(error)),
                // Twice as many, so that the repeated work is at most the first work.
                Err(Stop::NeedMore { .. }) if !is_whole => markers = markers.saturating_mul(2),
                Err(Stop::NeedMore { upto }) => {
                    let problem = Problem::Truncated { need: upto, have: outline.bytes().len() };
                    return Ok(Err(ReadError::new(start, problem)));
                }
            }
        }
    }
}

/// A container's start, without the bytes between markers.
struct Outline<'i> {
    /// Up to the end of the input.
    place: Place,
    leads: Finder<'i>,
    markers: [Marker<'i>; 2],
    /// No marker contains it.
    filler: u8,
    kept: Vec<u8>,
    offsets: Offsets,
    /// End of processed bytes, and first possible start of a marker.
    end: u64,
    next: u64,
}

/// The start or end marker of an entry.
struct Marker<'d> {
    delimiter: &'d Delimiter,
    /// The last search for its tail: start, end of the match.
    tail: Option<(u64, u64)>,
}

impl<'i> Outline<'i> {
    fn new(reader: &WindowReader<'i>, start: u64, delimiters: &'i Delimiters) -> Self {
        let place = Place { ofs: start, len: reader.place().end().saturating_sub(start) };
        let delimiters = [&delimiters.start, &delimiters.end];
        let stands = |byte: &u8| delimiters.iter().any(|delimiter| delimiter.lead.contains(byte));
        Self {
            place,
            // A marker without its line break is shown too, so that the reader can report it.
            leads: Finder::new(reader.input(), place, &delimiters.map(Delimiter::without_break)),
            markers: delimiters.map(|delimiter| Marker { delimiter, tail: None }),
            filler: (0..=u8::MAX).find(|byte| !stands(byte)).unwrap_or_default(),
            kept: Vec::new(),
            offsets: Offsets::new(start),
            end: start,
            next: start,
        }
    }

    /// So far; complete if nothing follows.
    fn bytes(&self) -> Bytes<'_> {
        let left = self.place.end().saturating_sub(self.end);
        Bytes::windowed(&self.kept, length(&self.kept).saturating_add(left)).at_origin(self.place.ofs)
    }

    /// Returns whether there are no more.
    fn extend(&mut self, reader: &mut WindowReader<'_>, markers: u64) -> Result<bool, FileError> {
        for _ in 0..markers {
            let Some(hit) = self.leads.next(self.next)? else {
                self.leave_out(self.place.end());
                return Ok(true);
            };
            let Some(marker) = self.markers.get_mut(hit.needle) else {
                continue;
            };
            let before = length(&marker.delimiter.lead).saturating_sub(length(marker.delimiter.without_break()));
            let tail_from = hit.offset.saturating_add(length(marker.delimiter.without_break()));
            let end = marker.end(reader, tail_from)?;
            self.leave_out(hit.offset.saturating_sub(before));
            self.keep(reader, end)?;
            self.next = hit.offset.saturating_add(1);
        }
        Ok(self.end == self.place.end())
    }

    fn leave_out(&mut self, until: u64) {
        if until > self.end {
            self.kept.push(self.filler);
            self.end = until;
            self.offsets.go_on(length(&self.kept), until);
        }
    }

    fn keep(&mut self, reader: &mut WindowReader<'_>, until: u64) -> Result<(), FileError> {
        let len = until.saturating_sub(self.end);
        if len > 0 {
            let view = reader.view(self.end, len)?;
            let len = usize::try_from(len).unwrap_or(usize::MAX);
            self.kept.extend_from_slice(view.get(..len).unwrap_or(view));
            self.end = until;
        }
        Ok(())
    }
}

impl Marker<'_> {
    /// The end of the first tail, or of the input.
    fn end(&mut self, reader: &mut WindowReader<'_>, from: u64) -> Result<u64, FileError> {
        let tail = LINE_BREAK.as_bytes();
        let tail_len = length(tail);
        // The last match is still the next one, unless it begins before `from`.
        if let Some((since, end)) = self.tail
            && (since..=end.saturating_sub(tail_len)).contains(&from)
        {
            return Ok(end);
        }
        let left = reader.place().end().saturating_sub(from);
        let mut want = MARKER;
        let end = loop {
            let view = reader.view(from, want)?;
            let seen = length(view);
            match memmem::find(view, tail).and_then(|at| u64::try_from(at).ok()) {
                Some(at) => break from.saturating_add(at).saturating_add(tail_len),
                None if seen >= left => break reader.place().end(),
                None => want = seen.saturating_mul(GROWTH).max(MARKER),
            }
        };
        self.tail = Some((from, end));
        Ok(end)
    }
}

/// Maps shown offsets to offsets in the input.
#[derive(Debug)]
pub(crate) struct Offsets {
    start: u64,
    /// Shown and input offset of bytes after omitted ones, ascending.
    jumps: Vec<(u64, u64)>,
}

impl Offsets {
    /// The identity map from `start` of the input.
    pub(super) fn new(start: u64) -> Self {
        Self { start, jumps: Vec::new() }
    }

    /// From shown byte `ofs` on, bytes are at `real` in the input.
    pub(super) fn go_on(&mut self, ofs: u64, real: u64) {
        self.jumps.push((self.start.saturating_add(ofs), real));
    }

    fn real(&self, shown: u64) -> u64 {
        let behind = self.jumps.partition_point(|(at, _)| *at <= shown);
        let jump = behind.checked_sub(1).and_then(|last| self.jumps.get(last));
        jump.map_or(shown, |(at, real)| real.saturating_add(shown.saturating_sub(*at)))
    }

    fn place(&self, place: Place) -> Place {
        let ofs = self.real(place.ofs);
        Place { ofs, len: self.real(place.end()).saturating_sub(ofs) }
    }

    fn error(&self, mut error: ReadError) -> ReadError {
        error.offset = self.real(error.offset);
        error
    }

    pub(crate) fn stop<T>(&self, read: Result<T, Stop>) -> Result<T, Stop> {
        read.map_err(|stop| match stop {
            Stop::Failed(error) => Stop::Failed(self.error(error)),
            more @ Stop::NeedMore { .. } => more,
        })
    }

    pub(crate) fn places(&self, read: Result<Vec<Place>, Stop>) -> Result<Vec<Place>, Stop> {
        let places = self.stop(read)?.into_iter();
        Ok(places.map(|place| self.place(place)).collect())
    }

    pub(crate) fn bundle(&self, read: Result<Bundle, Stop>) -> Result<Bundle, Stop> {
        let mut bundle = self.stop(read)?;
        if self.jumps.is_empty() {
            return Ok(bundle);
        }
        bundle.frame_len = self.place(Place { ofs: bundle.start, len: bundle.frame_len }).len;
        bundle.len = self.place(Place { ofs: bundle.start, len: bundle.len }).len;
        for entry in &mut bundle.entries {
            entry.id_offset = self.real(entry.id_offset);
            entry.ofs_offset = self.real(entry.ofs_offset);
            entry.id = std::mem::replace(&mut entry.id, Ok(String::new())).map_err(|error| self.error(error));
            entry.place = match std::mem::replace(&mut entry.place, Ok(Place { ofs: 0, len: 0 })) {
                Ok(place) => Ok(self.place(place)),
                Err(error) => Err(self.error(error)),
            };
        }
        Ok(bundle)
    }

    pub(crate) fn describer<'d>(&'d self, describer: &'d mut dyn Describer) -> InPlace<'d> {
        InPlace { offsets: self, describer }
    }
}

/// Passes on fields with input places.
pub(crate) struct InPlace<'d> {
    offsets: &'d Offsets,
    describer: &'d mut dyn Describer,
}

impl Describer for InPlace<'_> {
    fn begin(&mut self, name: &'static str, shape: Shape) {
        self.describer.begin(name, shape);
    }

    fn item(&mut self, index: u64) {
        self.describer.item(index);
    }

    fn field(&mut self, mut field: Field<'_>) {
        let place = self.offsets.place(Place { ofs: field.offset, len: field.len });
        field.value = match field.value {
            FieldValue::Opaque(_) => FieldValue::Opaque(place.len),
            FieldValue::Bad(error) => FieldValue::Bad(self.offsets.error(error)),
            value => value,
        };
        self.describer
            .field(Field { offset: place.ofs, len: place.len, ..field });
    }

    fn end(&mut self) {
        self.describer.end();
    }
}

#[cfg(test)]
mod tests {
    use offload_bundle_core::container::Container;
    use offload_bundle_core::describe::{EachRow, Row};
    use offload_bundle_formats::registry::REGISTRY;
    use proptest::prelude::*;

    use super::*;
    use crate::input::Input;

    /// A part of a text, often a marker or a part of one.
    fn part(container: &'static dyn Container) -> BoxedStrategy<Vec<u8>> {
        let Delimiters { start, end } = container.delimiters().unwrap();
        let id = || Just(b"host-x".to_vec()).boxed();
        let marker = |delimiter: &Delimiter| Just([&delimiter.lead, &b"hip-y\n"[..]].concat()).boxed();
        let pieces = |delimiter: &Delimiter| {
            prop_oneof![Just(delimiter.lead.clone()), Just(delimiter.without_break().to_vec())].boxed()
        };
        prop_oneof![
            marker(&start),
            marker(&end),
            pieces(&start),
            pieces(&end),
            id(),
            Just(b"\n".to_vec()),
            proptest::collection::vec(prop_oneof![Just(b'#'), Just(b'\n'), any::<u8>()], 0..300),
        ]
        .boxed()
    }

    fn texts() -> impl Iterator<Item = &'static dyn Container> {
        let all = REGISTRY.containers.iter().copied();
        all.filter(|container| container.delimiters().is_some())
    }

    proptest! {
        #[test]
        fn outline_reads_like_whole_text((number, parts) in (0..texts().count()).prop_flat_map(|number| {
            (Just(number), proptest::collection::vec(part(texts().nth(number).unwrap()), 0..20))
        }), before in 0..3_usize, behind in 0..3_usize) {
            let container = texts().nth(number).unwrap();
            let text = parts.concat();
            let whole = Bytes::new(&text).at_origin(before as u64);
            let input = Input::from_bytes("in", [vec![b'x'; before], text.clone(), vec![b'\n'; behind]].concat());
            let place = Place { ofs: before as u64, len: length(&text) };
            let mut reader = WindowReader::over(&input, place);
            let delimiters = container.delimiters();
            let failed = |stop| match stop {
                Stop::Failed(error) => error,
                Stop::NeedMore { .. } => panic!("all is shown"),
            };
            let read = reader.read_outlined(place.ofs, delimiters.as_ref(), |bytes, offsets| offsets.bundle(container.read(bytes))).unwrap();
            prop_assert_eq!(read, container.read(whole).map_err(failed));
            let ignored = reader.read_outlined(place.ofs, delimiters.as_ref(), |bytes, offsets| offsets.places(container.find_ignored(bytes))).unwrap();
            prop_assert_eq!(ignored, container.find_ignored(whole).map_err(failed));
            let mut rows: Vec<Row> = Vec::new();
            let mut all: Vec<Row> = Vec::new();
            let described = reader.read_outlined(place.ofs, delimiters.as_ref(), |bytes, offsets| {
                rows.clear();
                let mut keep = |row| rows.push(row);
                offsets.stop(container.describe(bytes, &mut offsets.describer(&mut EachRow::to(&mut keep))))
            }).unwrap();
            let mut keep = |row| all.push(row);
            prop_assert_eq!(described, container.describe(whole, &mut EachRow::to(&mut keep)).map_err(failed));
            prop_assert_eq!(rows, all);
        }
    }

    #[test]
    fn bytes_between_markers_are_not_kept() {
        let container = texts().next().unwrap();
        let delimiters = container.delimiters().unwrap();
        let marker = |delimiter: &Delimiter| [&delimiter.lead, &b"hip-y\n"[..]].concat();
        let content = b"  s_nop 0\n".repeat(10_000);
        let entry = [marker(&delimiters.start), content, marker(&delimiters.end)].concat();
        let input = Input::from_bytes("in", entry.repeat(3));
        let mut reader = WindowReader::new(&input);
        let mut most = 0;
        let read = reader.read_outlined(0, Some(&delimiters), |bytes, offsets| {
            most = most.max(bytes.window().len());
            offsets.bundle(container.read(bytes))
        });
        let first = read.unwrap().unwrap().entries.swap_remove(0);
        assert_eq!(first.place.unwrap().len, 100_000);
        assert!(most < 1000, "{most} bytes kept");
    }
}
