//! A format's bytes explained field by field: what `inspect` prints and what canonical JSON is made of.

use alloc::{borrow::Cow, string::String, vec::Vec};
use serde_json::{Map, Value, json};

use crate::bytes::{Bytes, Place};
use crate::error::ReadError;
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
        let place = Place {
            ofs: number.at,
            len: width.len(),
        };
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
        Self {
            name,
            offset: error.offset,
            len: 0,
            value: FieldValue::Bad(error),
            meaning,
        }
    }

    fn at(bytes: Bytes<'_>, name: &'static str, place: Place, value: FieldValue<'a>, meaning: Meaning) -> Self {
        Self {
            name,
            offset: bytes.absolute(place.ofs),
            len: place.len,
            value,
            meaning,
        }
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

/// One row of a layout description: a field with its full path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Path of the field, such as `entries[0].id`.
    pub path: String,
    /// First byte, counted from the start of the input.
    pub offset: u64,
    /// Number of bytes.
    pub len: u64,
    /// What it holds, as text for people.
    pub value: String,
    /// The number it holds, where it is a number.
    pub number: Option<u64>,
    /// What it means.
    pub meaning: &'static str,
    /// Why it cannot be read, where it can't.
    pub error: Option<ReadError>,
}

/// Collects rows.
#[derive(Debug, Default)]
pub struct Rows {
    /// The rows so far, in the order of the schema.
    pub rows: Vec<Row>,
    path: Vec<usize>,
    text: String,
}

impl Rows {
    /// No rows.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Describer for Rows {
    fn begin(&mut self, name: &'static str, _shape: Shape) {
        self.path.push(self.text.len());
        if !self.text.is_empty() {
            self.text.push('.');
        }
        self.text.push_str(name);
    }

    fn item(&mut self, index: u64) {
        self.path.push(self.text.len());
        self.text.push_str(&alloc::format!("[{index}]"));
    }

    fn field(&mut self, field: Field<'_>) {
        let separator = if self.text.is_empty() { "" } else { "." };
        let (value, number, error) = match field.value {
            FieldValue::Number(number) => (alloc::format!("{number}"), Some(number), None),
            FieldValue::Named(number, name) => (alloc::format!("{number} ({name})"), Some(number), None),
            FieldValue::Text(text) => (alloc::format!("{text:?}"), None, None),
            FieldValue::Opaque(len) => (alloc::format!("{len} bytes"), None, None),
            FieldValue::Magic(bytes) => (alloc::format!("\"{}\"", bytes.escape_ascii()), None, None),
            FieldValue::Bad(error) => (alloc::format!("unreadable: {}", error.problem), None, Some(error)),
        };
        self.rows.push(Row {
            path: alloc::format!("{}{separator}{}", self.text, field.name),
            offset: field.offset,
            len: field.len,
            value,
            number,
            meaning: field.meaning,
            error,
        });
    }

    fn end(&mut self) {
        if let Some(len) = self.path.pop() {
            self.text.truncate(len);
        }
    }
}

/// Builds the canonical JSON value: numbers as decimal strings (JSON numbers lose above 2^53), lists in file order,
/// opaque bytes as `{"offset": …, "len": …}`, unreadable fields as `{"error": code, "offset": …}`.
#[derive(Debug)]
pub struct Canonical {
    open: Vec<Open>,
    root: Map<String, Value>,
}

#[derive(Debug)]
enum Open {
    Record(&'static str, Map<String, Value>),
    List(&'static str, Vec<Value>),
    Item(Map<String, Value>),
}

impl Default for Canonical {
    fn default() -> Self {
        Self {
            open: Vec::new(),
            root: Map::new(),
        }
    }
}

impl Canonical {
    /// An empty value.
    pub fn new() -> Self {
        Self::default()
    }

    /// The finished value.
    pub fn finish(self) -> Value {
        Value::Object(self.root)
    }

    fn put(&mut self, name: &'static str, value: Value) {
        match self.open.last_mut() {
            None => {
                self.root.insert(name.into(), value);
            }
            Some(Open::Record(_, map) | Open::Item(map)) => {
                map.insert(name.into(), value);
            }
            Some(Open::List(_, items)) => items.push(value),
        }
    }
}

impl Describer for Canonical {
    fn begin(&mut self, name: &'static str, shape: Shape) {
        self.open.push(match shape {
            Shape::Record => Open::Record(name, Map::new()),
            Shape::List => Open::List(name, Vec::new()),
        });
    }

    fn item(&mut self, _index: u64) {
        self.open.push(Open::Item(Map::new()));
    }

    fn field(&mut self, field: Field<'_>) {
        let value = match field.value {
            FieldValue::Number(number) => Value::String(alloc::format!("{number}")),
            FieldValue::Named(number, name) => json!({ "number": alloc::format!("{number}"), "name": name }),
            FieldValue::Text(text) => Value::String(text.into_owned()),
            FieldValue::Opaque(len) => {
                json!({ "offset": alloc::format!("{}", field.offset), "len": alloc::format!("{len}") })
            }
            FieldValue::Magic(bytes) => Value::String(alloc::format!("{}", bytes.escape_ascii())),
            FieldValue::Bad(error) => {
                json!({ "error": error.problem.code(), "offset": alloc::format!("{}", error.offset), "message": alloc::format!("{}", error.problem) })
            }
        };
        self.put(field.name, value);
    }

    fn end(&mut self) {
        match self.open.pop() {
            Some(Open::Record(name, map)) => self.put(name, Value::Object(map)),
            Some(Open::List(name, items)) => self.put(name, Value::Array(items)),
            Some(Open::Item(map)) => {
                if let Some(Open::List(_, items)) = self.open.last_mut() {
                    items.push(Value::Object(map));
                }
            }
            None => {}
        }
    }
}
