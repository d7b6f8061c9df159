//! Records of numbers, read and written by their layouts.

use alloc::vec::Vec;

use super::fields::{Fields, Found};
use super::read::Reading;
use super::tables::{Field, Holds, Layout};
use crate::bytes::{Bytes, Number, length};
use crate::describe::Describer;
use crate::error::ReadError;

/// The numbers of a record.
#[derive(Debug, Default)]
pub(crate) struct Numbers(Vec<Number>);

impl Numbers {
    /// The number in the field `name`; 0 where the record has none.
    pub(crate) fn value(&self, name: &str) -> u64 {
        self.get(name).value
    }

    /// The same, with its place.
    pub(crate) fn get(&self, name: &str) -> Number {
        let mut numbers = self.0.iter();
        let found = numbers.find(|number| number.field == name).copied();
        found.unwrap_or(Number { value: 0, at: 0, field: "" })
    }
}

/// The records of a layout that have nothing but numbers, and fixed bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Records(pub(crate) &'static Layout<'static>);

impl Records {
    /// The first record: what files begin with.
    pub(crate) fn root(self) -> &'static str {
        self.0.records.first().map_or("", |record| record.name)
    }

    /// How long the record called `name` is, in bytes.
    pub(crate) fn len_of(self, name: &str) -> u64 {
        let fields = self.0.record(name).into_iter().flat_map(|record| record.fields);
        fields.map(len_of_field).sum()
    }

    /// Where the field called `field` begins in the record called `name`, in bytes from its start.
    pub(crate) fn ofs_of(self, name: &str, field: &str) -> u64 {
        let fields = self.0.record(name).into_iter().flat_map(|record| record.fields);
        fields.take_while(|known| known.name != field).map(len_of_field).sum()
    }

    /// Reads the numbers of the record called `name` at `at` of `bytes`, and shows each to `describer`.
    ///
    /// # Errors
    ///
    /// Returns an error if the record is not complete, or if a number is not valid.
    pub(crate) fn read(
        self,
        name: &str,
        bytes: Bytes<'_>,
        at: u64,
        describer: &mut dyn Describer,
    ) -> Result<Numbers, ReadError> {
        let Some(record) = self.0.record(name) else {
            return Ok(Numbers::default());
        };
        let mut reading = Reading { describer: Some(describer), ..Reading::new(self.0, bytes) };
        // As one within another record: what a file begins with may say how long that is, which is for who looks for its end.
        let (Fields(found), _) = reading.fields(record, at, false)?;
        let numbers = found.into_iter().filter_map(|(_, found)| match found {
            Found::Number(number) => Some(number),
            // Such records have no others.
            _ => None,
        });
        Ok(Numbers(numbers.collect()))
    }
}

/// How long the field is, in bytes.
fn len_of_field(field: &Field<'_>) -> u64 {
    match field.holds {
        Holds::Number(width, ..) => width.len(),
        Holds::Magic(magic) => length(magic),
        _ => 0,
    }
}
