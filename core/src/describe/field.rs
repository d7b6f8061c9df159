//! One field of the input.

use alloc::borrow::Cow;

use crate::bytes::{Bytes, Number, Place, Width};
use crate::error::ReadError;

/// The value of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldValue<'a> {
    /// A number.
    Number(u64),
    /// A number with a name in the schema.
    Named(u64, &'static str),
    /// A number of flag bits, and the names of its bits.
    Flags(u64, &'static [(u64, &'static str)]),
    /// A number below 0 or above 2^64 - 1, and its name in the schema, if any.
    Wide(i128, Option<&'static str>),
    /// A floating-point number.
    Float(f64),
    /// True or false.
    Flag(bool),
    /// Text.
    Text(Cow<'a, str>),
    /// The number of opaque bytes, which may be outside of the window.
    Opaque(u64),
    /// Unpacked or computed bytes.
    Made(Cow<'a, [u8]>),
    /// Fixed bytes.
    Magic(&'static [u8]),
    /// The error of a field that is not valid. Its path begins in the record of the field.
    Bad(ReadError),
}

/// One field of the input.
#[derive(Debug, Clone, PartialEq)]
pub struct Field<'a> {
    /// The name of the field in the schema.
    pub name: &'static str,
    /// The offset, in bytes from the start of the input.
    pub offset: u64,
    /// The length in the file, in bytes.
    pub len: u64,
    /// The value.
    pub value: FieldValue<'a>,
    /// The first sentence of the field's documentation in the schema.
    pub meaning: &'static str,
}

impl<'a> Field<'a> {
    /// Creates a number field with the name of its value, if any.
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

    /// Creates a field of flag bits with names.
    pub fn flags(
        bytes: Bytes<'_>,
        number: Number,
        width: Width,
        names: &'static [(u64, &'static str)],
        meaning: Meaning,
    ) -> Self {
        let place = Place { ofs: number.at, len: width.len() };
        Self::at(
            bytes,
            number.field,
            place,
            FieldValue::Flags(number.value, names),
            meaning,
        )
    }

    /// Creates a field of fixed bytes.
    pub fn magic(bytes: Bytes<'_>, name: &'static str, at: Place, magic: &'static [u8], meaning: Meaning) -> Self {
        Self::at(bytes, name, at, FieldValue::Magic(magic), meaning)
    }

    /// Creates a text field, or a bad field if the text is not valid.
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

    /// Creates a field of opaque bytes, or a bad field if they are missing.
    pub fn opaque(bytes: Bytes<'_>, name: &'static str, found: Result<Place, ReadError>, meaning: Meaning) -> Self {
        match found {
            Ok(place) => Self::at(bytes, name, place, FieldValue::Opaque(place.len), meaning),
            Err(error) => Self::bad(name, error, meaning),
        }
    }

    /// Creates a field that is not valid.
    pub fn bad(name: &'static str, error: ReadError, meaning: Meaning) -> Self {
        Self { name, offset: error.offset, len: 0, value: FieldValue::Bad(error), meaning }
    }

    fn at(bytes: Bytes<'_>, name: &'static str, place: Place, value: FieldValue<'a>, meaning: Meaning) -> Self {
        Self { name, offset: bytes.absolute(place.ofs), len: place.len, value, meaning }
    }
}

type Meaning = &'static str;
