//! Files with a parsed root record.

use alloc::vec::Vec;

use crate::bytes::{Bytes, Number, Place};
use crate::container::StoredSum;
use crate::error::ReadError;
use crate::tree::{Attr, FileBytes, Holds, Item, Reading, Site, Slot, Tree, Value, file_error};

/// A record, its field, and the slot of the field.
pub(super) type Found = (usize, &'static Attr<'static>, usize);

pub(super) struct Opened<'b> {
    pub(super) reading: Reading<'b>,
    pub(super) root: usize,
    pub(super) end: u64,
    /// With the entries or the compressed bytes.
    pub(super) holder: usize,
    pub(super) version: Option<Number>,
}

impl<'b> Opened<'b> {
    pub(super) fn read(
        tree: &'static Tree<'static>,
        switch: Option<&'static str>,
        bytes: Bytes<'b>,
    ) -> Result<Option<Self>, ReadError> {
        let Some(known) = tree.root() else {
            return Ok(None);
        };
        let mut reading = Reading::new(tree, FileBytes(bytes));
        let root = reading
            .open(known, None, Vec::new(), 0)
            .map_err(|error| file_error(error, bytes))?;
        reading.fill(root).map_err(|error| file_error(error, bytes))?;
        let end = reading.stream(0)?.at;
        let mut opened = Self { reading, root, end, holder: root, version: None };
        let found = switch.and_then(|switch| opened.field(root, switch));
        if let Some((_, attr, slot)) = found {
            if let Some(Slot::Found(Item { value: Value::Record(holder), .. })) = opened.slot(root, slot) {
                opened.holder = *holder;
            }
            opened.version = match &attr.holds {
                Holds::Switch(switch) => switch.on.of.first_own().and_then(|on| opened.number(root, on)),
                _ => None,
            };
        }
        Ok(Some(opened))
    }

    pub(super) fn slot(&self, frame: usize, slot: usize) -> Option<&Slot<'b>> {
        self.reading.frames.get(frame)?.slots.get(slot)
    }

    pub(super) fn field(&self, frame: usize, name: &str) -> Option<Found> {
        let of = self.reading.frames.get(frame)?;
        let slot = of.slot(name)?;
        Some((frame, of.attr(slot)?, slot))
    }

    pub(super) fn number(&self, frame: usize, name: &str) -> Option<Number> {
        let of = self.reading.frames.get(frame)?;
        self.reading.number(of, of.slot(name)?)
    }

    pub(super) fn item(&mut self, (frame, _, slot): Found) -> Result<Option<Item<'b>>, ReadError> {
        self.reading.find_item(frame, slot)
    }

    pub(super) fn records(
        &mut self,
        list: Found,
        mut each: impl FnMut(&mut Self, u64, (usize, Place)) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        let (frame, attr, slot) = list;
        let Some(Item { value: Value::Passed(start, count), .. }) = self.item(list)? else {
            return Ok(());
        };
        let stream = self.reading.frame(frame)?.stream;
        let back = self.reading.stream(stream)?.at;
        self.reading.seek(stream, start)?;
        for index in 0..count {
            let (mark, ofs) = (self.reading.mark(), self.reading.stream(stream)?.at);
            self.reading
                .pass_item(attr, Site { frame, slot, stream, index: Some(index) })?;
            let end = self.reading.stream(stream)?.at;
            if let Some(record) = self.reading.read_since(mark) {
                each(self, index, (record, Place { ofs, len: end.saturating_sub(ofs) }))?;
            }
            self.reading.release(mark);
            self.reading.seek(stream, end)?;
        }
        self.reading.seek(stream, back)
    }
}

pub(super) fn read_sums(tree: &'static Tree<'static>, bytes: Bytes<'_>) -> Result<Vec<StoredSum>, ReadError> {
    let Some(Opened { reading, root, .. }) = Opened::read(tree, None, bytes)? else {
        return Ok(Vec::new());
    };
    let frame = reading.frame(root)?;
    let item = |name: &str| reading.peek(frame, frame.slot(name)?);
    let sums = frame.record.fields.iter().filter_map(|attr| {
        let (sum, field) = (attr.sum.as_ref()?, item(attr.name)?);
        let stored = match (&field.value, reading.number(frame, frame.slot(attr.name)?)) {
            (_, Some(number)) => u32::try_from(number.value).ok()?.to_be_bytes().to_vec(),
            (Value::Bytes(bits), None) => reading.look(bits).ok()?.to_vec(),
            _ => return None,
        };
        let (first, last) = (item(sum.from)?, item(sum.to)?);
        let len = last.at.saturating_add(last.len).saturating_sub(first.at);
        let of = Some((sum.sum, Place { ofs: first.at, len }, stored));
        Some(StoredSum { offset: field.at, field: attr.name, of })
    });
    Ok(sums.collect())
}
