//! Shows a file field by field, by its layout.

use super::fields::{Fields, Found};
use super::read::Reading;
use super::tables::{Layout, Part, Record};
use crate::bytes::{Bytes, Number};
use crate::describe::{self, Describer, Shape};
use crate::error::{Problem, ReadError};

impl Layout<'static> {
    /// Shows every field of the file to `describer`, in the order of the schema. A part that is pointed at and cannot be read is shown as a
    /// bad field, after those of its fields that can be read.
    ///
    /// # Errors
    ///
    /// Returns an error if the frame is not valid, or if the file continues past the end of the window. Everything in the frame before that
    /// has been shown.
    pub fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), ReadError> {
        let Some(root) = self.records.first() else {
            return Ok(());
        };
        let mut reading = Reading { describer: Some(describer), ..Reading::new(self, bytes) };
        reading.record(root, 0, true).map(|_| ())
    }
}

/// What takes from the budget, for people.
const POINTED_AT: &str = "the parts that records point at";

/// What is shown in the place of a record that cannot be read.
const BAD_RECORD: (&str, &str) = ("record", "This record cannot be read.");

impl Reading<'_, '_> {
    /// Reads the record at `at`, and says where it ends; where fields are shown, with everything that it points at.
    pub(super) fn record(
        &mut self,
        record: &'static Record<'static>,
        at: u64,
        is_first: bool,
    ) -> Result<u64, ReadError> {
        let (fields, end) = self.fields(record, at, is_first)?;
        let shown = if self.describer.is_some() { record.parts } else { &[] };
        for part in shown {
            match self.part(part, &fields) {
                Err(error) if error.wanted_len().is_none() => {
                    self.show(|| describe::Field::bad(part.name, error, part.meaning));
                }
                other => other?,
            }
        }
        self.recycle(fields);
        Ok(end)
    }

    /// Shows a part that the record with these fields points at.
    fn part(&mut self, part: &'static Part<'static>, fields: &Fields) -> Result<(), ReadError> {
        let (bytes, Part { name, meaning, .. }) = (self.bytes, *part);
        let offset = self.offset(name, &part.offset, fields)?;
        match self.part_at(name, &part.holds, offset, fields)? {
            Found::Text(place, encoding) => {
                self.take(offset, place.len)?;
                self.text(name, place, encoding, meaning)?;
            }
            Found::Content(span) => self.show(|| describe::Field::opaque(bytes, name, span.place(bytes), meaning)),
            Found::Record(record, at) => {
                self.begin(name, Shape::Record);
                let read = self.read_named(record, at);
                let read = self.note_end(offset, at, read);
                let shown = self.or_bad(read);
                self.end();
                shown?;
            }
            Found::List(record, at, count) => {
                self.begin(name, Shape::List);
                let mut next = Some(at);
                for index in 0..count {
                    let Some(at) = next else { break };
                    self.item(index);
                    let read = self.read_named(record, at);
                    let read = self.note_end(offset, at, read);
                    next = self.or_bad(read)?;
                    self.end();
                }
                self.end();
            }
            Found::Number(_) => {}
        }
        Ok(())
    }

    /// Takes what `len` bytes cost that the field `pointer` points at.
    fn take(&mut self, pointer: Number, len: u64) -> Result<(), ReadError> {
        let taken = self.budget.take(POINTED_AT, len);
        self.blame(pointer, taken)
    }

    fn blame(&self, pointer: Number, taken: Result<(), Problem>) -> Result<(), ReadError> {
        taken.map_err(|problem| self.bytes.error(pointer.at, problem).in_field(pointer.field))
    }

    /// Where the record ends that was read at `at`, because the field `pointer` points there or before.
    fn note_end(&mut self, pointer: Number, at: u64, read: Result<u64, ReadError>) -> Result<u64, ReadError> {
        let end = read?;
        let taken = self.budget.take_record(POINTED_AT, end.saturating_sub(at));
        self.blame(pointer, taken)?;
        Ok(end)
    }

    /// Where the record that was read ends. One that cannot be read is shown as a bad field.
    ///
    /// # Errors
    ///
    /// More bytes are needed to tell.
    fn or_bad(&mut self, read: Result<u64, ReadError>) -> Result<Option<u64>, ReadError> {
        match read {
            Ok(end) => Ok(Some(end)),
            Err(error) if error.wanted_len().is_some() => Err(error),
            Err(error) => {
                let (name, meaning) = BAD_RECORD;
                self.show(|| describe::Field::bad(name, error, meaning));
                Ok(None)
            }
        }
    }
}
