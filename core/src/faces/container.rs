//! Containers by table.

use alloc::vec::Vec;

use super::opened::read_sums;
use super::read_container::read_container;
use super::tables::{ContainerId, ContainerTable};
use crate::attributes::{AttributeTable, TextAttribute};
use crate::bytes::Bytes;
use crate::container::{Bundle, Container, NewEntry, PlanOptions, StoredSum};
use crate::describe::Describer;
use crate::error::{Stop, WriteError};
use crate::ids::Grammar;
use crate::plan::{Content, Plan};
use crate::tree::{Attr, Record, Source, Tree};
use crate::write::{Value, Values};

/// A binary format as a container of code objects.
#[derive(Debug, Clone, Copy)]
pub struct TableContainer {
    /// The table of the format.
    pub tree: &'static Tree<'static>,
    /// The fields with a meaning to containers.
    pub table: &'static ContainerTable<'static>,
    /// The grammar for IDs from attributes, if no field stores the ID.
    pub grammar: Option<&'static Grammar<'static>>,
}

impl Container for TableContainer {
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
        self.tree.magic()
    }

    fn read(&self, bytes: Bytes<'_>) -> Result<Bundle, Stop> {
        read_container((self.tree, self.table), self.grammar, bytes)
    }

    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop> {
        Ok(self.tree.describe(bytes, describer)?)
    }

    fn plan(&self, entries: &[NewEntry<'_>], options: PlanOptions) -> Result<Plan<'static>, WriteError> {
        let Some(root) = self.tree.records.first() else {
            return Ok(Plan::new());
        };
        let mut values = self.tree.least(root);
        match self.table.switch {
            None => values.set(self.table.entries, self.new_entries(root, entries)),
            Some(name) => {
                let number = options.version.or(self.table.default_version);
                let (Some(number), Some(versions)) = (number, self.tree.versions(name)) else {
                    return Ok(Plan::new());
                };
                let record = versions.record(number);
                let record = record.ok_or_else(|| WriteError::unknown(versions.on, number, versions.known))?;
                let mut inner = self.tree.least(record);
                inner.set(self.table.entries, self.new_entries(record, entries));
                values.set(name, Value::Case(number, inner));
            }
        }
        if let Some(option) = self.table.alignment {
            values.set(option, Value::Number(options.alignment));
        }
        self.tree.plan(&values).map(Plan::into_owned)
    }

    fn versions(&self) -> &'static [u64] {
        self.table.versions
    }

    fn default_version(&self) -> Option<u64> {
        self.table.default_version
    }

    fn most_entries(&self, version: Option<u64>) -> u64 {
        let bounds = || {
            let record = self.tree.versions(self.table.switch?)?.record(version?)?;
            let (_, count) = self.tree.list(record, self.table.entries)?;
            count.bounds().filter(|(min, max)| min == max)
        };
        bounds().map_or(u64::MAX, |(_, most)| most)
    }

    fn has_sums(&self) -> bool {
        let mut fields = self.tree.records.iter().flat_map(|record| record.fields);
        fields.any(|field| field.sum.is_some() || is_unjudged(field))
    }

    fn sums(&self, bytes: Bytes<'_>) -> Result<Vec<StoredSum>, Stop> {
        let fields = self.tree.records.iter().flat_map(|record| record.fields);
        let unjudged = fields.filter(|field| is_unjudged(field));
        let unjudged = unjudged.map(|field| StoredSum { offset: bytes.origin(), field: field.name, of: None });
        let mut sums: Vec<StoredSum> = unjudged.collect();
        if self
            .tree
            .records
            .first()
            .is_some_and(|root| root.fields.iter().any(|field| field.sum.is_some()))
        {
            sums.extend(read_sums(self.tree, bytes)?);
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

impl TableContainer {
    fn new_entries<'v>(&self, holder: &Record<'static>, entries: &[NewEntry<'v>]) -> Value<'v> {
        let record = self.tree.list(holder, self.table.entries);
        let new = |entry| record.map_or_else(Values::default, |(record, _)| self.new_entry(record, entry));
        Value::List(entries.iter().map(new).collect())
    }

    fn new_entry<'v>(&self, record: &'static Record<'static>, entry: &NewEntry<'v>) -> Values<'v> {
        let mut values = self.tree.least(record);
        values.set(self.table.content, Value::Content(Content::External(entry.len)));
        match &self.table.id {
            ContainerId::Field(id) => values.set(id, Value::Text(entry.id.into())),
            ContainerId::Made(_, texts) => {
                for (name, number) in &entry.attributes.numbers {
                    if values.number(name).is_some() {
                        values.set(name, Value::Number(*number));
                    }
                }
                let of_text = self.tree.list(record, texts.list);
                let new = |text: &'v TextAttribute| {
                    let mut values = of_text.map_or_else(Values::default, |(record, _)| self.tree.least(record));
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

fn is_unjudged(field: &Attr<'_>) -> bool {
    field.is_unjudged_sum() && matches!(field.written.source, Source::Given(_))
}
