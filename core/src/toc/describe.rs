//! Shows a file with a table of contents, field by field.

use alloc::string::String;

use super::places::missing;
use super::rows::Toc;
use super::stored::{ENTRIES, Item, Numbered, Places, RowEntry, Told};
use super::tables::TocKey;
use crate::bytes::{Bytes, Place};
use crate::describe::{Describer, Field, FieldValue, list};
use crate::layout::Records;

impl Toc {
    /// Shows every field that could be read to `describer`.
    pub fn describe(&self, describer: &mut dyn Describer) {
        let (table, records) = (self.reader.table, Records(self.reader.layout));
        let header = Bytes::new(&self.header).at_origin(self.start);
        // Why it cannot be read is told already.
        let _ = records.read(records.root(), header, 0, describer);
        number(describer, &self.fields.version, table.version);
        for (position, told) in &self.fields.texts {
            if let Some(key) = table.texts.get(*position) {
                text(describer, told, key.key, key.meaning);
            }
        }
        if let Some(targets) = &self.fields.targets {
            list(describer, table.targets.key, targets, |describer, told| {
                text(describer, told, "target", table.targets.meaning);
            });
        }
        let rows = self.fields.rows.iter().flatten();
        list(describer, table.rows.key, rows, |describer, row| {
            text(describer, &row.name, "name", table.rows.meaning);
            list(describer, ENTRIES, &row.entries, |describer, entry| {
                self.entry(describer, entry);
            });
        });
        match &self.fields.scheme {
            Some(Ok(told)) => text(describer, told, table.scheme.key, table.scheme.meaning),
            Some(Err(error)) => describer.field(Field::bad(table.scheme.key, error.clone(), table.scheme.meaning)),
            None => {}
        }
        if let Some(items) = &self.fields.list {
            list(describer, table.listed.keys.list.key, items, |describer, item| {
                self.describe_item(describer, item);
            });
        }
        number(describer, &self.fields.frames_offset, table.frames.keys.offset);
        number(describer, &self.fields.frames_size, table.frames.keys.size);
        if let Places::Frames(frames, _) = &self.places {
            list(describer, table.frames.head, frames, |describer, place| {
                opaque(describer, *place, "The content, packed.");
            });
        }
    }

    fn entry(&self, describer: &mut dyn Describer, entry: &RowEntry) {
        let keys = &self.reader.table.entry;
        text(describer, &entry.target, "target", "The processor with its features.");
        if let Some(kind) = &entry.kind {
            text(describer, kind, keys.kind.key, keys.kind.meaning);
        }
        match &entry.ordinal {
            Some(_) => number(describer, &entry.ordinal, keys.ordinal),
            None => {
                let error = missing(entry.target.at, "a number", keys.ordinal.key);
                describer.field(Field::bad(keys.ordinal.key, error, keys.ordinal.meaning));
            }
        }
        number(describer, &entry.size, keys.size);
    }

    fn describe_item(&self, describer: &mut dyn Describer, item: &Item) {
        let keys = &self.reader.table.listed.keys;
        number(describer, &item.offset, keys.offset);
        number(describer, &item.size, keys.size);
        let meaning = keys.list.meaning;
        match self.item(item) {
            Ok(place) => opaque(describer, place, meaning),
            Err(error) => describer.field(Field::bad("content", error, meaning)),
        }
    }
}

fn number(describer: &mut dyn Describer, numbered: &Numbered, key: TocKey<'static>) {
    describer.field(match numbered {
        Some(Ok(told)) => Field {
            name: key.key,
            offset: told.at,
            len: told.len,
            value: FieldValue::Number(told.value),
            meaning: key.meaning,
        },
        // Its path is that of the field.
        Some(Err(error)) => Field::bad(key.key, error.clone(), key.meaning),
        None => return,
    });
}

fn text(describer: &mut dyn Describer, told: &Told<alloc::vec::Vec<u8>>, name: &'static str, meaning: &'static str) {
    describer.field(Field {
        name,
        offset: told.at,
        len: told.len,
        value: FieldValue::Text(String::from_utf8_lossy(&told.value)),
        meaning,
    });
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
