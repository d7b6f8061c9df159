//! Reading of containers.

use alloc::string::String;
use alloc::vec::Vec;

use super::opened::Opened;
use super::tables::{ContainerId, ContainerTable, TextTable};
use crate::attributes::{AttributeTable, Attributes, TextAttribute};
use crate::budget::Budget;
use crate::bytes::{Bytes, Place, length};
use crate::container::{Bundle, StoredEntry};
use crate::error::{ReadError, Stop};
use crate::ids::Grammar;
use crate::tree::{Bits, Item, Tree, Value};

const TEXTS: &str = "the texts of entries";

pub(super) fn read_container(
    (tree, table): (&'static Tree<'static>, &'static ContainerTable<'static>),
    grammar: Option<&'static Grammar<'static>>,
    bytes: Bytes<'_>,
) -> Result<Bundle, Stop> {
    let mut bundle = Bundle { start: bytes.origin(), frame_len: 0, len: 0, version: None, entries: Vec::new() };
    let Some(mut opened) = Opened::read(tree, table.switch, bytes)? else {
        return Ok(bundle);
    };
    bundle.version = opened.version.map(|version| version.value);
    bundle.frame_len = opened.end;
    bundle.len = tree.len.map_or(opened.end, |_| opened.reading.file.len());
    opened.entries(table, grammar, &mut bundle)?;
    Ok(bundle)
}

impl Opened<'_> {
    fn entries(
        &mut self,
        table: &'static ContainerTable<'static>,
        grammar: Option<&'static Grammar<'static>>,
        bundle: &mut Bundle,
    ) -> Result<(), ReadError> {
        let Some(list) = self.field(self.holder, table.entries) else {
            return Ok(());
        };
        let path = self.reading.path(self.holder).field(table.entries);
        let is_sized = self.reading.tree.len.is_some();
        let mut budget = Budget::shared(self.reading.file.len());
        self.records(list, |opened, index, (record, at)| {
            let Some(content) = opened.field(record, table.content) else {
                return Ok(());
            };
            let place = match opened.item(content) {
                Ok(Some(Item { value: Value::Bytes(Bits::File(ofs, len)), .. })) => Ok(Place { ofs, len }),
                Ok(_) => Ok(Place { ofs: at.ofs, len: 0 }),
                Err(error) => Err(error),
            };
            if let (Ok(place), false) = (&place, is_sized) {
                bundle.len = bundle.len.max(place.end());
            }
            let (id, id_at, attributes) = match &table.id {
                ContainerId::Field(id) => {
                    let (text, place) = opened.text((record, at.ofs), id);
                    if let Err(error) = &text
                        && error.wanted_len().is_some()
                    {
                        return Err(error.clone());
                    }
                    // Several entries may share a text.
                    let is_inside = at.ofs <= place.ofs && place.end() <= at.end();
                    if let Some(text) = text.as_ref().ok().filter(|_| !is_inside) {
                        let over = |problem| {
                            let error = ReadError::new(opened.reading.file.absolute(at.ofs), problem);
                            opened.reading.place_error(error, record, id, None)
                        };
                        budget.take(TEXTS, length(text.as_bytes())).map_err(over)?;
                    }
                    if !is_sized {
                        bundle.len = bundle.len.max(place.end());
                    }
                    (text, place.ofs, Attributes::default())
                }
                ContainerId::Made(made, texts) => {
                    let attributes = opened.attributes((record, at.ofs), made, texts, &mut budget);
                    if let Err(error) = &attributes
                        && error.wanted_len().is_some()
                    {
                        return Err(error.clone());
                    }
                    let id = |attributes| grammar.map_or_else(String::new, |grammar| made.id(grammar, attributes));
                    let id = attributes.as_ref().map(id).map_err(Clone::clone);
                    (id, at.ofs, attributes.unwrap_or_default())
                }
            };
            let (_, attr, _) = content;
            let ofs_field = attr
                .pos
                .as_ref()
                .and_then(|pos| pos.of.first_own())
                .unwrap_or(table.content);
            let ofs_at = opened.number(record, ofs_field).map_or(at.ofs, |number| number.at);
            let file = opened.reading.file.0;
            let place = place.map(|place| file.absolute_place(place));
            let found = (ofs_field, file.absolute(ofs_at));
            bundle.entries.push(StoredEntry {
                id_offset: file.absolute(id_at),
                attributes,
                ..StoredEntry::new(index, id, place, path.clone().index(index), found)
            });
            Ok(())
        })
    }

    fn text(&mut self, (record, at): (usize, u64), name: &'static str) -> (Result<String, ReadError>, Place) {
        let nowhere = Place { ofs: at, len: 0 };
        let Some(found) = self.field(record, name) else {
            return (Ok(String::new()), nowhere);
        };
        match self.item(found) {
            Ok(Some(Item { value: Value::Bytes(bits), len, .. })) => {
                let text = self.reading.decode(&bits, found.1).map(String::from);
                let text = text.map_err(|error| self.reading.place_error(error, record, name, None));
                (text, Place { ofs: bits.place(0), len })
            }
            Ok(_) => (Ok(String::new()), nowhere),
            Err(error) => (Err(error), nowhere),
        }
    }

    fn attributes(
        &mut self,
        (record, _): (usize, u64),
        table: &AttributeTable<'static>,
        texts: &TextTable<'static>,
        budget: &mut Budget,
    ) -> Result<Attributes, ReadError> {
        let numbers = table.numbers.iter();
        let numbers = numbers.filter_map(|known| Some((known.name, self.number(record, known.name)?.value)));
        let mut attributes = Attributes { numbers: numbers.collect(), texts: Vec::new() };
        let Some(list) = self.field(record, texts.list) else {
            return Ok(attributes);
        };
        self.records(list, |opened, index, (text, at)| {
            let offset = opened.reading.file.absolute(at.ofs);
            let mut take = |opened: &Self, cost| {
                let over = |problem| {
                    let error = ReadError::new(offset, problem);
                    opened.reading.place_error(error, record, texts.list, Some(index))
                };
                budget.take(TEXTS, cost).map_err(over)
            };
            take(opened, Budget::of_record(at.len))?;
            let key = opened.text((text, at.ofs), texts.key).0?;
            let value = opened.text((text, at.ofs), texts.value).0?;
            take(opened, length(key.as_bytes()).saturating_add(length(value.as_bytes())))?;
            attributes.texts.push(TextAttribute { key, value, offset });
            Ok(())
        })?;
        Ok(attributes)
    }
}
