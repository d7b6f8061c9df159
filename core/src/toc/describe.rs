//! Description of files with a table of contents.

use alloc::string::String;

use super::rows::Toc;
use super::stored::{Cell, ENTRIES, Places, Value};
use super::tables::{Column, Each, Role};
use crate::bytes::{Bytes, Place};
use crate::describe::{Describer, Field, FieldValue, list};
use crate::tree::Records;

impl Toc {
    /// Shows every valid field to `describer`.
    pub fn describe(&self, describer: &mut dyn Describer) {
        let (table, records) = (self.reader.table, Records(self.reader.tree));
        let header = Bytes::new(&self.header).at_origin(self.start);
        // The error is reported separately.
        let _ = records.read(records.root(), header, 0, describer);
        self.record(describer, None, 0, self.table.ofs);
        if let Places::Frames(frames, _) = &self.places {
            list(describer, table.frames.head, frames, |describer, place| {
                opaque(describer, *place, "The content, packed.");
            });
        }
    }

    fn record(&self, describer: &mut dyn Describer, within: Option<usize>, owner: usize, at: u64) {
        let columns = self.reader.table.columns.iter().enumerate();
        for (number, column) in columns.filter(|(_, column)| column.within == within) {
            let Some(all) = self.columns.cells(number) else {
                if column.role == Role::Ordinal {
                    self.missing(describer, column, at);
                }
                continue;
            };
            let range = self.columns.range(number, owner);
            if column.each == Each::Value {
                match all.get(range).and_then(|cells| cells.first()) {
                    Some(cell) => value(describer, cell, column.key, column),
                    None if column.role == Role::Ordinal => self.missing(describer, column, at),
                    None => {}
                }
                continue;
            }
            let name = if column.key.is_empty() { ENTRIES } else { column.key };
            list(describer, name, range, |describer, index| {
                let Some(cell) = all.get(index) else { return };
                if column.role != Role::Content {
                    value(describer, cell, column.role.name(), column);
                }
                self.record(describer, Some(number), index, cell.at);
                if column.role == Role::Content {
                    match self.item(cell, index) {
                        Ok(place) => opaque(describer, place, column.meaning),
                        Err(error) => describer.field(Field::bad("content", error, column.meaning)),
                    }
                }
            });
        }
    }

    fn missing(&self, describer: &mut dyn Describer, column: &Column<'static>, at: u64) {
        let error = self.columns.missing(at, "a number", column.role);
        describer.field(Field::bad(column.key, error, column.meaning));
    }
}

fn value(describer: &mut dyn Describer, cell: &Cell, name: &'static str, column: &Column<'static>) {
    let value = match (&cell.value, &cell.wrong) {
        (Value::Number(number), _) => FieldValue::Number(*number),
        (Value::Text(text), _) => FieldValue::Text(String::from_utf8_lossy(text)),
        // The path of the error is complete.
        (Value::Other, Some(error)) => return describer.field(Field::bad(name, error.clone(), column.meaning)),
        (Value::Other, None) => return,
    };
    describer.field(Field { name, offset: cell.at, len: cell.len.into(), value, meaning: column.meaning });
}

fn opaque(describer: &mut dyn Describer, place: Place, meaning: &'static str) {
    describer.field(Field {
        name: "content",
        offset: place.ofs,
        len: place.len,
        value: FieldValue::Opaque(place.len),
        meaning,
    });
}
