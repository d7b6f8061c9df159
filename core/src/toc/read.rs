//! Reads a file with a table of contents: the header, the table to the end of the file, and the lengths of compressed contents.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::fields::{Fields, FieldsReader};
use super::places::missing;
use super::reader::{Area, TocReader};
use super::rows::Toc;
use super::stored::{Ignored, Places};
use crate::bytes::{Bytes, Place, View, length};
use crate::describe::NullDescriber;
use crate::error::{Problem, ReadError, ViewError};
use crate::layout::Records;
use crate::message_pack::Malformed;

/// The number of bytes of the table that are read at a time.
const PIECE: u64 = 64 << 10;

impl TocReader {
    /// Reads the file that takes all `have` bytes of an input from `start` on.
    ///
    /// # Errors
    ///
    /// Returns the error of `view`. Other errors are part of the result, with what could be read.
    pub fn read<E>(&self, start: u64, have: u64, view: &mut View<'_, '_, E>) -> Result<Toc, E> {
        let records = Records(self.layout);
        let header_len = records.len_of(records.root());
        let header = view(Place { ofs: 0, len: header_len.min(have) })?.into_owned();
        let mut toc = Toc {
            reader: *self,
            start,
            header,
            fields: Fields::default(),
            places: Places::default(),
            table: Place { ofs: start.saturating_add(have), len: 0 },
            error: None,
            faults: Vec::new(),
            ignored: Vec::new(),
        };
        let bytes = Bytes::new(&toc.header).at_origin(start);
        let at = match records.read(records.root(), bytes, 0, &mut NullDescriber) {
            Ok(numbers) => numbers.get(self.table.at),
            Err(error) => {
                toc.error = Some(error);
                return Ok(toc);
            }
        };
        if have <= header_len {
            let problem = Problem::Truncated { need: header_len.saturating_add(1), have };
            toc.error = Some(ReadError::new(start, problem));
            return Ok(toc);
        }
        // A table takes at least a byte.
        if at.value < header_len || at.value >= have {
            let problem = Problem::OutOfRange { found: at.value, min: header_len, max: have.saturating_sub(1) };
            toc.error = Some(ReadError::new(start.saturating_add(at.at), problem).in_field(at.field));
            return Ok(toc);
        }
        toc.table = Place { ofs: start.saturating_add(at.value), len: have.saturating_sub(at.value) };
        let (fields, error) = self.fields(at.value, toc.table, view)?;
        toc.fields = fields;
        toc.error = error.or_else(|| toc.incomplete());
        if toc.error.is_some() {
            return Ok(toc);
        }
        match self.is_listed(&toc.fields) {
            Ok(true) => {
                toc.places = Places::Listed;
                if toc.fields.list.is_none() && toc.has_entries() {
                    toc.places = Places::Unknown;
                    toc.error = Some(missing(toc.table.ofs, "a list", self.table.listed.keys.list.key));
                }
            }
            Ok(false) => match self.frames(toc.area(), &toc.fields, view) {
                Ok((frames, failed, ignored)) => {
                    toc.faults.extend(failed.clone());
                    toc.places = Places::Frames(frames, failed);
                    toc.ignored.extend(ignored);
                }
                Err(ViewError::Wrong(error)) => toc.error = Some(error),
                Err(ViewError::Unseen(error)) => return Err(error),
            },
            Err(error) => toc.error = Some(error),
        }
        let behind = Place {
            ofs: toc.table.ofs.saturating_add(toc.fields.len),
            len: toc.table.len.saturating_sub(toc.fields.len),
        };
        if behind.len > 0 {
            toc.ignored.push(Ignored(behind));
        }
        Ok(toc)
    }

    /// Reads the values of the table at `place`, which is `ofs` bytes from the start of the file, with the error, if any.
    fn fields<E>(&self, ofs: u64, place: Place, view: &mut View<'_, '_, E>) -> Result<(Fields, Option<ReadError>), E> {
        let mut reader = FieldsReader::new(self.table, place);
        let mut at = 0;
        while at < place.len {
            let piece = view(Place { ofs: ofs.saturating_add(at), len: PIECE.min(place.len.saturating_sub(at)) })?;
            match reader.feed(&piece) {
                Ok(true) if !piece.is_empty() => {}
                Ok(true) => break,
                Ok(false) => return Ok((reader.fields(), None)),
                Err(error) => return Ok((reader.fields(), Some(error))),
            }
            at = at.saturating_add(length(&piece));
        }
        let error = reader.malformed_error(&Malformed::Ended);
        Ok((reader.fields(), Some(error)))
    }
}

impl Toc {
    pub(super) fn area(&self) -> Area {
        Area {
            start: self.start,
            have: self.table.end().saturating_sub(self.start),
            header_len: length(&self.header),
            table_start: self.table.ofs,
        }
    }

    fn has_entries(&self) -> bool {
        let mut rows = self.fields.rows.iter().flatten();
        rows.any(|row| !row.entries.is_empty())
    }

    /// Returns the error of a value that is missing or not valid, so that nothing can be read. Problems that matter only to loaders are
    /// faults.
    fn incomplete(&mut self) -> Option<ReadError> {
        let table = self.reader.table;
        let at = self.table.ofs;
        match &self.fields.version {
            Some(Ok(version)) if version.value != table.version_number => {
                let expected = table.version_number.to_string();
                let problem = Problem::Unexpected { found: version.value.to_string(), expected };
                return Some(ReadError::new(version.at, problem).in_field(table.version.key));
            }
            Some(Err(error)) => return Some(error.clone()),
            _ => {}
        }
        if self.fields.rows.is_none() {
            return Some(missing(at, "a map", table.rows.key));
        }
        if self.fields.targets.is_none() {
            self.faults.push(missing(at, "a list", table.targets.key));
        }
        let repeated = self.find_repeated();
        self.faults.extend(repeated);
        None
    }
}
