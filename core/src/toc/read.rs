//! Reading of files with a table of contents.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::columns::ColumnReader;
use super::reader::{Area, TocReader};
use super::rows::Toc;
use super::stored::{Cell, Columns, Ignored, Places, Value};
use super::tables::Role;
use crate::bytes::{Bytes, Place, View, length};
use crate::describe::NullDescriber;
use crate::error::{Problem, ReadError, ViewError};
use crate::message_pack::Malformed;
use crate::tree::Records;

/// Bytes to read at a time.
const PIECE: u64 = 64 << 10;

impl TocReader {
    /// Reads the file from `start` to the end of an input of `have` bytes.
    ///
    /// # Errors
    ///
    /// Returns the error of `view`. Other errors are in the result, with everything that is valid.
    pub fn read<E>(&self, start: u64, have: u64, view: &mut View<'_, '_, E>) -> Result<Toc, E> {
        let records = Records(self.tree);
        let header_len = records.len_of(records.root());
        let header = view(Place { ofs: 0, len: header_len.min(have) })?.into_owned();
        let mut toc = Toc {
            reader: *self,
            start,
            header,
            columns: Columns::new(self.table),
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
        // A table has at least one byte.
        if at.value < header_len || at.value >= have {
            let problem = Problem::OutOfRange { found: at.value, min: header_len, max: have.saturating_sub(1) };
            toc.error = Some(ReadError::new(start.saturating_add(at.at), problem).in_field(at.field));
            return Ok(toc);
        }
        toc.table = Place { ofs: start.saturating_add(at.value), len: have.saturating_sub(at.value) };
        let (columns, error) = self.columns(at.value, toc.table, view)?;
        toc.columns = columns;
        toc.error = error.or_else(|| toc.incomplete());
        if toc.error.is_some() {
            return Ok(toc);
        }
        match self.is_listed(&toc.columns) {
            Ok(true) => {
                toc.places = Places::Listed;
                let has_entries = toc.columns.all(Role::Entry).is_some_and(|entries| !entries.is_empty());
                if toc.columns.all(Role::Content).is_none() && has_entries {
                    toc.places = Places::Unknown;
                    toc.error = Some(toc.columns.missing(toc.table.ofs, "a list", Role::Content));
                }
            }
            Ok(false) => match self.frames(toc.area(), &toc.columns, view) {
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
            ofs: toc.table.ofs.saturating_add(toc.columns.len),
            len: toc.table.len.saturating_sub(toc.columns.len),
        };
        if behind.len > 0 {
            toc.ignored.push(Ignored(behind));
        }
        Ok(toc)
    }

    fn columns<E>(
        &self,
        ofs: u64,
        place: Place,
        view: &mut View<'_, '_, E>,
    ) -> Result<(Columns, Option<ReadError>), E> {
        let mut reader = ColumnReader::new(self.table, place);
        let mut at = 0;
        while at < place.len {
            let piece = view(Place { ofs: ofs.saturating_add(at), len: PIECE.min(place.len.saturating_sub(at)) })?;
            match reader.feed(&piece) {
                Ok(true) if !piece.is_empty() => {}
                Ok(true) => break,
                Ok(false) => return Ok((reader.columns(), None)),
                Err(error) => return Ok((reader.columns(), Some(error))),
            }
            at = at.saturating_add(length(&piece));
        }
        let error = reader.malformed_error(&Malformed::Ended);
        Ok((reader.columns(), Some(error)))
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

    /// Problems only for loaders become faults.
    fn incomplete(&mut self) -> Option<ReadError> {
        let table = self.reader.table;
        let at = self.table.ofs;
        match self.columns.one(Role::Version, 0) {
            Some(Cell { wrong: Some(error), .. }) => return Some(error.clone()),
            Some(&Cell { value: Value::Number(version), at, .. }) if version != table.version => {
                let problem = Problem::Unexpected { found: version.to_string(), expected: table.version.to_string() };
                return Some(ReadError::new(at, problem).in_field(table.key(Role::Version)));
            }
            _ => {}
        }
        if self.columns.all(Role::Row).is_none() {
            return Some(self.columns.missing(at, "a map", Role::Row));
        }
        if !self.has_targets() {
            self.faults.push(self.columns.missing(at, "a list", Role::Target));
        }
        let repeated = self.find_repeated();
        self.faults.extend(repeated);
        None
    }
}
