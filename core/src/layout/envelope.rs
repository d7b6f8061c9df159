//! Binary formats that hold one compressed container, by their layouts.

use alloc::vec::Vec;

use super::faces::{EnvelopeTable, EnvelopeVersion, Front, KeptNumber};
use super::fields::{Fields, Found};
use super::read::Reading;
use super::tables::{Holds, Layout, Record};
use super::values::{Value, Values};
use crate::bytes::{Bytes, length};
use crate::describe::Describer;
use crate::envelope::{
    CompressedContent, CompressedInfo, DeclaredValue, Envelope, EnvelopeHeader, Method, kept, replaced, told,
};
use crate::error::{Problem, Stop, WriteError};
use crate::plan::Plan;

/// A binary format as an envelope.
#[derive(Debug, Clone, Copy)]
pub struct LayoutEnvelope {
    /// The layout of a file.
    pub layout: &'static Layout<'static>,
    /// What the fields of the layout mean to an envelope.
    pub table: &'static EnvelopeTable<'static>,
    /// The compression methods; the first is the default.
    pub methods: &'static [Method],
}

impl Envelope for LayoutEnvelope {
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
        self.layout.magic()
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
        let missing = || bytes.error(0, Problem::Missing { expected: "a header".into() });
        let mut reading = Reading::new(self.layout, bytes);
        let root = self.layout.records.first().ok_or_else(missing)?;
        let (fields, end) = reading.fields(root, 0, true)?;
        let (number, record, inner) = match self.table.switch {
            None => (None, root, None),
            Some(switch) => {
                let on = match root.holds(switch) {
                    Some(Holds::Switch(switch)) => fields.number(switch.on),
                    _ => None,
                };
                let record = match fields.get(switch) {
                    Some(Found::Record(name, at)) => Some((self.layout.record(name).ok_or_else(missing)?, at)),
                    _ => None,
                };
                let (record, at) = record.ok_or_else(missing)?;
                let inner = reading.fields(record, at, false);
                (
                    Some(on.ok_or_else(missing)?.value),
                    record,
                    Some(inner.map_err(|error| error.in_field(switch))?.0),
                )
            }
        };
        let own = inner.as_ref().unwrap_or(&fields);
        let header = Header { root: &fields, end, record, own, bytes: reading.bytes };
        let position = match number {
            Some(number) => self.table.numbers.iter().position(|known| *known == number),
            None => Some(0),
        };
        let version = position
            .and_then(|at| self.table.versions.get(at))
            .ok_or_else(missing)?;
        self.header(&header, number, version)
    }

    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop> {
        Ok(self.layout.describe(bytes, describer)?)
    }

    fn plan(
        &self,
        version: Option<u64>,
        method: &Method,
        info: &CompressedInfo,
        front: &[u8],
    ) -> Result<Plan<'static>, WriteError> {
        let mut values = self
            .layout
            .records
            .first()
            .map_or_else(Values::default, |root| self.layout.least(root));
        let data = Value::Compressed(CompressedContent::from(info));
        match self.table.switch {
            None => values.set(self.table.data, data),
            Some(name) => {
                let known = self.layout.records.first().and_then(|root| match root.holds(name) {
                    Some(Holds::Switch(switch)) => Some(switch),
                    _ => None,
                });
                let version = version.or(self.table.default_version).unwrap_or_default();
                let record = known.and_then(|switch| self.layout.record(switch.record(version)?));
                let known = known.map_or("", |switch| switch.known);
                let record = record.ok_or_else(|| WriteError::unknown("version", version, known))?;
                let mut inner = self.layout.least(record);
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
        self.layout.plan(&values).map(Plan::into_owned)
    }

    fn padding(&self) -> Option<u8> {
        self.table.padding
    }
}

/// What has been read of a header.
struct Header<'h, 'b> {
    root: &'h Fields,
    /// Where the outermost record ends.
    end: u64,
    /// The fields of the record that holds the compressed bytes.
    own: &'h Fields,
    record: &'static Record<'static>,
    bytes: Bytes<'b>,
}

impl LayoutEnvelope {
    fn header(
        &self,
        header: &Header<'_, '_>,
        number: Option<u64>,
        version: &EnvelopeVersion<'static>,
    ) -> Result<EnvelopeHeader, Stop> {
        let Header { root, end, record, own, bytes } = *header;
        let declared = |path: &'static [&'static str]| {
            let number = own.number(path.last()?)?;
            Some((number, DeclaredValue::of(bytes, number, path)))
        };
        let Some(Found::Content(span)) = own.get(self.table.data) else {
            return Err(bytes
                .error(end, Problem::Missing { expected: "compressed bytes".into() })
                .into());
        };
        let place = span.place(bytes).map(|place| bytes.absolute_place(place));
        let len = version.len.and_then(declared);
        let (decompressed, decompressed_len) = declared(version.decompressed_len)
            .ok_or_else(|| bytes.error(end, Problem::Missing { expected: "a length".into() }))?;
        let is_big = |path: &[&'static str]| match path.last().and_then(|name| record.holds(name)) {
            Some(Holds::Number(width, ..)) => width.is_big(),
            _ => false,
        };
        let digest = version.digest.and_then(|path| {
            let (number, declared) = declared(path)?;
            // In the order of the digest, as the others.
            let value = if is_big(path) {
                number.value.swap_bytes()
            } else {
                number.value
            };
            Some(DeclaredValue { value, ..declared })
        });
        let method = match self.table.method.and_then(|field| root.number(field)) {
            Some(number) => {
                let method = self.methods.iter().find(|method| method.number == number.value);
                bytes.known(number, method.copied(), self.table.known_methods)
            }
            None => {
                // Without a number for it the compressed bytes tell the method: none behind them does.
                let stop = len.as_ref().map(|_| span.end());
                let method = told(self.methods, self.table.begins, bytes, end, stop);
                Stop::if_unseen(&method)?;
                method
            }
        };
        Ok(EnvelopeHeader {
            start: bytes.origin(),
            version: number,
            method,
            place: place.map_err(|error| match self.table.switch {
                Some(switch) => error.in_field(switch),
                None => error,
            }),
            data_path: version.data,
            len: len.map(|(_, len)| DeclaredValue { value: span.end(), ..len }),
            decompressed_len,
            digest,
            front: match self.table.front {
                Some(Front { len, sized, cleared, .. }) => {
                    let header = bytes.take(0, len)?.to_vec();
                    let sized = replaced(header, sized.at, sized.width, decompressed.value);
                    replaced(sized, cleared.at, cleared.width, 0)
                }
                None => Vec::new(),
            },
        })
    }
}
