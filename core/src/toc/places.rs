//! The places of contents: listed and uncompressed, or individually compressed in one range.

use alloc::format;
use alloc::vec::Vec;

use super::reader::{Area, TocReader};
use super::rows::{Toc, TocPacked};
use super::stored::{Cell, Columns, Ignored, Overlap, Places, Value};
use super::tables::Role;
use crate::bytes::{Bytes, Number, Place, View, count};
use crate::describe::NullDescriber;
use crate::error::{Problem, ReadError, ViewError};
use crate::tree::Records;

/// The frames, why some are missing, and the bytes after them.
type Frames = (Vec<Place>, Option<ReadError>, Option<Ignored>);

pub(super) struct Content {
    pub(super) place: Place,
    pub(super) packed: Option<TocPacked>,
    /// About a length that readers ignore.
    pub(super) other_size: Option<ReadError>,
}

impl TocReader {
    pub(super) fn is_listed(&self, columns: &Columns) -> Result<bool, ReadError> {
        let table = self.table;
        let scheme = match columns.one(Role::Scheme, 0) {
            None => return Ok(true),
            Some(Cell { wrong: Some(error), .. }) => return Err(error.clone()),
            Some(scheme) => scheme,
        };
        match scheme.text() {
            word if word == table.listed.as_bytes() => Ok(true),
            word if word == table.frames.word.as_bytes() => Ok(false),
            other => {
                let found = format!("\"{}\"", other.escape_ascii());
                let expected = format!("{:?} or {:?}", table.listed, table.frames.word);
                let problem = Problem::Unexpected { found, expected };
                Err(ReadError::new(scheme.at, problem).in_field(table.key(Role::Scheme)))
            }
        }
    }

    pub(super) fn frames<E>(
        &self,
        area: Area,
        columns: &Columns,
        view: &mut View<'_, '_, E>,
    ) -> Result<Frames, ViewError<E>> {
        let records = Records(self.tree);
        let offset = columns.number(Role::FramesOffset, 0, area.table_start)?;
        let size = columns.number(Role::FramesSize, 0, area.table_start)?;
        let range = area.place(offset, size)?;
        // Count records from the start of the input in errors.
        let head_len = records.len_of(self.table.frames.head);
        let too_short = |at: u64, need: u64, have: u64| {
            ReadError::new(at, Problem::Truncated { need, have }).in_field(self.table.frames.head)
        };
        if range.len < head_len {
            return Err(too_short(size.at, head_len, range.len).into());
        }
        let mut number = |at: u64, record: &str, name: &str| {
            let place = Place { ofs: at.saturating_sub(area.start), len: records.len_of(record) };
            let bytes = view(place).map_err(ViewError::Unseen)?;
            let read = records.read(record, Bytes::new(&bytes).at_origin(at), 0, &mut NullDescriber);
            Ok::<_, ViewError<E>>(
                read.map(|numbers| Number { at: at.saturating_add(numbers.get(name).at), ..numbers.get(name) }),
            )
        };
        let head: Result<Number, ReadError> = number(range.ofs, self.table.frames.head, self.table.frames.count)?;
        let count = match head {
            Ok(count) if count.value > self.table.frames.limit => {
                let problem = Problem::OverLimit { found: count.value, limit: self.table.frames.limit };
                let error = ReadError::new(count.at, problem);
                return Err(error
                    .in_fields(&[self.table.frames.head, self.table.frames.count])
                    .into());
            }
            Ok(count) => count.value,
            Err(error) => return Err(error.in_field(self.table.frames.head).into()),
        };
        let frame_len = records.len_of(self.table.frames.frame);
        let (mut frames, mut at, mut failed) = (Vec::new(), range.ofs.saturating_add(head_len), None);
        for index in 0..count {
            let left = range.end().saturating_sub(at);
            if left < frame_len {
                let error = ReadError::new(at, Problem::Truncated { need: frame_len, have: left });
                failed = Some(error.at_index(index).in_field(self.table.frames.head));
                break;
            }
            let size: Result<Number, ReadError> = number(at, self.table.frames.frame, self.table.frames.size)?;
            let size = match size {
                Ok(size) if size.value <= left.saturating_sub(frame_len) => size,
                Ok(size) => {
                    let problem = Problem::OutOfBounds {
                        ofs: at.saturating_add(frame_len).saturating_sub(area.start),
                        len: size.value,
                        have: range.end().saturating_sub(area.start),
                    };
                    let error = ReadError::new(size.at, problem).in_field(self.table.frames.size);
                    failed = Some(error.at_index(index).in_field(self.table.frames.head));
                    break;
                }
                Err(error) => {
                    failed = Some(error.at_index(index).in_field(self.table.frames.head));
                    break;
                }
            };
            let place = Place { ofs: at.saturating_add(frame_len), len: size.value };
            at = place.end();
            frames.push(place);
        }
        let rest = Place { ofs: at, len: range.end().saturating_sub(at) };
        let ignored = (rest.len > 0 && failed.is_none()).then_some(Ignored(rest));
        Ok((frames, failed, ignored))
    }
}

impl Area {
    fn place(&self, offset: Number, size: Number) -> Result<Place, ReadError> {
        let place = Place { ofs: offset.value, len: size.value };
        let table_ofs = self.table_start.saturating_sub(self.start);
        if place.ofs < self.header_len {
            let problem = Problem::OutOfRange { found: place.ofs, min: self.header_len, max: table_ofs };
            return Err(ReadError::new(offset.at, problem).in_field(offset.field));
        }
        if place.ofs > self.have || place.len > self.have.saturating_sub(place.ofs) {
            let number = if place.ofs > self.have { offset } else { size };
            let problem = Problem::OutOfBounds { ofs: place.ofs, len: place.len, have: self.have };
            return Err(ReadError::new(number.at, problem).in_field(number.field));
        }
        if place.end() > table_ofs && place.len > 0 {
            let expected = format!("content that ends before the table of contents, at byte {table_ofs:#x}");
            let found = format!("content up to byte {:#x}", place.end());
            return Err(ReadError::new(offset.at, Problem::Unexpected { found, expected }).in_field(offset.field));
        }
        Ok(Place { ofs: self.start.saturating_add(place.ofs), ..place })
    }
}

impl Toc {
    /// Paths of errors begin in the entry, or belong to another part.
    pub(super) fn content(&self, entry: &Cell, index: usize) -> Result<Content, ReadError> {
        if let Some(error) = &entry.wrong {
            return Err(error.clone());
        }
        let table = self.reader.table;
        let list = self.columns.all(Role::Content).unwrap_or_default();
        let ordinal = self.columns.number(Role::Ordinal, index, entry.at)?;
        let contents = match &self.places {
            Places::Unknown => 0,
            Places::Listed => count(list),
            Places::Frames(frames, _) => count(frames),
        };
        let out_of_range = || {
            let problem = match contents.checked_sub(1) {
                Some(max) => Problem::OutOfRange { found: ordinal.value, min: 0, max },
                None => {
                    let found = format!("{}, and no content in the file", ordinal.value);
                    Problem::Unexpected { found, expected: "the number of a content".into() }
                }
            };
            ReadError::new(ordinal.at, problem).in_field(ordinal.field)
        };
        let number = usize::try_from(ordinal.value).ok();
        match &self.places {
            Places::Unknown => Err(self.error.clone().unwrap_or_else(out_of_range)),
            Places::Listed => {
                let found = number.and_then(|number| Some((list.get(number)?, number)));
                let (item, number) = found.ok_or_else(out_of_range)?;
                let place = self.item(item, number).map_err(|error| {
                    // The error keeps its path; the entry's path is reported separately.
                    error.at_index(ordinal.value).in_field(table.key(Role::Content))
                })?;
                Ok(Content { place, packed: None, other_size: self.other_size(index, place) })
            }
            Places::Frames(frames, failed) => {
                let Some(place) = number.and_then(|number| frames.get(number)).copied() else {
                    return Err(failed.clone().unwrap_or_else(out_of_range));
                };
                let size = self.columns.number(Role::Unpacked, index, entry.at)?;
                let (records, frames) = (Records(self.reader.tree), &table.frames);
                let frame_at = place.ofs.saturating_sub(records.len_of(frames.frame));
                let packed = TocPacked {
                    unpacked_len: size.value,
                    unpacked_at: size.at,
                    stored_at: frame_at.saturating_add(records.ofs_of(frames.frame, frames.size)),
                };
                Ok(Content { place, packed: Some(packed), other_size: None })
            }
        }
    }

    pub(super) fn item(&self, item: &Cell, number: usize) -> Result<Place, ReadError> {
        if let Some(error) = &item.wrong {
            return Err(error.clone());
        }
        let offset = self.columns.number(Role::Offset, number, item.at)?;
        let size = self.columns.number(Role::Size, number, item.at)?;
        self.area().place(offset, size)
    }

    fn other_size(&self, index: usize, place: Place) -> Option<ReadError> {
        match self.columns.one(Role::Unpacked, index)? {
            Cell { wrong: Some(error), .. } => Some(error.clone()),
            &Cell { value: Value::Number(found), at, .. } if found != place.len => {
                let error = ReadError::new(at, Problem::Disagrees { found, expected: place.len });
                Some(error.in_field(self.reader.table.key(Role::Unpacked)))
            }
            _ => None,
        }
    }

    /// Returns the listed contents that share bytes with an earlier one.
    pub fn overlaps(&self) -> Vec<Overlap> {
        let (Places::Listed, Some(list)) = (&self.places, self.columns.all(Role::Content)) else {
            return Vec::new();
        };
        let path = |number| self.columns.path_of(Role::Content, 0, number);
        let places = list
            .iter()
            .enumerate()
            .filter_map(|(number, item)| Some((self.item(item, number).ok()?, number)));
        let mut places: Vec<(Place, usize)> = places.filter(|(place, _)| place.len > 0).collect();
        places.sort_unstable();
        let (mut found, mut reach): (Vec<Overlap>, Option<(u64, usize)>) = (Vec::new(), None);
        for (place, number) in places {
            if let Some((end, first)) = reach
                && place.ofs < end
            {
                let offset = list.get(number).map_or(0, |item| item.at);
                found.push(Overlap { offset, path: path(number), ofs: place.ofs, end, first_path: path(first) });
            }
            if reach.is_none_or(|(end, _)| end < place.end()) {
                reach = Some((place.end(), number));
            }
        }
        found
    }
}
