//! Reads the fields of a record as its layout says, and finds what it points at; shows them if that is asked for.

use alloc::vec::Vec;

use super::expression::Measure;
use super::fields::{Fields, Found};
use super::tables::{Field, Holds, Layout, Record, Valid};
use super::writing::Source;
use crate::budget::Budget;
use crate::bytes::{Bytes, Cursor, Encoding, Number, Place, Span};
use crate::container::StoredSum;
use crate::describe::{self, Describer, Shape};
use crate::error::ReadError;

/// A file that is being read.
pub(super) struct Reading<'r, 'b> {
    pub(super) layout: &'r Layout<'static>,
    /// The file, up to the end that it gives.
    pub(super) bytes: Bytes<'b>,
    /// Takes all fields. Without one, parts that records point at are not read.
    pub(super) describer: Option<&'r mut dyn Describer>,
    /// Records may point at the same parts.
    pub(super) budget: Budget,
    /// Room that records no longer need.
    pub(super) spare: Vec<Vec<(&'static str, Found)>>,
}

impl<'r, 'b> Reading<'r, 'b> {
    pub(super) fn new(layout: &'r Layout<'static>, bytes: Bytes<'b>) -> Self {
        Self { layout, bytes, describer: None, budget: Budget::shared(bytes.len()), spare: Vec::new() }
    }

    /// Reads the fields of the record at `at`, and says where it ends.
    /// `is_first`: whether the file begins with it, so that it may say how long that is.
    pub(super) fn fields(
        &mut self,
        record: &'static Record<'static>,
        at: u64,
        is_first: bool,
    ) -> Result<(Fields, u64), ReadError> {
        let found = self
            .spare
            .pop()
            .unwrap_or_else(|| Vec::with_capacity(record.fields.len()));
        let mut fields = Fields(found);
        let mut cursor = Cursor::new(self.bytes, at);
        for field in record.fields {
            if let Some(found) = self.field(field, &mut cursor, &fields, is_first)? {
                fields.0.push((field.name, found));
            }
        }
        Ok((fields, cursor.at()))
    }

    /// The fields are no longer needed.
    pub(super) fn recycle(&mut self, fields: Fields) {
        let Fields(mut found) = fields;
        found.clear();
        self.spare.push(found);
    }

    fn field(
        &mut self,
        field: &'static Field<'static>,
        cursor: &mut Cursor<'b>,
        fields: &Fields,
        is_first: bool,
    ) -> Result<Option<Found>, ReadError> {
        let (bytes, Field { name, meaning, .. }) = (self.bytes, *field);
        let here = Number { value: cursor.at(), at: cursor.at(), field: name };
        let found = match &field.holds {
            Holds::Magic(magic) => {
                let place = cursor.magic(name, magic)?;
                self.show(|| describe::Field::magic(bytes, name, place, magic, meaning));
                return Ok(None);
            }
            Holds::Number(width, names, valid, _) => {
                let number = cursor.number(name, *width)?;
                let named = || names.iter().find(|(value, _)| *value == number.value);
                let value_name = || named().map(|(_, name)| *name);
                self.show(|| match valid {
                    Valid::Bits => describe::Field::flags(bytes, number, *width, names, meaning),
                    _ => describe::Field::number(bytes, number, *width, value_name(), meaning),
                });
                match valid {
                    Valid::Any | Valid::Bits => {}
                    Valid::Range(min, max) => bytes.in_range(number, *min, *max)?,
                    Valid::OneOf(values, known) => bytes.one_of(number, values, known)?,
                    Valid::Named(known) => bytes.known(number, named().map(|_| ()), known)?,
                }
                if is_first && self.layout.len == Some(name) {
                    self.bytes = cursor.end_at(number)?;
                }
                Found::Number(number)
            }
            Holds::Text(encoding, len) => {
                let len = self.measure(len, here, fields)?;
                let place = cursor.bytes(name, len.value)?;
                self.text(name, place, *encoding, meaning)?;
                Found::Text(place, *encoding)
            }
            Holds::Terminated(encoding, limit) => {
                let place = cursor.terminated(name, *limit)?;
                self.text(name, place, *encoding, meaning)?;
                Found::Text(place, *encoding)
            }
            Holds::Bytes(len) => {
                let len = self.measure(len, here, fields)?;
                let place = cursor.bytes(name, len.value)?;
                self.show(|| describe::Field::opaque(bytes, name, Ok(place), meaning));
                return Ok(None);
            }
            Holds::Rest => {
                let place = cursor.rest(name)?;
                self.show(|| describe::Field::opaque(bytes, name, Ok(place), meaning));
                return Ok(None);
            }
            Holds::Content(len) => {
                let span = match len {
                    Some(len) => cursor.content(name, self.measure(len, here, fields)?),
                    None => cursor.content_to_end(name, bytes),
                };
                self.show(|| describe::Field::opaque(bytes, name, span.place(bytes), meaning));
                Found::Content(span)
            }
            Holds::Record(record) => self.inner(name, record, cursor)?,
            Holds::Switch(switch) => {
                let number = fields.number(switch.on).unwrap_or(here);
                let record = bytes.known(number, switch.record(number.value), switch.known)?;
                self.inner(name, record, cursor)?
            }
            Holds::List(record, count) => {
                let count = self.measure(count, here, fields)?.value;
                self.list(name, record, count, cursor)?;
                Found::List(record, here.at, count)
            }
        };
        Ok(Some(found))
    }

    /// A record that is a field of another.
    fn inner(&mut self, name: &'static str, record: &'static str, cursor: &mut Cursor<'_>) -> Result<Found, ReadError> {
        let at = cursor.at();
        self.begin(name, Shape::Record);
        let read = cursor.record(name, |at| Ok(((), self.read_named(record, at)?)));
        self.end();
        read.map(|()| Found::Record(record, at))
    }

    /// The records of a list, up to the first that cannot be read.
    fn list(
        &mut self,
        name: &'static str,
        record: &'static str,
        count: u64,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), ReadError> {
        self.begin(name, Shape::List);
        let mut index = 0_u64;
        let read = cursor.list(name, count, |at| {
            self.item(index);
            index = index.saturating_add(1);
            let read = self.read_named(record, at);
            self.end();
            read.map(|end| ((), end))
        });
        self.end();
        read.map(|_| ())
    }

    /// Where the record called `name` ends.
    pub(super) fn read_named(&mut self, name: &'static str, at: u64) -> Result<u64, ReadError> {
        match self.layout.record(name) {
            Some(record) => self.record(record, at, false),
            None => Ok(at),
        }
    }

    /// Where the part of `record` called `name` is, or the list that is one of its fields.
    pub(super) fn find(
        &self,
        record: &'static Record<'static>,
        name: &str,
        fields: &Fields,
    ) -> Result<Option<Found>, ReadError> {
        match record.part(name) {
            Some(part) => {
                let offset = self.offset(part.name, &part.offset, fields)?;
                self.part_at(part.name, &part.holds, offset, fields).map(Some)
            }
            None => Ok(fields.get(name)),
        }
    }

    /// The offset of a part.
    pub(super) fn offset(
        &self,
        name: &'static str,
        offset: &Measure<'static>,
        fields: &Fields,
    ) -> Result<Number, ReadError> {
        self.measure(offset, Number { value: 0, at: 0, field: name }, fields)
    }

    /// What is at the offset of a part: bytes are in the file, texts and lists begin in it.
    pub(super) fn part_at(
        &self,
        name: &'static str,
        holds: &Holds<'static>,
        offset: Number,
        fields: &Fields,
    ) -> Result<Found, ReadError> {
        let bytes = self.bytes;
        let begins = || bytes.place(offset, offset.with(0));
        Ok(match holds {
            Holds::Text(encoding, len) => {
                let len = self.measure(len, offset, fields)?;
                Found::Text(bytes.place(offset, len)?, *encoding)
            }
            Holds::Terminated(encoding, limit) => {
                begins()?;
                let place = bytes.terminated(offset.value, *limit);
                Found::Text(place.map_err(|error| error.in_field(name))?, *encoding)
            }
            Holds::List(record, count) => {
                begins()?;
                let count = self.measure(count, offset, fields)?;
                Found::List(record, offset.value, count.value)
            }
            Holds::Record(record) => {
                begins()?;
                Found::Record(record, offset.value)
            }
            Holds::Bytes(len) => {
                let len = self.measure(len, offset, fields)?;
                Found::Content(Span::new(offset, len))
            }
            // The others are fields only.
            _ => Found::Number(offset),
        })
    }

    /// The number that `measure` gives, on behalf of the field that it blames; a constant, on behalf of `otherwise`.
    fn measure(&self, measure: &Measure<'static>, otherwise: Number, fields: &Fields) -> Result<Number, ReadError> {
        let blamed = measure.blame.and_then(|field| fields.number(field));
        let result = measure
            .expression
            .evaluate(&|field| fields.number(field).map(|number| number.value));
        let number = self.bytes.evaluate(blamed.unwrap_or(otherwise), result, measure.text)?;
        if let Some(limit) = measure.limit {
            self.bytes.at_most(number, limit)?;
        }
        Ok(number)
    }

    /// Shows text, or why there is none.
    ///
    /// # Errors
    ///
    /// More bytes are needed to tell.
    pub(super) fn text(
        &mut self,
        name: &'static str,
        place: Place,
        encoding: Encoding,
        meaning: &'static str,
    ) -> Result<(), ReadError> {
        let bytes = self.bytes;
        if self.describer.is_none() {
            return Ok(());
        }
        let text = bytes.text(place, encoding).map_err(|error| error.in_field(name));
        if let Err(error) = &text
            && error.wanted_len().is_some()
        {
            return Err(error.clone());
        }
        self.show(|| describe::Field::text(bytes, name, text.map(|text| (place, text)), meaning));
        Ok(())
    }

    /// Reads the checksums of the outermost record, without computing them.
    pub(super) fn sums(&mut self, root: &'static Record<'static>) -> Result<Vec<StoredSum>, ReadError> {
        let mut fields = Fields(Vec::with_capacity(root.fields.len()));
        let mut cursor = Cursor::new(self.bytes, 0);
        let mut places = Vec::with_capacity(root.fields.len());
        for field in root.fields {
            let start = cursor.at();
            if let Some(found) = self.field(field, &mut cursor, &fields, true)? {
                fields.0.push((field.name, found));
            }
            places.push((field.name, start, cursor.at()));
        }
        let place_of = |name: &str| places.iter().find(|(known, ..)| *known == name);
        let sums = root.fields.iter().filter_map(|field| {
            let Holds::Number(.., Source::Sum(sum, first, last)) = field.holds else {
                return None;
            };
            let (number, (_, from, _), (.., to)) = (fields.number(field.name)?, place_of(first)?, place_of(last)?);
            let place = self
                .bytes
                .absolute_place(Place { ofs: *from, len: to.saturating_sub(*from) });
            let offset = self.bytes.absolute(number.at);
            Some(StoredSum { offset, field: field.name, of: Some((sum, place, number.value)) })
        });
        Ok(sums.collect())
    }

    pub(super) fn show<'d>(&mut self, field: impl FnOnce() -> describe::Field<'d>) {
        if let Some(describer) = self.describer.as_deref_mut() {
            describer.field(field());
        }
    }

    pub(super) fn begin(&mut self, name: &'static str, shape: Shape) {
        if let Some(describer) = self.describer.as_deref_mut() {
            describer.begin(name, shape);
        }
    }

    pub(super) fn item(&mut self, index: u64) {
        if let Some(describer) = self.describer.as_deref_mut() {
            describer.item(index);
        }
    }

    pub(super) fn end(&mut self) {
        if let Some(describer) = self.describer.as_deref_mut() {
            describer.end();
        }
    }
}
