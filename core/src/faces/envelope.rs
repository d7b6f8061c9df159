//! Envelopes by table.

use super::read_envelope::read_envelope;
use super::tables::{EnvelopeTable, KeptNumber};
use crate::bytes::{Bytes, length};
use crate::describe::Describer;
use crate::envelope::{CompressedContent, CompressedInfo, Envelope, EnvelopeHeader, Method, kept};
use crate::error::{Stop, WriteError};
use crate::plan::Plan;
use crate::tree::Tree;
use crate::write::{Value, Values};

/// A binary format as an envelope.
#[derive(Debug, Clone, Copy)]
pub struct TableEnvelope {
    /// The table of the format.
    pub tree: &'static Tree<'static>,
    /// The fields with a meaning to envelopes.
    pub table: &'static EnvelopeTable<'static>,
    /// The compression methods; the first is the default.
    pub methods: &'static [Method],
}

impl Envelope for TableEnvelope {
    fn name(&self) -> &'static str {
        self.table.name
    }

    fn title(&self) -> &'static str {
        self.table.title
    }

    fn magic_len(&self) -> u64 {
        let magic = self.magic().map_or(0, length);
        self.table.front.map_or(magic, |front| front.len)
    }

    fn magic(&self) -> Option<&'static [u8]> {
        self.tree.magic()
    }

    fn recognises(&self, head: &[u8]) -> bool {
        let signs = self.table.front.map_or(&[][..], |front| front.signs);
        self.magic().is_some_and(|magic| head.starts_with(magic)) && signs.iter().all(|sign| sign.stands_in(head))
    }

    fn versions(&self) -> &'static [u64] {
        self.table.numbers
    }

    fn default_version(&self) -> Option<u64> {
        self.table.default_version
    }

    fn methods(&self) -> &'static [Method] {
        self.methods
    }

    fn has_digest(&self) -> bool {
        self.table.versions.iter().all(|version| version.digest.is_some())
    }

    fn holds(&self) -> Option<&'static str> {
        self.table.front.map(|front| front.of)
    }

    fn front_len(&self) -> u64 {
        self.table.front.map_or(0, |front| front.len)
    }

    fn read(&self, bytes: Bytes<'_>) -> Result<EnvelopeHeader, Stop> {
        read_envelope((self.tree, self.table), self.methods, bytes)
    }

    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop> {
        Ok(self.tree.describe(bytes, describer)?)
    }

    fn plan(
        &self,
        version: Option<u64>,
        method: &Method,
        info: &CompressedInfo,
        front: &[u8],
    ) -> Result<Plan<'static>, WriteError> {
        let mut values = self
            .tree
            .records
            .first()
            .map_or_else(Values::default, |root| self.tree.least(root));
        let data = Value::Compressed(CompressedContent::from(info));
        match self.table.switch {
            None => values.set(self.table.data, data),
            Some(name) => {
                let versions = self.tree.versions(name);
                let version = version.or(self.table.default_version).unwrap_or_default();
                let record = versions.and_then(|versions| versions.record(version));
                let known = versions.map_or("", |versions| versions.known);
                let record = record.ok_or_else(|| WriteError::unknown("version", version, known))?;
                let mut inner = self.tree.least(record);
                inner.set(self.table.data, data);
                for KeptNumber { field, at, width } in self.table.front.map_or(&[][..], |front| front.kept) {
                    if inner.number(field).is_some() {
                        inner.set(field, Value::Number(kept(front, *at, *width, field)?));
                    }
                }
                values.set(name, Value::Case(version, inner));
            }
        }
        if let Some(field) = self.table.method {
            values.set(field, Value::Number(method.number));
        }
        self.tree.plan(&values).map(Plan::into_owned)
    }

    fn padding(&self) -> Option<u8> {
        self.table.padding
    }
}
