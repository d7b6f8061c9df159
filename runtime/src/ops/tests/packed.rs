//! A made-up binary container: `PACK`, a count, records of offset, length and ID, then the contents.

use std::{format, vec::Vec};

use crate::bytes::{Bytes, length};
use crate::container::{Bundle, Container, Forbidden, NewEntry, StoredEntry};
use crate::describe::{Describer, Field, FieldValue, Shape};
use crate::error::{Problem, ReadError, WriteError};
use crate::number::Number;
use crate::plan::{Content, Layout, Plan};

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

    fn read(&self, bytes: Bytes<'_>) -> Result<Bundle, ReadError> {
        bytes.expect(0, MAGIC).map_err(|error| error.in_field("magic"))?;
        let count = bytes.u64_le(4).map_err(|error| error.in_field("count"))?;
        let mut at = 12_u64;
        let mut entries = Vec::new();
        for index in 0..count {
            let within = |error: ReadError| error.at_index(index).in_field("entries");
            let ofs = bytes.u64_le(at).map_err(within)?;
            let len = bytes.u64_le(at.saturating_add(8)).map_err(within)?;
            let len_id = bytes.u64_le(at.saturating_add(16)).map_err(within)?;
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
                ofs_offset: bytes.absolute(at),
                ofs_path: format!("entries[{index}].ofs"),
            });
            at = at.saturating_add(24).saturating_add(len_id);
        }
        let ends = entries
            .iter()
            .filter_map(|entry| Some(entry.place.as_ref().ok()?.end()));
        let end = ends.max().unwrap_or(0).saturating_sub(bytes.origin()).max(at);
        Ok(Bundle { start: bytes.origin(), frame_len: at, len: end, entries })
    }

    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), ReadError> {
        bytes.expect(0, MAGIC)?;
        let field =
            |name, ofs, len, value| Field { name, offset: bytes.absolute(ofs), len, value, meaning: "Made up." };
        describer.field(field("magic", 0, 4, FieldValue::Magic(MAGIC)));
        let count = bytes.u64_le(4).map_err(|error| error.in_field("count"))?;
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

    fn plan(&self, entries: &[NewEntry<'_>], alignment: u64) -> Result<Plan<'static>, WriteError> {
        let ids: u64 = entries
            .iter()
            .map(|entry| length(entry.id.as_bytes()).saturating_add(24))
            .sum();
        let mut layout = Layout::after(ids.saturating_add(12));
        let mut plan = Plan::new();
        plan.bytes(MAGIC);
        plan.bytes((entries.len() as u64).to_le_bytes().to_vec());
        let mut places = Vec::new();
        for entry in entries {
            places.push(layout.place(entry.len, alignment)?);
        }
        for (entry, ofs) in entries.iter().zip(&places) {
            plan.bytes(ofs.to_le_bytes().to_vec());
            plan.bytes(entry.len.to_le_bytes().to_vec());
            plan.bytes(length(entry.id.as_bytes()).to_le_bytes().to_vec());
            plan.bytes(entry.id.as_bytes().to_vec());
        }
        for (entry, ofs) in entries.iter().zip(&places) {
            plan.fill_to(*ofs, 0);
            let content: &'static Content<'static> = std::boxed::Box::leak(Content::Elsewhere(entry.len).into());
            plan.content(content);
        }
        Ok(plan)
    }

    fn forbidden(&self) -> Vec<Forbidden> {
        Vec::new()
    }

    fn padding(&self) -> Option<u8> {
        Some(0)
    }
}

/// A container of these entries, without padding.
pub(super) fn packed(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let new: Vec<NewEntry<'_>> = entries
        .iter()
        .map(|(id, content)| NewEntry { id, len: length(content) })
        .collect();
    let plan = Packed.plan(&new, 1).unwrap();
    let mut bytes = Vec::new();
    for piece in plan.pieces {
        if let crate::plan::Piece::Bytes(piece) = piece {
            bytes.extend_from_slice(&piece);
        }
    }
    entries.iter().for_each(|(_, content)| bytes.extend_from_slice(content));
    bytes
}
