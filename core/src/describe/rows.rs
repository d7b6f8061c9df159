//! Fields with their full paths.

use alloc::string::String;
use alloc::vec::Vec;

use super::describer::{Describer, Shape};
use super::field::{Field, FieldValue};
use crate::error::{ReadError, Step};
use crate::flags;

/// For unpacked or computed bytes.
const MADE_SHOWN: usize = 64;

/// A field with its full path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The path of the field, such as `entries[0].id`.
    pub path: String,
    /// The offset of the first byte, in bytes from the start of the input.
    pub offset: u64,
    /// The number of bytes.
    pub len: u64,
    /// The content, as readable text.
    pub value: String,
    /// The content, if it is a number.
    pub number: Option<u64>,
    /// The meaning of the field.
    pub meaning: &'static str,
    /// The error of a field that is not valid, with its full path.
    pub error: Option<ReadError>,
}

impl Row {
    fn new(path: String, field: Field<'_>) -> Self {
        let (value, number, error) = match field.value {
            FieldValue::Number(number) => (alloc::format!("{number}"), Some(number), None),
            FieldValue::Named(number, name) => (alloc::format!("{number} ({name})"), Some(number), None),
            FieldValue::Flags(number, names) => {
                let shown = flags::join(number, names.iter().copied());
                let value = shown.map_or_else(
                    || alloc::format!("{number}"),
                    |shown| alloc::format!("{number} ({shown})"),
                );
                (value, Some(number), None)
            }
            FieldValue::Wide(number, None) => (alloc::format!("{number}"), None, None),
            FieldValue::Wide(number, Some(name)) => (alloc::format!("{number} ({name})"), None, None),
            FieldValue::Float(number) => (alloc::format!("{number}"), None, None),
            FieldValue::Flag(flag) => (alloc::format!("{flag}"), None, None),
            FieldValue::Text(text) => (alloc::format!("{text:?}"), None, None),
            FieldValue::Opaque(len) => (alloc::format!("{len} bytes"), None, None),
            FieldValue::Made(bytes) if bytes.len() > MADE_SHOWN => {
                (alloc::format!("{} bytes", bytes.len()), None, None)
            }
            FieldValue::Made(bytes) => (alloc::format!("\"{}\"", bytes.escape_ascii()), None, None),
            FieldValue::Magic(bytes) => (alloc::format!("\"{}\"", bytes.escape_ascii()), None, None),
            FieldValue::Bad(error) => (alloc::format!("unreadable: {}", error.problem), None, Some(error)),
        };
        Self { path, offset: field.offset, len: field.len, value, number, meaning: field.meaning, error }
    }
}

/// A describer that passes on rows one by one.
#[allow(missing_debug_implementations)]
pub struct EachRow<'s> {
    see: &'s mut dyn FnMut(Row),
    /// Each with the length of `text` before it.
    path: Vec<(Step, usize)>,
    text: String,
}

impl<'s> EachRow<'s> {
    /// Creates a describer that passes every row to `see`, in the order of the schema.
    pub fn to(see: &'s mut dyn FnMut(Row)) -> Self {
        Self { see, path: Vec::new(), text: String::new() }
    }
}

impl Describer for EachRow<'_> {
    fn begin(&mut self, name: &'static str, _shape: Shape) {
        self.path.push((Step::Field(name), self.text.len()));
        if !self.text.is_empty() {
            self.text.push('.');
        }
        self.text.push_str(name);
    }

    fn item(&mut self, index: u64) {
        self.path.push((Step::Index(index), self.text.len()));
        self.text.push_str(&alloc::format!("[{index}]"));
    }

    fn field(&mut self, mut field: Field<'_>) {
        if let FieldValue::Bad(error) = &mut field.value {
            let steps = self.path.iter().map(|(step, _)| *step);
            error.path = steps.chain(error.path.steps().iter().copied()).collect();
        }
        // Items of a list can be unnamed values.
        let separator = if self.text.is_empty() || field.name.is_empty() {
            ""
        } else {
            "."
        };
        let path = alloc::format!("{}{separator}{}", self.text, field.name);
        (self.see)(Row::new(path, field));
    }

    fn end(&mut self) {
        if let Some((_, len)) = self.path.pop() {
            self.text.truncate(len);
        }
    }
}

/// Returns all rows that `describe` shows.
///
/// # Errors
///
/// Returns the error of `describe`.
pub fn rows<E>(describe: impl FnOnce(&mut dyn Describer) -> Result<(), E>) -> Result<Vec<Row>, E> {
    let mut rows = Vec::new();
    describe(&mut EachRow::to(&mut |row| rows.push(row)))?;
    Ok(rows)
}
