//! Reading of envelope headers.

use alloc::vec::Vec;

use super::opened::Opened;
use super::tables::{EnvelopeTable, EnvelopeVersion, Front};
use crate::bytes::{Bytes, Number, Span};
use crate::envelope::{DeclaredValue, EnvelopeHeader, Method, replaced, told};
use crate::error::{Problem, Stop};
use crate::tree::{Bits, Holds, Item, Order, Slot, Tree, Value};

pub(super) fn read_envelope(
    (tree, table): (&'static Tree<'static>, &'static EnvelopeTable<'static>),
    methods: &'static [Method],
    bytes: Bytes<'_>,
) -> Result<EnvelopeHeader, Stop> {
    let missing = || bytes.error(0, Problem::Missing { expected: "a header".into() });
    let opened = Opened::read(tree, table.switch, bytes)?.ok_or_else(missing)?;
    let number = opened.version.map(|version| version.value);
    let position = match number {
        Some(number) => table.numbers.iter().position(|known| *known == number),
        None => Some(0),
    };
    let version = position.and_then(|at| table.versions.get(at)).ok_or_else(missing)?;
    opened.header(table, methods, version)
}

impl Opened<'_> {
    fn header(
        &self,
        table: &'static EnvelopeTable<'static>,
        methods: &'static [Method],
        version: &EnvelopeVersion<'static>,
    ) -> Result<EnvelopeHeader, Stop> {
        let (bytes, end, own) = (self.reading.file.0, self.end, self.holder);
        let declared = |path: &'static [&'static str]| {
            let number = self.number(own, path.last()?)?;
            Some((number, DeclaredValue::of(bytes, number, path)))
        };
        let missing = |expected: &str| bytes.error(end, Problem::Missing { expected: expected.into() });
        let span = self.span(table.data).ok_or_else(|| missing("compressed bytes"))?;
        let place = span.place(bytes).map(|place| bytes.absolute_place(place));
        let len = version.len.and_then(declared);
        let (decompressed, decompressed_len) = declared(version.decompressed_len).ok_or_else(|| missing("a length"))?;
        let digest = version.digest.and_then(|path| {
            let (number, declared) = declared(path)?;
            let (_, attr, _) = self.field(own, path.last()?)?;
            // In digest order, like the others.
            let value = match attr.holds {
                Holds::Unsigned(_, Order::Big) => number.value.swap_bytes(),
                _ => number.value,
            };
            Some(DeclaredValue { value, ..declared })
        });
        let method = match table.method.and_then(|field| self.number(self.root, field)) {
            Some(number) => {
                let method = methods.iter().find(|method| method.number == number.value);
                bytes.known(number, method.copied(), table.known_methods)
            }
            None => {
                // Without a method field, the compressed bytes determine the method.
                let stop = len.as_ref().map(|_| span.end());
                let method = told(methods, table.begins, bytes, end, stop);
                Stop::if_unseen(&method)?;
                method
            }
        };
        Ok(EnvelopeHeader {
            start: bytes.origin(),
            version: self.version.map(|version| version.value),
            method,
            place: place.map_err(|error| match table.switch {
                Some(switch) => error.in_field(switch),
                None => error,
            }),
            data_path: version.data,
            len: len.map(|(_, len)| DeclaredValue { value: span.end(), ..len }),
            decompressed_len,
            digest,
            front: match table.front {
                Some(Front { len, sized, cleared, .. }) => {
                    let header = bytes.take(0, len)?.to_vec();
                    let sized = replaced(header, sized.at, sized.width, decompressed.value);
                    replaced(sized, cleared.at, cleared.width, 0)
                }
                None => Vec::new(),
            },
        })
    }

    fn span(&self, name: &str) -> Option<Span> {
        let (frame, attr, slot) = self.field(self.holder, name)?;
        let Slot::Found(Item { value: Value::Bytes(Bits::File(ofs, len)), .. }) = self.slot(frame, slot)? else {
            return None;
        };
        let here = Number { value: *ofs, at: *ofs, field: attr.name };
        let size = match &attr.holds {
            Holds::Bytes(extent) => extent.size.as_ref(),
            _ => None,
        };
        let blamed = size.and_then(|size| self.number(frame, size.of.first_own()?));
        Some(Span::new(here, blamed.unwrap_or(here).with(*len)))
    }
}
