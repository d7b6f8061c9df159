//! The places of contents, which are either uncompressed and listed, or compressed one by one in one range.

use alloc::format;
use alloc::vec::Vec;

use super::fields::Fields;
use super::reader::{Area, TocReader};
use super::rows::{Toc, TocPacked};
use super::stored::{Ignored, Item, Numbered, Overlap, Places, RowEntry, Told};
use crate::bytes::{Bytes, Number, Place, View, count};
use crate::describe::NullDescriber;
use crate::error::{Path, Problem, ReadError, ViewError};
use crate::layout::Records;

/// The frames, why there are fewer than there should be, and bytes after them.
type Frames = (Vec<Place>, Option<ReadError>, Option<Ignored>);

/// The place of a content.
pub(super) struct Content {
    pub(super) place: Place,
    pub(super) packed: Option<TocPacked>,
    /// The error of the length in the table, if readers ignore that length.
    pub(super) other_size: Option<ReadError>,
}

impl TocReader {
    /// Returns whether contents are listed.
    pub(super) fn is_listed(&self, fields: &Fields) -> Result<bool, ReadError> {
        let table = self.table;
        let scheme = match &fields.scheme {
            None => return Ok(true),
            Some(scheme) => scheme.as_ref().map_err(Clone::clone)?,
        };
        match scheme.value.as_slice() {
            word if word == table.listed.word.as_bytes() => Ok(true),
            word if word == table.frames.word.as_bytes() => Ok(false),
            other => {
                let found = format!("\"{}\"", other.escape_ascii());
                let expected = format!("{:?} or {:?}", table.listed.word, table.frames.word);
                let problem = Problem::Unexpected { found, expected };
                Err(ReadError::new(scheme.at, problem).in_field(table.scheme.key))
            }
        }
    }

    /// Returns the frames in the range of `fields`.
    pub(super) fn frames<E>(
        &self,
        area: Area,
        fields: &Fields,
        view: &mut View<'_, '_, E>,
    ) -> Result<Frames, ViewError<E>> {
        let (keys, records) = (&self.table.frames.keys, Records(self.layout));
        let offset = known(&fields.frames_offset, area.table_start, keys.offset.key)?;
        let size = known(&fields.frames_size, area.table_start, keys.size.key)?;
        let range = area.place(&offset, &size, [keys.offset.key, keys.size.key])?;
        // Records in the range are those of the format, and counted from the start of the input in errors.
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
    /// Returns the place at `offset` with `size`, which must be after the header and before the table.
    fn place(&self, offset: &Told<u64>, size: &Told<u64>, fields: [&'static str; 2]) -> Result<Place, ReadError> {
        let [offset_field, size_field] = fields;
        let place = Place { ofs: offset.value, len: size.value };
        let table_ofs = self.table_start.saturating_sub(self.start);
        if place.ofs < self.header_len {
            let problem = Problem::OutOfRange { found: place.ofs, min: self.header_len, max: table_ofs };
            return Err(ReadError::new(offset.at, problem).in_field(offset_field));
        }
        if place.ofs > self.have || place.len > self.have.saturating_sub(place.ofs) {
            let (told, field) = match place.ofs > self.have {
                true => (offset, offset_field),
                false => (size, size_field),
            };
            let problem = Problem::OutOfBounds { ofs: place.ofs, len: place.len, have: self.have };
            return Err(ReadError::new(told.at, problem).in_field(field));
        }
        if place.end() > table_ofs && place.len > 0 {
            let expected = format!("content that ends before the table of contents, at byte {table_ofs:#x}");
            let found = format!("content up to byte {:#x}", place.end());
            return Err(ReadError::new(offset.at, Problem::Unexpected { found, expected }).in_field(offset_field));
        }
        Ok(Place { ofs: self.start.saturating_add(place.ofs), ..place })
    }
}

impl Toc {
    /// Returns the place of the content of `entry`. Paths of errors begin in the entry, or are those of another part.
    pub(super) fn content(&self, entry: &RowEntry) -> Result<Content, ReadError> {
        if let Some(error) = &entry.wrong {
            return Err(error.clone());
        }
        let keys = &self.reader.table.entry;
        let ordinal = known(&entry.ordinal, entry.target.at, keys.ordinal.key)?;
        let contents = match &self.places {
            Places::Unknown => 0,
            Places::Listed => self.fields.list.as_deref().map_or(0, count),
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
            ReadError::new(ordinal.at, problem).in_field(keys.ordinal.key)
        };
        let number = usize::try_from(ordinal.value).ok();
        match &self.places {
            Places::Unknown => Err(self.error.clone().unwrap_or_else(out_of_range)),
            Places::Listed => {
                let list = self.fields.list.as_deref().unwrap_or_default();
                let item = number.and_then(|number| list.get(number)).ok_or_else(out_of_range)?;
                let place = self.item(item).map_err(|error| {
                    // Its own path tells where it is said; the entry is told beside it.
                    let list = self.reader.table.listed.keys.list.key;
                    error.at_index(ordinal.value).in_field(list)
                })?;
                Ok(Content { place, packed: None, other_size: other_size(&entry.size, place, keys.size.key) })
            }
            Places::Frames(frames, failed) => {
                let Some(place) = number.and_then(|number| frames.get(number)).copied() else {
                    return Err(failed.clone().unwrap_or_else(out_of_range));
                };
                let size = known(&entry.size, entry.target.at, keys.size.key)?;
                let (records, frames) = (Records(self.reader.layout), &self.reader.table.frames);
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

    /// Returns the place of a content in the list.
    pub(super) fn item(&self, item: &Item) -> Result<Place, ReadError> {
        let keys = &self.reader.table.listed.keys;
        if let Some(error) = &item.wrong {
            return Err(error.clone());
        }
        let offset = known(&item.offset, item.at, keys.offset.key)?;
        let size = known(&item.size, item.at, keys.size.key)?;
        self.area().place(&offset, &size, [keys.offset.key, keys.size.key])
    }

    /// Returns the contents in the list that share bytes with an earlier one.
    pub fn overlaps(&self) -> Vec<Overlap> {
        let (Places::Listed, Some(list)) = (&self.places, &self.fields.list) else {
            return Vec::new();
        };
        let path = |number| Path::from(self.reader.table.listed.keys.list.key).index(number);
        let places = list
            .iter()
            .zip(0..)
            .filter_map(|(item, number)| Some((self.item(item).ok()?, number)));
        let mut places: Vec<(Place, u64)> = places.filter(|(place, _)| place.len > 0).collect();
        places.sort_unstable();
        let (mut found, mut reach): (Vec<Overlap>, Option<(u64, u64)>) = (Vec::new(), None);
        for (place, number) in places {
            if let Some((end, first)) = reach
                && place.ofs < end
            {
                let item = usize::try_from(number).ok().and_then(|number| list.get(number));
                let offset = item.map_or(0, |item| item.at);
                found.push(Overlap { offset, path: path(number), ofs: place.ofs, end, first_path: path(first) });
            }
            if reach.is_none_or(|(end, _)| end < place.end()) {
                reach = Some((place.end(), number));
            }
        }
        found
    }
}

/// Returns the error of the length that the table declares for a content at `place`, if any.
fn other_size(said: &Numbered, place: Place, key: &'static str) -> Option<ReadError> {
    match said {
        Some(Ok(said)) if said.value != place.len => {
            let problem = Problem::Disagrees { found: said.value, expected: place.len };
            Some(ReadError::new(said.at, problem).in_field(key))
        }
        Some(Err(error)) => Some(error.clone()),
        _ => None,
    }
}

/// Returns the number under `key`, in the map at `at`.
fn known(numbered: &Numbered, at: u64, key: &'static str) -> Result<Told<u64>, ReadError> {
    numbered.clone().unwrap_or_else(|| Err(missing(at, "a number", key)))
}

/// Returns the error that there is no value under `key`, in the map at `at`.
pub(super) fn missing(at: u64, what: &str, key: &'static str) -> ReadError {
    let expected = format!("{what} under the key {key:?}");
    ReadError::new(at, Problem::Unexpected { found: "none".into(), expected })
}
