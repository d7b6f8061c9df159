//! Binary formats as containers of code objects, by their layouts.

use alloc::string::String;
use alloc::vec::Vec;

use super::faces::{ContainerId, ContainerTable, TextTable};
use super::fields::{Fields, Found};
use super::read::Reading;
use super::tables::{Field, Holds, Layout, Record};
use super::values::{Value, Values};
use crate::attributes::{AttributeTable, Attributes, TextAttribute};
use crate::budget::Budget;
use crate::bytes::{Bytes, Place, length};
use crate::container::{Bundle, Container, NewEntry, PlanOptions, StoredEntry, StoredSum};
use crate::describe::Describer;
use crate::error::{Path, ReadError, Stop, WriteError};
use crate::ids::Grammar;
use crate::plan::{Content, Plan};

/// A binary format as a container of code objects.
#[derive(Debug, Clone, Copy)]
pub struct LayoutContainer {
    /// The layout of a file.
    pub layout: &'static Layout<'static>,
    /// What the fields of the layout mean to a container.
    pub table: &'static ContainerTable<'static>,
    /// The grammar that makes bundle entry IDs, if no field holds them.
    pub grammar: Option<&'static Grammar<'static>>,
}

/// The parts that take from the budget, for people.
const TEXTS: &str = "the texts of entries";

impl Container for LayoutContainer {
    fn name(&self) -> &'static str {
        self.table.name
    }

    fn aliases(&self) -> &'static [&'static str] {
        self.table.aliases
    }

    fn title(&self) -> &'static str {
        self.table.title
    }

    fn magic(&self) -> Option<&'static [u8]> {
        self.layout.magic()
    }

    fn read(&self, bytes: Bytes<'_>) -> Result<Bundle, Stop> {
        let mut reading = Reading::new(self.layout, bytes);
        let mut bundle = Bundle { start: bytes.origin(), frame_len: 0, len: 0, version: None, entries: Vec::new() };
        let Some(root) = self.layout.records.first() else {
            return Ok(bundle);
        };
        let (fields, end) = reading.fields(root, 0, true)?;
        bundle.frame_len = end;
        bundle.len = self.layout.len.map_or(end, |_| reading.bytes.len());
        let Some(switch) = self.table.switch else {
            self.entries(&mut reading, root, &fields, &mut bundle)?;
            return Ok(bundle);
        };
        if let Some(Found::Record(name, at)) = fields.get(switch)
            && let Some(record) = self.layout.record(name)
        {
            bundle.version = self.on(root).and_then(|on| fields.number(on)).map(|on| on.value);
            let inner = reading.fields(record, at, false);
            let (inner, _) = inner.map_err(|error| error.in_field(switch))?;
            self.entries(&mut reading, record, &inner, &mut bundle)?;
        }
        Ok(bundle)
    }

    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop> {
        Ok(self.layout.describe(bytes, describer)?)
    }

    fn plan(&self, entries: &[NewEntry<'_>], options: PlanOptions) -> Result<Plan<'static>, WriteError> {
        let Some(root) = self.layout.records.first() else {
            return Ok(Plan::new());
        };
        let mut values = self.layout.least(root);
        match self.table.switch {
            None => values.set(self.table.entries, self.new_entries(root, entries)),
            Some(name) => {
                let number = options.version.or(self.table.default_version);
                let (Some(number), Some(Holds::Switch(switch))) = (number, root.holds(name)) else {
                    return Ok(Plan::new());
                };
                let record = switch.record(number).and_then(|name| self.layout.record(name));
                let record = record.ok_or_else(|| WriteError::unknown(switch.on, number, switch.known))?;
                let mut inner = self.layout.least(record);
                inner.set(self.table.entries, self.new_entries(record, entries));
                values.set(name, Value::Case(number, inner));
            }
        }
        if let Some(option) = self.table.alignment {
            values.set(option, Value::Number(options.alignment));
        }
        self.layout.plan(&values).map(Plan::into_owned)
    }

    fn versions(&self) -> &'static [u64] {
        self.table.versions
    }

    fn default_version(&self) -> Option<u64> {
        self.table.default_version
    }

    fn most_entries(&self, version: Option<u64>) -> u64 {
        let bounds = || {
            let root = self.layout.records.first()?;
            let Holds::Switch(switch) = root.holds(self.table.switch?)? else {
                return None;
            };
            match self
                .layout
                .record(switch.record(version?)?)?
                .holds(self.table.entries)?
            {
                Holds::List(_, count) => count.bounds().filter(|(min, max)| min == max),
                _ => None,
            }
        };
        bounds().map_or(u64::MAX, |(_, most)| most)
    }

    fn has_sums(&self) -> bool {
        let mut records = self.layout.records.iter();
        records.any(|record| record.has_sums() || record.fields.iter().any(Field::is_unjudged_sum))
    }

    fn sums(&self, bytes: Bytes<'_>) -> Result<Vec<StoredSum>, Stop> {
        let fields = self.layout.records.iter().flat_map(|record| record.fields);
        let unjudged = fields.filter(|field| field.is_unjudged_sum());
        let unjudged = unjudged.map(|field| StoredSum { offset: bytes.origin(), field: field.name, of: None });
        let mut sums: Vec<StoredSum> = unjudged.collect();
        if let Some(root) = self.layout.records.first().filter(|root| root.has_sums()) {
            sums.extend(Reading::new(self.layout, bytes).sums(root)?);
        }
        Ok(sums)
    }

    fn attributes(&self) -> Option<&'static AttributeTable<'static>> {
        match &self.table.id {
            ContainerId::Made(table, _) => Some(table),
            ContainerId::Field(_) => None,
        }
    }

    fn padding(&self) -> Option<u8> {
        self.table.padding
    }
}

/// An entry, and its texts under keys.
struct Entry<'e> {
    record: &'static Record<'static>,
    fields: &'e Fields,
    /// The offset of the record.
    at: u64,
}

impl LayoutContainer {
    /// Returns the name of the number that gives the version.
    fn on(&self, root: &Record<'static>) -> Option<&'static str> {
        match root.holds(self.table.switch?)? {
            Holds::Switch(switch) => Some(switch.on),
            _ => None,
        }
    }

    /// Adds the entries of `holder`.
    fn entries(
        &self,
        reading: &mut Reading<'_, '_>,
        holder: &'static Record<'static>,
        fields: &Fields,
        bundle: &mut Bundle,
    ) -> Result<(), Stop> {
        let (list, content) = (self.table.entries, self.table.content);
        let within = |error: ReadError| match self.table.switch {
            Some(switch) => error.in_field(switch),
            None => error,
        };
        let found = reading.find(holder, list, fields).map_err(within)?;
        let Some(Found::List(name, mut at, count)) = found else {
            return Ok(());
        };
        let Some((record, part)) = self
            .layout
            .record(name)
            .and_then(|record| Some((record, record.part(content)?)))
        else {
            return Ok(());
        };
        let path = self.table.switch.map_or_else(Path::default, Path::from).field(list);
        let ofs_field = part.offset.blame.unwrap_or(content);
        let bytes = reading.bytes;
        let mut budget = Budget::shared(bytes.len());
        for index in 0..count {
            let outside = |error: ReadError| within(error.at_index(index).in_field(list));
            let (fields, end) = reading.fields(record, at, false).map_err(outside)?;
            let place = match reading.find(record, content, &fields).map_err(outside) {
                Ok(Some(Found::Content(span))) => span.place(bytes).map_err(outside),
                Ok(_) => Ok(Place { ofs: at, len: 0 }),
                Err(error) => Err(error),
            };
            if let (Ok(place), None) = (&place, self.layout.len) {
                bundle.len = bundle.len.max(place.end());
            }
            let entry = Entry { record, fields: &fields, at };
            let (id, id_at, attributes) = match &self.table.id {
                ContainerId::Field(id) => {
                    let (text, at) = entry.text(reading, id);
                    (text.map_err(outside), at, Attributes::default())
                }
                ContainerId::Made(table, texts) => {
                    let attributes = entry.attributes(reading, table, texts, &mut budget);
                    let attributes = attributes.map_err(outside);
                    Stop::if_unseen(&attributes)?;
                    let id = |attributes| match self.grammar {
                        Some(grammar) => table.id(grammar, attributes),
                        None => String::new(),
                    };
                    let made = attributes.as_ref().map(id).map_err(Clone::clone);
                    (made, at, attributes.unwrap_or_default())
                }
            };
            let place = place.map(|place| bytes.absolute_place(place));
            let ofs_offset = bytes.absolute(fields.number(ofs_field).map_or(at, |number| number.at));
            bundle.entries.push(StoredEntry {
                id_offset: bytes.absolute(id_at),
                attributes,
                ..StoredEntry::new(index, id, place, path.clone().index(index), (ofs_field, ofs_offset))
            });
            reading.recycle(fields);
            at = end;
        }
        Ok(())
    }

    /// Returns the entries of `holder` to write.
    fn new_entries<'v>(&self, holder: &Record<'static>, entries: &[NewEntry<'v>]) -> Value<'v> {
        let record = match holder.holds(self.table.entries) {
            Some(Holds::List(name, _)) => self.layout.record(name),
            _ => None,
        };
        let new = |entry| record.map_or_else(Values::default, |record| self.new_entry(record, entry));
        Value::List(entries.iter().map(new).collect())
    }

    fn new_entry<'v>(&self, record: &'static Record<'static>, entry: &NewEntry<'v>) -> Values<'v> {
        let mut values = self.layout.least(record);
        values.set(self.table.content, Value::Content(Content::External(entry.len)));
        match &self.table.id {
            ContainerId::Field(id) => values.set(id, Value::Text(entry.id.into())),
            ContainerId::Made(_, texts) => {
                for (name, number) in &entry.attributes.numbers {
                    if values.number(name).is_some() {
                        values.set(name, Value::Number(*number));
                    }
                }
                let of_text = match record.holds(texts.list) {
                    Some(Holds::List(name, _)) => self.layout.record(name),
                    _ => None,
                };
                let new = |text: &'v TextAttribute| {
                    let mut values = of_text.map_or_else(Values::default, |record| self.layout.least(record));
                    values.set(texts.key, Value::Text(text.key.as_str().into()));
                    values.set(texts.value, Value::Text(text.value.as_str().into()));
                    values
                };
                values.set(
                    texts.list,
                    Value::List(entry.attributes.texts.iter().map(new).collect()),
                );
            }
        }
        values
    }
}

impl Entry<'_> {
    /// Returns the text in the field or part called `name`, and its offset.
    fn text(&self, reading: &Reading<'_, '_>, name: &'static str) -> (Result<String, ReadError>, u64) {
        match reading.find(self.record, name, self.fields) {
            Ok(Some(Found::Text(place, encoding))) => {
                let text = reading.bytes.text(place, encoding);
                (text.map(String::from).map_err(|error| error.in_field(name)), place.ofs)
            }
            Ok(_) => (Ok(String::new()), self.at),
            Err(error) => (Err(error), self.at),
        }
    }

    /// Returns the attributes of the entry.
    fn attributes(
        &self,
        reading: &mut Reading<'_, '_>,
        table: &AttributeTable<'static>,
        texts: &TextTable<'static>,
        budget: &mut Budget,
    ) -> Result<Attributes, ReadError> {
        let numbers = table.numbers.iter();
        let numbers = numbers.filter_map(|known| Some((known.name, self.fields.number(known.name)?.value)));
        let mut attributes = Attributes { numbers: numbers.collect(), texts: Vec::new() };
        let Some(Found::List(name, mut at, count)) = reading.find(self.record, texts.list, self.fields)? else {
            return Ok(attributes);
        };
        let Some(record) = reading.layout.record(name) else {
            return Ok(attributes);
        };
        for index in 0..count {
            let within = |error: ReadError| error.at_index(index).in_field(texts.list);
            let (fields, end) = reading.fields(record, at, false).map_err(within)?;
            let over = |problem| within(reading.bytes.error(at, problem));
            budget.take_record(TEXTS, end.saturating_sub(at)).map_err(over)?;
            let text = Entry { record, fields: &fields, at };
            let key = text.text(reading, texts.key).0.map_err(within)?;
            let value = text.text(reading, texts.value).0.map_err(within)?;
            let len = length(key.as_bytes()).saturating_add(length(value.as_bytes()));
            budget.take(TEXTS, len).map_err(over)?;
            attributes
                .texts
                .push(TextAttribute { key, value, offset: reading.bytes.absolute(at) });
            reading.recycle(fields);
            at = end;
        }
        Ok(attributes)
    }
}
