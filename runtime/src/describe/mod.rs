//! A format's bytes explained field by field: what `inspect` prints and what canonical JSON is made of.

use alloc::borrow::Cow;

mod canonical;
mod rows;
#[cfg(test)]
mod tests;

pub use canonical::{Canonical, canonical, quoted};
pub use rows::{EachRow, Row, rows};

use crate::bytes::{Bytes, Place};
use crate::cursor::Cursor;
use crate::error::ReadError;
use crate::list::List;
use crate::number::{Number, Width};

/// What a field holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldValue<'a> {
    /// A number.
    Number(u64),
    /// A number that has a name in the schema.
    Named(u64, &'static str),
    /// Text.
    Text(Cow<'a, str>),
    /// Bytes that are not looked into, by their number. They may lie outside the window.
    Opaque(u64),
    /// Fixed bytes.
    Magic(&'static [u8]),
    /// The field cannot be read.
    Bad(ReadError),
}

/// One field of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field<'a> {
    /// The field's name in the schema.
    pub name: &'static str,
    /// First byte, counted from the start of the input.
    pub offset: u64,
    /// Number of bytes in the file.
    pub len: u64,
    /// What it holds.
    pub value: FieldValue<'a>,
    /// What it means: the first sentence of its documentation in the schema.
    pub meaning: &'static str,
}

impl<'a> Field<'a> {
    /// A number field, and the name of its value, where it has one.
    pub fn number(
        bytes: Bytes<'_>,
        number: Number,
        width: Width,
        name: Option<&'static str>,
        meaning: Meaning,
    ) -> Self {
        let value = match name {
            Some(name) => FieldValue::Named(number.value, name),
            None => FieldValue::Number(number.value),
        };
        let place = Place { ofs: number.at, len: width.len() };
        Self::at(bytes, number.field, place, value, meaning)
    }

    /// Fixed bytes.
    pub fn magic(bytes: Bytes<'_>, name: &'static str, at: Place, magic: &'static [u8], meaning: Meaning) -> Self {
        Self::at(bytes, name, at, FieldValue::Magic(magic), meaning)
    }

    /// Text, or why it cannot be read.
    pub fn text(
        bytes: Bytes<'_>,
        name: &'static str,
        found: Result<(Place, &'a str), ReadError>,
        meaning: Meaning,
    ) -> Self {
        match found {
            Ok((place, text)) => Self::at(bytes, name, place, FieldValue::Text(text.into()), meaning),
            Err(error) => Self::bad(name, error, meaning),
        }
    }

    /// Bytes that are not looked into, or why they are not there.
    pub fn opaque(bytes: Bytes<'_>, name: &'static str, found: Result<Place, ReadError>, meaning: Meaning) -> Self {
        match found {
            Ok(place) => Self::at(bytes, name, place, FieldValue::Opaque(place.len), meaning),
            Err(error) => Self::bad(name, error, meaning),
        }
    }

    /// A part that cannot be read.
    pub fn bad(name: &'static str, error: ReadError, meaning: Meaning) -> Self {
        Self { name, offset: error.offset, len: 0, value: FieldValue::Bad(error), meaning }
    }

    fn at(bytes: Bytes<'_>, name: &'static str, place: Place, value: FieldValue<'a>, meaning: Meaning) -> Self {
        Self { name, offset: bytes.absolute(place.ofs), len: place.len, value, meaning }
    }
}

/// What a field means, for people.
type Meaning = &'static str;

/// Shows the records of a list. A record that cannot be read is shown as a bad field, and ends the list.
pub fn list<T>(
    describer: &mut dyn Describer,
    name: &'static str,
    items: impl Iterator<Item = Result<T, ReadError>>,
    each: impl Fn(T, &mut dyn Describer),
) {
    describer.begin(name, Shape::List);
    for (index, item) in (0..).zip(items) {
        describer.item(index);
        match item {
            Ok(item) => each(item, describer),
            Err(error) => describer.field(Field::bad("record", error, "This record cannot be read.")),
        }
        describer.end();
    }
    describer.end();
}

/// Shows the `count` records of a list that begins at the cursor, each of which `each` shows and reads, up to the first that cannot be
/// read. Errors: what is wrong with that.
pub fn list_up_to<T>(
    describer: &mut dyn Describer,
    cursor: &mut Cursor<'_>,
    name: &'static str,
    count: u64,
    mut each: impl FnMut(u64, &mut dyn Describer) -> Result<(T, u64), ReadError>,
) -> Result<List, ReadError> {
    describer.begin(name, Shape::List);
    let mut index = 0_u64;
    let list = cursor.list(name, count, |at| {
        describer.item(index);
        index = index.saturating_add(1);
        let read = each(at, describer);
        describer.end();
        read
    });
    describer.end();
    list
}

/// Is shown every field of a container, in the order of the schema. Generated `describe` functions call it.
pub trait Describer {
    /// A record or a list called `name` begins.
    fn begin(&mut self, name: &'static str, shape: Shape);
    /// Item `index` of the innermost list begins.
    fn item(&mut self, index: u64);
    /// One field.
    fn field(&mut self, field: Field<'_>);
    /// The innermost record, list or item ends.
    fn end(&mut self);
}

/// What begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A record of fields.
    Record,
    /// A list of items.
    List,
}

/// Sees nothing.
#[derive(Debug, Clone, Copy)]
pub struct Nobody;

impl Describer for Nobody {
    fn begin(&mut self, _name: &'static str, _shape: Shape) {}
    fn item(&mut self, _index: u64) {}
    fn field(&mut self, _field: Field<'_>) {}
    fn end(&mut self) {}
}
