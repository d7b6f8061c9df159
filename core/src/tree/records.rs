//! Records of numbers only.

use alloc::vec::Vec;

use super::file_bytes::FileBytes;
use super::reading::Reading;
use super::tables::{Attr, Holds, Order, Record, Tree};
use crate::bytes::{Bytes, Number, length};
use crate::describe::Describer;
use crate::error::ReadError;

#[derive(Debug, Default)]
pub(crate) struct Numbers(Vec<Number>);

impl Numbers {
    /// 0 if absent.
    pub(crate) fn value(&self, name: &str) -> u64 {
        self.get(name).value
    }

    pub(crate) fn get(&self, name: &str) -> Number {
        let mut numbers = self.0.iter();
        let found = numbers.find(|number| number.field == name).copied();
        found.unwrap_or(Number { value: 0, at: 0, field: "" })
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Records(pub(crate) &'static Tree<'static>);

impl Records {
    pub(crate) fn root(self) -> &'static str {
        self.0.records.first().map_or("", |record| record.name)
    }

    fn record(self, name: &str) -> Option<&'static Record<'static>> {
        self.0.record_called(name).map(|known| known.record)
    }

    pub(crate) fn len_of(self, name: &str) -> u64 {
        let fields = self.record(name).into_iter().flat_map(|record| record.fields);
        fields.map(len_of_field).sum()
    }

    pub(crate) fn ofs_of(self, name: &str, field: &str) -> u64 {
        let fields = self.record(name).into_iter().flat_map(|record| record.fields);
        fields.take_while(|known| known.name != field).map(len_of_field).sum()
    }

    /// Upper bytes that do not fit are left out.
    pub(crate) fn put(self, name: &str, number: u64, bytes: &mut [u8]) {
        let mut fields = self.record(self.root()).into_iter().flat_map(|record| record.fields);
        let at = usize::try_from(self.ofs_of(self.root(), name)).unwrap_or(usize::MAX);
        let Some(Holds::Unsigned(width, order)) = fields.find(|field| field.name == name).map(|field| field.holds)
        else {
            return;
        };
        let little = number.to_le_bytes().into_iter().take(width.into());
        let field = bytes.iter_mut().skip(at).take(width.into());
        match order {
            Order::Big => field.rev().zip(little).for_each(|(to, from)| *to = from),
            _ => field.zip(little).for_each(|(to, from)| *to = from),
        }
    }

    pub(crate) fn read(
        self,
        name: &str,
        bytes: Bytes<'_>,
        at: u64,
        describer: &mut dyn Describer,
    ) -> Result<Numbers, ReadError> {
        let Some(known) = self.0.record_called(name) else {
            return Ok(Numbers::default());
        };
        let mut reading = Reading::new(self.0, FileBytes(bytes));
        // The length field applies only to whole files.
        reading.len = None;
        reading.seek(0, at)?;
        let record = reading.open(known, None, Vec::new(), 0)?;
        let read = reading.fill(record);
        let frame = reading.frame(record)?;
        let slots = 0..frame.record.fields.len();
        let numbers = slots.filter_map(|slot| reading.number(frame, slot)).collect();
        let shown = reading.show(record, describer);
        read.and(shown).map(|()| Numbers(numbers))
    }
}

fn len_of_field(field: &Attr<'_>) -> u64 {
    match field.holds {
        Holds::Unsigned(width, _) => width.into(),
        Holds::Fixed(bytes) => length(bytes),
        _ => 0,
    }
}
