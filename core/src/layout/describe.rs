//! Shows a file field by field, as its layout says.

use alloc::vec::Vec;

use super::expression::{Expression, Measure};
use super::tables::{Field, Holds, Layout, Part, Record, Valid};
use crate::budget::Budget;
use crate::bytes::{Bytes, Cursor, Encoding, Number, Place};
use crate::describe::{self, Describer, Shape};
use crate::error::{Problem, ReadError};

impl Layout<'static> {
    /// Shows every field of the file to `describer`, in the order of the schema. A part that is pointed at and cannot be read is shown
    /// as a bad field, after those of its fields that can be.
    ///
    /// # Errors
    ///
    /// What is wrong with the frame, all of which before that has been shown; or the file goes on where the window ends.
    pub fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), ReadError> {
        let Some(root) = self.records.first() else {
            return Ok(());
        };
        let budget = Budget::shared(bytes.len());
        let mut reading = Reading { layout: self, bytes, describer, budget };
        reading.record(root, 0, None).map(|_| ())
    }
}

/// A file that is being shown.
struct Reading<'r, 'b> {
    layout: &'r Layout<'static>,
    bytes: Bytes<'b>,
    describer: &'r mut dyn Describer,
    /// Records may point at the same parts.
    budget: Budget,
}

/// What takes from the budget, for people.
const POINTED_AT: &str = "the parts that records point at";

/// The numbers of a record, as far as it has been read.
struct Numbers<'f> {
    own: Vec<Number>,
    /// Those of the record that holds this one or points at it.
    outer: Option<&'f Numbers<'f>>,
}

impl Numbers<'_> {
    fn own(&self, field: &str) -> Option<Number> {
        self.own.iter().find(|number| number.field == field).copied()
    }

    fn root(&self) -> &Self {
        self.outer.map_or(self, Numbers::root)
    }

    fn value(&self, expression: &Expression<'_>) -> Option<u64> {
        let found = match expression {
            Expression::Own(field) => self.own(field),
            Expression::Parent(field) => self.outer.and_then(|outer| outer.own(field)),
            Expression::Root(field) => self.root().own(field),
            _ => None,
        };
        found.map(|number| number.value)
    }
}

/// What is shown in the place of a record that cannot be read.
const BAD_RECORD: (&str, &str) = ("record", "This record cannot be read.");

impl<'b> Reading<'_, 'b> {
    /// Shows the record at `at` with everything that it points at, and says where it ends.
    fn record(
        &mut self,
        record: &'static Record<'static>,
        at: u64,
        outer: Option<&Numbers<'_>>,
    ) -> Result<u64, ReadError> {
        let mut numbers = Numbers { own: Vec::new(), outer };
        let mut cursor = Cursor::new(self.bytes, at);
        for field in record.fields {
            self.field(field, &mut cursor, &mut numbers)?;
        }
        for part in record.parts {
            match self.part(part, &numbers) {
                Err(error) if error.wanted().is_none() => {
                    self.show(describe::Field::bad(part.name, error, part.meaning));
                }
                other => other?,
            }
        }
        Ok(cursor.at())
    }

    fn field(
        &mut self,
        field: &'static Field<'static>,
        cursor: &mut Cursor<'b>,
        numbers: &mut Numbers<'_>,
    ) -> Result<(), ReadError> {
        let (bytes, Field { name, meaning, .. }) = (self.bytes, *field);
        let here = Number { value: cursor.at(), at: cursor.at(), field: name };
        match &field.holds {
            Holds::Magic(magic) => {
                let place = cursor.magic(name, magic)?;
                self.show(describe::Field::magic(bytes, name, place, magic, meaning));
            }
            Holds::Number(width, names, valid) => {
                let number = cursor.number(name, *width)?;
                let value_name = names
                    .iter()
                    .find(|(value, _)| *value == number.value)
                    .map(|(_, name)| *name);
                self.show(match valid {
                    Valid::Bits => describe::Field::flags(bytes, number, *width, names, meaning),
                    _ => describe::Field::number(bytes, number, *width, value_name, meaning),
                });
                match valid {
                    Valid::Any | Valid::Bits => {}
                    Valid::Range(min, max) => bytes.in_range(number, *min, *max)?,
                    Valid::OneOf(values, known) => bytes.one_of(number, values, known)?,
                    Valid::Named(known) => bytes.known(number, value_name.map(|_| ()), known)?,
                }
                if numbers.outer.is_none() && self.layout.len == Some(name) {
                    self.bytes = cursor.end_at(number)?;
                }
                numbers.own.push(number);
            }
            Holds::Text(encoding, len) => {
                let len = self.measure(len, here, numbers)?;
                let place = cursor.bytes(name, len.value)?;
                self.text(name, place, *encoding, meaning)?;
            }
            Holds::Terminated(encoding, limit) => {
                let place = cursor.terminated(name, *limit)?;
                self.text(name, place, *encoding, meaning)?;
            }
            Holds::Bytes(len) => {
                let len = self.measure(len, here, numbers)?;
                let place = cursor.bytes(name, len.value)?;
                self.show(describe::Field::opaque(bytes, name, Ok(place), meaning));
            }
            Holds::Rest => {
                let place = cursor.rest(name)?;
                self.show(describe::Field::opaque(bytes, name, Ok(place), meaning));
            }
            Holds::Content(len) => {
                let span = match len {
                    Some(len) => cursor.content(name, self.measure(len, here, numbers)?),
                    None => cursor.content_to_end(name, bytes),
                };
                self.show(describe::Field::opaque(bytes, name, span.place(bytes), meaning));
            }
            Holds::Record(record) => self.inner(name, record, cursor, numbers)?,
            Holds::Switch(switch) => {
                let number = numbers.own(switch.on).unwrap_or(here);
                let case = switch.cases.iter().find(|(case, _)| *case == number.value);
                let (_, record) = bytes.known(number, case, switch.known)?;
                self.inner(name, record, cursor, numbers)?;
            }
            Holds::List(record, count) => {
                let count = self.measure(count, here, numbers)?;
                self.list(name, record, count.value, cursor, numbers)?;
            }
        }
        Ok(())
    }

    /// A record that is a field of another.
    fn inner(
        &mut self,
        name: &'static str,
        record: &'static str,
        cursor: &mut Cursor<'_>,
        numbers: &Numbers<'_>,
    ) -> Result<(), ReadError> {
        self.describer.begin(name, Shape::Record);
        let read = cursor.record(name, |at| Ok(((), self.named(record, at, numbers)?)));
        self.describer.end();
        read
    }

    /// The records of a list, up to the first that cannot be read.
    fn list(
        &mut self,
        name: &'static str,
        record: &'static str,
        count: u64,
        cursor: &mut Cursor<'_>,
        numbers: &Numbers<'_>,
    ) -> Result<(), ReadError> {
        self.describer.begin(name, Shape::List);
        let mut index = 0_u64;
        let read = cursor.list(name, count, |at| {
            self.describer.item(index);
            index = index.saturating_add(1);
            let read = self.named(record, at, numbers);
            self.describer.end();
            read.map(|end| ((), end))
        });
        self.describer.end();
        read.map(|_| ())
    }

    /// The record called `name`, in the one with these numbers.
    fn named(&mut self, name: &'static str, at: u64, outer: &Numbers<'_>) -> Result<u64, ReadError> {
        match self.layout.record(name) {
            Some(record) => self.record(record, at, Some(outer)),
            None => Ok(at),
        }
    }

    /// A part that the record with these numbers points at.
    fn part(&mut self, part: &'static Part<'static>, numbers: &Numbers<'_>) -> Result<(), ReadError> {
        let (bytes, Part { name, meaning, .. }) = (self.bytes, *part);
        let offset = self.measure(&part.offset, Number { value: 0, at: 0, field: name }, numbers)?;
        match &part.holds {
            Holds::Text(encoding, len) => {
                let len = self.measure(len, offset, numbers)?;
                let place = bytes.place(offset, len)?;
                self.take(offset, place.len)?;
                self.text(name, place, *encoding, meaning)?;
            }
            Holds::Terminated(encoding, limit) => {
                bytes.place(offset, offset.with(0))?;
                let place = bytes.terminated(offset.value, *limit);
                let place = place.map_err(|error| error.in_field(name))?;
                self.take(offset, place.len)?;
                self.text(name, place, *encoding, meaning)?;
            }
            Holds::Bytes(len) => {
                let len = self.measure(len, offset, numbers)?;
                self.show(describe::Field::opaque(bytes, name, bytes.place(offset, len), meaning));
            }
            Holds::Record(record) => {
                bytes.place(offset, offset.with(0))?;
                self.describer.begin(name, Shape::Record);
                let read = self.named(record, offset.value, numbers);
                let read = self.taken(offset, offset.value, read);
                let shown = self.or_bad(read);
                self.describer.end();
                shown?;
            }
            Holds::List(record, count) => {
                bytes.place(offset, offset.with(0))?;
                let count = self.measure(count, offset, numbers)?;
                self.describer.begin(name, Shape::List);
                let mut next = Some(offset.value);
                for index in 0..count.value {
                    let Some(at) = next else { break };
                    self.describer.item(index);
                    let read = self.named(record, at, numbers);
                    let read = self.taken(offset, at, read);
                    next = self.or_bad(read)?;
                    self.describer.end();
                }
                self.describer.end();
            }
            // The others are fields only.
            _ => {}
        }
        Ok(())
    }

    /// Takes what `len` bytes cost that the field `pointer` points at.
    fn take(&mut self, pointer: Number, len: u64) -> Result<(), ReadError> {
        let taken = self.budget.take(POINTED_AT, len);
        self.blamed(pointer, taken)
    }

    fn blamed(&self, pointer: Number, taken: Result<(), Problem>) -> Result<(), ReadError> {
        taken.map_err(|problem| self.bytes.error(pointer.at, problem).in_field(pointer.field))
    }

    /// Where the record ends that was read at `at`, because the field `pointer` points there or before.
    fn taken(&mut self, pointer: Number, at: u64, read: Result<u64, ReadError>) -> Result<u64, ReadError> {
        let end = read?;
        let taken = self.budget.take_record(POINTED_AT, end.saturating_sub(at));
        self.blamed(pointer, taken)?;
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
            Err(error) if error.wanted().is_some() => Err(error),
            Err(error) => {
                let (name, meaning) = BAD_RECORD;
                self.show(describe::Field::bad(name, error, meaning));
                Ok(None)
            }
        }
    }

    /// Text, or why there is none.
    ///
    /// # Errors
    ///
    /// More bytes are needed to tell.
    fn text(
        &mut self,
        name: &'static str,
        place: Place,
        encoding: Encoding,
        meaning: &'static str,
    ) -> Result<(), ReadError> {
        let text = self.bytes.text(place, encoding).map_err(|error| error.in_field(name));
        if let Err(error) = &text
            && error.wanted().is_some()
        {
            return Err(error.clone());
        }
        self.show(describe::Field::text(
            self.bytes,
            name,
            text.map(|text| (place, text)),
            meaning,
        ));
        Ok(())
    }

    fn show(&mut self, field: describe::Field<'_>) {
        self.describer.field(field);
    }

    /// The number that `measure` gives, on behalf of the field that it blames; a constant, on behalf of `otherwise`.
    fn measure(
        &self,
        measure: &Measure<'static>,
        otherwise: Number,
        numbers: &Numbers<'_>,
    ) -> Result<Number, ReadError> {
        let blamed = measure.blame.and_then(|field| numbers.own(field));
        let result = measure.expression.evaluate(&|field| numbers.value(field));
        let number = self.bytes.evaluate(blamed.unwrap_or(otherwise), result, measure.text)?;
        if let Some(limit) = measure.limit {
            self.bytes.at_most(number, limit)?;
        }
        Ok(number)
    }
}
