//! A made-up binary container: `PACK`, a count, records of offset, length and ID, then the contents.

use offload_bundle_core::attributes::Attributes;
use offload_bundle_core::bytes::{Bytes, Number, Width, length};
use offload_bundle_core::container::{Bundle, Container, Forbidden, NewEntry, PlanOptions, StoredEntry};
use offload_bundle_core::describe::{Describer, Field, FieldValue, Shape};
use offload_bundle_core::error::{Path, Problem, ReadError, Stop, WriteError, WriteProblem};
use offload_bundle_core::plan::{Content, Plan};

const MAGIC: &[u8] = b"PACK";

#[derive(Debug)]
pub(super) struct Packed;

impl Container for Packed {
    fn name(&self) -> &'static str {
        "packed"
    }

    fn title(&self) -> &'static str {
        "packed container"
    }

    fn magic_len(&self) -> u64 {
        length(MAGIC)
    }

    fn magic(&self) -> Option<&'static [u8]> {
        Some(MAGIC)
    }

    fn recognises(&self, head: &[u8]) -> bool {
        head.starts_with(MAGIC)
    }

    fn read(&self, bytes: Bytes<'_>) -> Result<Bundle, Stop> {
        read_as(MAGIC, bytes)
    }

    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop> {
        expect(bytes, MAGIC)?;
        let field =
            |name, ofs, len, value| Field { name, offset: bytes.absolute(ofs), len, value, meaning: "Made up." };
        describer.field(field("magic", 0, 4, FieldValue::Magic(MAGIC)));
        let count = bytes.number(4, Width::U64Le).map_err(|error| error.in_field("count"))?;
        describer.field(field("count", 4, 8, FieldValue::Number(count)));
        let bundle = self.read(bytes)?;
        describer.begin("entries", Shape::List);
        for entry in &bundle.entries {
            describer.item(entry.index);
            let id = entry.id.clone().unwrap_or_default();
            let (at, len) = (entry.id_offset.saturating_sub(bytes.origin()), length(id.as_bytes()));
            describer.field(field("id", at, len, FieldValue::Text(id.into())));
            describer.end();
        }
        describer.end();
        Ok(())
    }

    fn plan(&self, entries: &[NewEntry<'_>], options: PlanOptions) -> Result<Plan<'static>, WriteError> {
        plan_as(MAGIC, entries, options)
    }

    fn forbidden(&self) -> Vec<Forbidden> {
        Vec::new()
    }

    fn padding(&self) -> Option<u8> {
        Some(0)
    }
}

/// Checks that a file begins with `magic`.
pub(super) fn expect(bytes: Bytes<'_>, magic: &'static [u8]) -> Result<(), ReadError> {
    let found = bytes.take(0, magic.len() as u64)?;
    let problem = || Problem::BadMagic { expected: magic, found: found.to_vec() };
    if found == magic {
        Ok(())
    } else {
        Err(bytes.error(0, problem()))
    }
}

/// Reads a container that begins with `magic`.
pub(super) fn read_as(magic: &'static [u8], bytes: Bytes<'_>) -> Result<Bundle, Stop> {
    expect(bytes, magic).map_err(|error| error.in_field("magic"))?;
    let count = bytes.number(4, Width::U64Le).map_err(|error| error.in_field("count"))?;
    let mut at = 12_u64;
    let mut entries = Vec::new();
    for index in 0..count {
        let within = |error: ReadError| error.at_index(index).in_field("entries");
        let ofs = bytes.number(at, Width::U64Le).map_err(within)?;
        let len = bytes.number(at.saturating_add(8), Width::U64Le).map_err(within)?;
        let len_id = bytes.number(at.saturating_add(16), Width::U64Le).map_err(within)?;
        let id = bytes.take(at.saturating_add(24), len_id).map_err(within)?;
        let id_offset = bytes.absolute(at.saturating_add(24));
        let pointer = |value, at, field| Number { value, at, field };
        let place = bytes.place(pointer(ofs, at, "ofs"), pointer(len, at.saturating_add(8), "len"));
        let text = core::str::from_utf8(id).map(Into::into);
        let why = "not UTF-8";
        entries.push(StoredEntry {
            index,
            id: text.map_err(|_| within(ReadError::new(id_offset, Problem::BadText { why }).in_field("id"))),
            id_offset,
            place: place.map_err(within).map(|mut place| {
                place.ofs = bytes.absolute(place.ofs);
                place
            }),
            path: Path::from("entries").index(index),
            ofs_field: "ofs",
            ofs_offset: bytes.absolute(at),
            attributes: Attributes::default(),
        });
        at = at.saturating_add(24).saturating_add(len_id);
    }
    let ends = entries
        .iter()
        .filter_map(|entry| Some(entry.place.as_ref().ok()?.end()));
    let end = ends.max().unwrap_or(0).saturating_sub(bytes.origin()).max(at);
    Ok(Bundle { start: bytes.origin(), frame_len: at, len: end, version: None, entries })
}

/// A container that begins with `magic`.
pub(super) fn plan_as(
    magic: &'static [u8],
    entries: &[NewEntry<'_>],
    options: PlanOptions,
) -> Result<Plan<'static>, WriteError> {
    let ids: u64 = entries
        .iter()
        .map(|entry| length(entry.id.as_bytes()).saturating_add(24))
        .sum();
    let mut end = ids.saturating_add(12);
    let mut plan = Plan::new();
    plan.bytes(magic);
    plan.bytes((entries.len() as u64).to_le_bytes().to_vec());
    let mut places = Vec::new();
    for entry in entries {
        let ofs = end
            .checked_next_multiple_of(options.alignment.max(1))
            .ok_or(WriteError::new("", WriteProblem::Overflow))?;
        end = ofs
            .checked_add(entry.len)
            .ok_or(WriteError::new("", WriteProblem::Overflow))?;
        places.push(ofs);
    }
    for (entry, ofs) in entries.iter().zip(&places) {
        plan.bytes(ofs.to_le_bytes().to_vec());
        plan.bytes(entry.len.to_le_bytes().to_vec());
        plan.bytes(length(entry.id.as_bytes()).to_le_bytes().to_vec());
        plan.bytes(entry.id.as_bytes().to_vec());
    }
    for (entry, ofs) in entries.iter().zip(&places) {
        plan.fill_to(*ofs, 0);
        plan.content(Content::External(entry.len));
    }
    Ok(plan)
}

/// A container of these entries, without padding.
pub(super) fn packed(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let new: Vec<NewEntry<'_>> = entries
        .iter()
        .map(|(id, content)| NewEntry::new(id, length(content)))
        .collect();
    let plan = Packed.plan(&new, PlanOptions::default()).unwrap();
    let mut bytes = Vec::new();
    for piece in plan.pieces {
        if let offload_bundle_core::plan::Piece::Bytes(piece) = piece {
            bytes.extend_from_slice(&piece);
        }
    }
    entries.iter().for_each(|(_, content)| bytes.extend_from_slice(content));
    bytes
}
