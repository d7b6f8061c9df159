//! Reads a part through a growing window.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::describe::{Describer, NullDescriber};
use offload_bundle_core::error::{ReadError, Stop, ViewError};
use offload_bundle_core::walked::Walker;

use super::subjects::Subject;
use crate::error::Error;
use crate::file_error::{Damage, FileError, damage};
use crate::input::{Input, WindowReader};
use crate::report::{InspectedBytes, InspectedRow, Integer};
use crate::scan::{Located, read_toc, view};

pub(super) type Describe<'d> = dyn Fn(&mut dyn Describer) -> Result<(), Stop> + 'd;

pub(super) fn describe_part<'p>(
    look: &mut Look<'p>,
    subject: &Subject<'p>,
    show: &mut dyn FnMut(&Describe<'_>),
) -> Result<Vec<Located>, Error> {
    let mut errors = Vec::new();
    let located = |damage: Damage| Located { member: subject.input.member().cloned(), ..damage.into() };
    match damage(show_fields(look.at(subject.input), subject, show))? {
        Ok(error) => errors.extend(error.map(|error| Located::new(subject.input, error))),
        Err(damage) => errors.push(located(damage)),
    }
    errors.extend(subject.error.map(|error| Located::new(subject.input, error.clone())));
    if let Some(decompressed) = subject.holds
        && let Err(damage) = damage(decompressed.verify())?
    {
        errors.push(located(damage));
    }
    errors.dedup();
    Ok(errors)
}

fn show_fields<'p>(
    reader: &mut WindowReader<'p>,
    subject: &Subject<'p>,
    show: &mut dyn FnMut(&Describe<'_>),
) -> Result<Option<ReadError>, FileError> {
    if let Some(format) = subject.toc() {
        let toc = read_toc(reader, format, subject.start)?;
        show(&|describer| {
            toc.describe(describer);
            Ok(())
        });
        return Ok(toc.error);
    }
    if let Some(walked) = subject.walker() {
        return show_walked(reader, subject, walked, show);
    }
    let mut section;
    let reader = match subject.as_host() {
        Some(place) => {
            section = WindowReader::over(subject.input, place);
            &mut section
        }
        None => reader,
    };
    // Shown fields cannot be retracted, so the window grows first.
    let delimiters = subject.delimiters();
    let read = reader.read_outlined(subject.start, delimiters.as_ref(), |bytes, offsets| {
        let read = subject.describe(bytes, &mut NullDescriber);
        let is_seen = !matches!(read, Err(Stop::NeedMore { .. }));
        if is_seen {
            show(&|describer| offsets.stop(subject.describe(bytes, &mut offsets.describer(describer))));
        }
        offsets.stop(read)
    })?;
    Ok(read.err())
}

/// Walked headers are kept, because they are shown more than once.
fn show_walked(
    reader: &mut WindowReader<'_>,
    subject: &Subject<'_>,
    walked: &Walker,
    show: &mut dyn FnMut(&Describe<'_>),
) -> Result<Option<ReadError>, FileError> {
    let (start, have) = (subject.start, reader.place().end().saturating_sub(subject.start));
    let mut kept: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
    let mut keep = |place: Place| {
        let bytes = view(reader, start, place)?;
        let known = kept.entry(place.ofs).or_default();
        // An entry is read twice: the first time only up to the length of its header.
        if known.len() < bytes.len() {
            *known = bytes.to_vec();
        }
        Ok::<_, FileError>(bytes)
    };
    let fault = match walked.walk(start, have, &mut keep, &mut NullDescriber) {
        Ok(_) => None,
        Err(ViewError::Unseen(error)) => return Err(error),
        Err(ViewError::Wrong(error)) => Some(error),
    };
    show(&|describer| {
        let mut again = |place: Place| {
            let bytes = kept.get(&place.ofs).map_or(&[][..], Vec::as_slice);
            let len = usize::try_from(place.len).unwrap_or(usize::MAX).min(bytes.len());
            Ok::<_, Stop>(Cow::Borrowed(bytes.get(..len).unwrap_or_default()))
        };
        walked.walk(start, have, &mut again, describer)?;
        Ok(())
    });
    Ok(fault)
}

/// Keeps the last reader, so that nearby small parts share a window.
#[derive(Default)]
pub(in crate::ops) struct Look<'p> {
    last: Option<(&'p Arc<Input>, WindowReader<'p>)>,
}

impl<'p> Look<'p> {
    fn at(&mut self, input: &'p Arc<Input>) -> &mut WindowReader<'p> {
        let kept = self.last.take().filter(|(last, _)| Arc::ptr_eq(last, input));
        &mut self
            .last
            .insert(kept.unwrap_or_else(|| (input, WindowReader::new(input))))
            .1
    }
}

/// The limit on field bytes of a report.
const ROOM: u64 = 1 << 20;
/// In bytes; longer fields store only [`START`].
const WHOLE: u64 = 256;
const START: u64 = 64;
/// Gaps up to this length are stored too.
const GAP: u64 = 16;

#[derive(Debug)]
pub(in crate::ops) struct FieldBytes {
    pub(super) left: u64,
    pub(super) places: Vec<Place>,
}

impl Default for FieldBytes {
    fn default() -> Self {
        Self { left: ROOM, places: Vec::new() }
    }
}

impl FieldBytes {
    pub(in crate::ops) fn note(&mut self, row: &InspectedRow) {
        let len = if row.size.0 <= WHOLE { row.size.0 } else { START };
        if let Some(left) = self.left.checked_sub(len).filter(|_| len > 0) {
            self.left = left;
            self.places.push(Place { ofs: row.offset.0, len });
        }
    }

    pub(in crate::ops) fn read(&mut self, input: &Input) -> Result<Vec<InspectedBytes>, Error> {
        self.places.sort_unstable_by_key(|place| place.ofs);
        let mut together: Vec<Place> = Vec::new();
        for place in self.places.drain(..) {
            match together.last_mut() {
                Some(last) if place.ofs.saturating_sub(last.end()) <= GAP => {
                    last.len = last.end().max(place.end()).saturating_sub(last.ofs);
                }
                _ => together.push(place),
            }
        }
        let mut read = Vec::new();
        for place in together {
            let Ok(window) = damage(input.window(place.ofs, place.len))? else {
                break;
            };
            read.push(InspectedBytes { offset: Integer(place.ofs), bytes: window.into_vec() });
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(offset: u64, size: u64) -> InspectedRow {
        InspectedRow {
            path: String::new(),
            offset: Integer(offset),
            size: Integer(size),
            value: String::new(),
            meaning: String::new(),
            number: None,
            error: None,
        }
    }

    fn read(rows: &[InspectedRow]) -> Vec<(u64, usize)> {
        let input = Input::from_bytes("input", (0..=255_u8).cycle().take(4096).collect::<Vec<u8>>());
        let mut bytes = FieldBytes::default();
        rows.iter().for_each(|row| bytes.note(row));
        let read = bytes.read(&input).unwrap();
        for InspectedBytes { offset, bytes } in &read {
            assert!(
                bytes
                    .iter()
                    .zip(offset.0..)
                    .all(|(byte, at)| u64::from(*byte) == at % 256)
            );
        }
        read.iter().map(|read| (read.offset.0, read.bytes.len())).collect()
    }

    #[test]
    fn long_fields_are_cut_short_fields_complete() {
        assert_eq!(
            read(&[row(0, 24), row(1000, 256), row(2000, 257)]),
            [(0, 24), (1000, 256), (2000, 64)]
        );
    }

    #[test]
    fn nearby_fields_are_read_together() {
        assert_eq!(
            read(&[row(40, 8), row(0, 24), row(8, 4), row(100, 8), row(50, 0)]),
            [(0, 48), (100, 8)]
        );
    }

    #[test]
    fn field_bytes_stop_at_limit_and_end() {
        assert_eq!(
            read(&[row(4090, 100), row(u64::MAX - 4, 200)]),
            [(4090, 6), (u64::MAX - 4, 0)]
        );
        let mut bytes = FieldBytes { left: 10, ..FieldBytes::default() };
        [row(0, 8), row(8, 8), row(8, 2)].iter().for_each(|row| bytes.note(row));
        assert_eq!(bytes.places.iter().map(|place| place.len).sum::<u64>(), 10);
    }
}
